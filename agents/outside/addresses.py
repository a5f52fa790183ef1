"""Which IP addresses belong to the public internet. Pure; by IANA's registries of special-purpose addresses.

The lists are our own: what the standard library calls global differs from one of its versions to the next.
"""

import ipaddress
from typing import Final, Literal

Kind = Literal["public", "private", "never"]
"""`private`: networks of one's own, and this machine. `never`: everything that nobody serves people from, among it
169.254.169.254, where clouds keep their machines' secrets."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def _networks(text: str) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(part) for part in text.split())


_PRIVATE: Final = _networks("10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7")
_NEVER: Final = _networks(
    "0.0.0.0/8 169.254.0.0/16 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24"
    " 224.0.0.0/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20"
)
_GLOBAL: Final = _networks("0.0.0.0/0 2000::/3")
_STANDS_FOR_IPV4: Final = _networks("::ffff:0:0/96 64:ff9b::/96")
"""IPv4-mapped, and NAT64, which a network without IPv4 makes of every IPv4 address."""


def kind_of(address: str) -> Kind:
    """What an address is, by the IPv4 address in it if it stands for one. Text that is no address is `never`."""
    try:
        found: Address = ipaddress.ip_address(address)
    except ValueError:
        return "never"
    if _is_in(found, _STANDS_FOR_IPV4):
        found = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    if _is_in(found, _PRIVATE):
        return "private"
    return "public" if _is_in(found, _GLOBAL) and not _is_in(found, _NEVER) else "never"


def _is_in(address: Address, networks: tuple[Network, ...]) -> bool:
    return any(address in network for network in networks)
