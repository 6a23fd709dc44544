"""Who calls, and how much of the service may be theirs: counted by host, for as long as nobody has to say a name."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import unquote

IPV6_HOST_BITS = 64
"""One host has a whole /64 of IPv6 addresses to call from (RFC 6177)."""


@dataclass(frozen=True, slots=True)
class CallLimits:
    """How many calls may be open at once: in all, of them streams, and streams of one caller."""

    calls: int
    streams: int
    streams_per_caller: int


def caller_of(peer: str) -> str:
    """The host of a gRPC peer such as ``ipv4:10.0.0.7:5123``, for an IPv6 host its /64; another peer is its own name.

    All connections of one host are one caller, for anybody can open many.
    """
    host_and_port = unquote(peer).partition(":")[2]
    host = host_and_port.rpartition(":")[0].strip("[]").partition("%")[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return peer
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address), IPV6_HOST_BITS), strict=False))
    return str(address)
