"""Which addresses nothing is sent to, however they are written."""

import socket
from typing import Any

import pytest

from players.reach import BadAddress, NotReached, Target, is_public, socket_addresses, target_of

REFUSED_URLS = {
    "no https": "http://club.example.org/",
    "another scheme": "ftp://club.example.org/",
    "no scheme": "//club.example.org/",
    "a user": "https://user@club.example.org/",
    "a user who looks like a host": "https://club.example.org@10.0.0.1/",
    "an empty user": "https://@club.example.org/",
    "a fragment": "https://club.example.org/#top",
    "a backslash": "https://club.example.org\\@10.0.0.1/",
    "white space": "https://club.example.org/a b",
    "a line break": "https://club.example.org/\r\nHost: x",
    "no host": "https:///hooks",
    "a single name": "https://localhost/",
    "a dot at the end": "https://club.example.org./",
    "two dots": "https://club..example.org/",
    "an IPv4 address": "https://93.184.215.14/",
    "a private one": "https://10.0.0.1/",
    "a number": "https://2130706433/",
    "a hexadecimal number": "https://0x7f000001/",
    "a short address": "https://127.1/",
    "an octal part": "https://0177.0.0.1/",
    "a hexadecimal part": "https://127.0.0.0x1/",
    "an empty hexadecimal part": "https://127.0.0.0x/",
    "an IPv6 address": "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
    "a mapped one": "https://[::ffff:127.0.0.1]/",
    "one with a zone": "https://[fe80::1%25eth0]/",
    "full-width digits": "https://１２７.0.0.1/",
    "an international name": "https://bücher.example/",
    "a dot of another script": "https://club。example.org/",
    "an escaped host": "https://%6cocalhost/",
    "an underscore": "https://a_b.example.org/",
    "a hyphen at the start": "https://-a.example.org/",
    "a long label": f"https://{'a' * 64}.example.org/",
    "a low port": "https://club.example.org:22/",
    "the port of http": "https://club.example.org:80/",
    "port 0": "https://club.example.org:0/",
    "no port number": "https://club.example.org:https/",
    "too large a port": "https://club.example.org:65536/",
}
NOT_PUBLIC = [
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254", "169.254.169.254",
    "168.63.129.16", "172.16.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1",
    "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1",
    "2001::1", "2001:db8::1", "2002:7f00:1::", "2002:808:808::", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1",
    "fe80::1%eth0", "fec0::1", "ff02::1", "localhost", "",
]  # fmt: skip
PUBLIC = ["93.184.215.14", "8.8.8.8", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "2a00:1450:4001:81b::200e"]


@pytest.mark.parametrize("url", REFUSED_URLS.values(), ids=REFUSED_URLS.keys())
def test_a_bad_address_is_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        target_of(url)


def test_a_good_address_is_read() -> None:
    assert target_of("https://Club.Example.org:8443?a=1") == Target("club.example.org", 8443, "/?a=1", True)
    assert target_of("https://xn--bcher-kva.example/a%20b").authority == "xn--bcher-kva.example"
    assert target_of("https://club.example.org:8443/").authority == "club.example.org:8443"


def test_for_development_anything_goes_but_what_is_no_address() -> None:
    assert target_of("http://127.0.0.1:9/x", anywhere=True) == Target("127.0.0.1", 9, "/x", False)
    assert target_of("http://[::1]/", anywhere=True).authority == "[::1]"
    for url in ("ftp://localhost/", "http:///", "http://a@localhost/", "http://localhost:0/"):
        with pytest.raises(BadAddress):
            target_of(url, anywhere=True)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_what_is_not_on_the_open_internet_is_not_reached(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_what_is_public_is_reached(address: str) -> None:
    assert is_public(address)


def answered(*addresses: str) -> Any:
    """A resolver that knows these addresses for every name."""

    def resolve(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET6 if ":" in one else socket.AF_INET, 1, 6, "", (one, port)) for one in addresses]

    return resolve


@pytest.mark.parametrize("addresses", [["127.0.0.1"], [PUBLIC[0], "10.0.0.1"], ["::ffff:169.254.169.254", PUBLIC[0]]])
def test_a_name_with_one_bad_address_is_refused(monkeypatch: pytest.MonkeyPatch, addresses: list[str]) -> None:
    monkeypatch.setattr("players.reach.socket.getaddrinfo", answered(*addresses))
    with pytest.raises(NotReached) as refused:
        socket_addresses(target_of("https://club.example.org/"))
    assert refused.value.code == "refused_address"


def test_a_name_without_an_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise socket.gaierror(-2, "unknown")

    for resolver in (fail, answered()):
        monkeypatch.setattr("players.reach.socket.getaddrinfo", resolver)
        with pytest.raises(NotReached) as refused:
            socket_addresses(target_of("https://club.example.org/"))
        assert refused.value.code == "unknown_host"
