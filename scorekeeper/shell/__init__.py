"""The ASGI application: streams, request bodies and shared responses, around the WSGI site."""
