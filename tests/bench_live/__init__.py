"""Measures how quickly a saved deal reaches many phones, beside a bare ASGI stream."""
