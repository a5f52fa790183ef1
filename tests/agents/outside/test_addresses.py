"""Addresses: what belongs to the public internet, what to one's own networks, and what to nobody."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.outside.addresses import kind_of


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1",
        "8.8.8.8",
        "172.15.255.255",
        "172.32.0.1",
        "100.63.255.255",
        "192.169.0.1",
        "2606:4700::1111",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
        "2a00:1450:4001:80b::200e",
    ],
)
def test_what_anybody_may_reach_is_public(address: str) -> None:
    assert kind_of(address) == "public"


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.255.255.254",
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "100.64.0.1",
        "::1",
        "fc00::1",
        "fdff::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
    ],
)
def test_what_is_of_this_machine_or_network_is_private(address: str) -> None:
    assert kind_of(address) == "private"


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "0.1.2.3",
        "169.254.169.254",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:808:808::",
        "3fff::1",
        "64:ff9b:1::1",
        "::127.0.0.1",
        "::8.8.8.8",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "::ffff:0:127.0.0.1",
        "100::1",
        "4000::1",
        "",
        "localhost",
        "1.2.3",
        "0x7f000001",
        "2130706433",
    ],
)
def test_what_serves_nobody_is_never_called(address: str) -> None:
    assert kind_of(address) == "never"


@given(st.ip_addresses())
def test_nothing_is_public_that_the_standard_library_calls_its_own(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> None:
    inner = getattr(address, "ipv4_mapped", None) or address
    if inner.is_private or inner.is_loopback or inner.is_link_local or inner.is_multicast or inner.is_reserved:
        assert kind_of(str(address)) != "public" or inner in ipaddress.ip_network("64:ff9b::/96")
