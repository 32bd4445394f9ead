"""The address of the client that sent a request, even behind proxies."""

from ipaddress import IPv4Address, ip_address, ip_network

from django.conf import settings

NETWORK = 64  # bits: in IPv6, a household’s addresses usually share a prefix of this length


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


def household(address: str) -> str:
    """Return an IPv4 address, or the network of an IPv6 address; “unknown” for anything else."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:  # how a server that listens on [::] sees an IPv4 address
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, NETWORK), strict=False))
