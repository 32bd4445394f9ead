"""The address of the client that sent a request, even behind proxies."""

from django.conf import settings


def client_address(peer: str, forwarded: str) -> str:
    """Return the address of the client.

    ``peer`` is the address that the connection came from, and ``forwarded`` the header
    ``X-Forwarded-For``. Anyone can send that header, so only its last entries count, which our own
    proxies added.
    """
    if not settings.PROXIES:
        return peer
    added = [address.strip() for address in forwarded.split(",") if address.strip()]
    return added[-settings.PROXIES] if len(added) >= settings.PROXIES else peer
