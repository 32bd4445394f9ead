"""The web site: Django project package and its one app."""
