"""Measures what docs/architecture.md promises in milliseconds: ``python -m tests.bench``."""
