"""The website: the Django project and its only app."""

__version__ = "1.0.0"
