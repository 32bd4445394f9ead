"""Measure the time budgets of docs/architecture.md: ``python -m tests.bench``."""
