"""Addresses: who counts as one, and which of them belong to proxies."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

__all__ = ["is_in", "network_of"]


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """An address, or the network of an IPv6 address: whoever has one has 2 to the 64 of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))


@lru_cache(maxsize=4096)
def is_in(address: str, networks: tuple[str, ...]) -> bool:
    """Whether an address is one of these, or in one of these networks."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in ipaddress.ip_network(network, strict=False) for network in networks)
