"""The website: the Django project and its only app."""
