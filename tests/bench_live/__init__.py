"""Measure how quickly a saved deal reaches many phones, compared with a bare ASGI stream."""
