"""Compare response times with the budgets in docs/architecture.md: ``python -m tools.bench``."""
