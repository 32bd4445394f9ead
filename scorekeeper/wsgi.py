"""The door for web servers that speak WSGI."""

import os

from django.core.wsgi import get_wsgi_application

from rules.search import index

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

application = get_wsgi_application()
index()  # made before the first question is asked, not while somebody waits
