"""Where apps may have players sent back to."""

import pytest

from players.redirects import BadRedirect, check_redirect, is_registered

GOOD = (
    "https://club.example/cb",
    "https://club.example",
    "https://club.example:8443/a/b?c=d&e=%20",
    "https://localhost/cb",
    "https://xn--bcher-kva.example/",
    "http://127.0.0.1/cb",
    "http://127.0.0.1:8000",
    "http://[::1]/cb?x=1",
    "http://localhost:3000/cb",
    "com.example.app:/cb",
    "com.example.app://cb",
    "org.example.my-app:cb",
)
BAD = (
    "",
    "club.example/cb",
    "/cb",
    "//club.example/cb",
    "https:/club.example/cb",
    "https:///club.example/cb",
    "https://",
    "https://club.example/cb#here",
    "https://club.example/cb#",
    "https://*.club.example/cb",
    "https://club.example/*",
    "https://user@club.example/cb",
    "https://club.example:443@evil.example/cb",
    "https://club.example\\@evil.example/cb",
    "https://club.example:x/cb",
    "https://club.example:99999/cb",
    "https://club.example:/cb",
    "https://Club.Example/cb",
    "https://-club.example/cb",
    "https://club..example/cb",
    "https://bücher.example/cb",
    "https://club.example/c b",
    "https://club.example/\ncb",
    "https://[::1/cb",
    "HTTPS://club.example/cb",
    "http://club.example/cb",
    "http://127.0.0.1.evil.example/cb",
    "http://127.0.0.1@evil.example/cb",
    "http://127.0.0.1:99999999/cb",
    "http://0.0.0.0/cb",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "intent://x",
    "club:/cb",
    "Com.Example.App:/cb",
    "com.example.app:",
    "com.example.app",
    ".com.example:/cb",
    "https://club.example/" + "x" * 300,
)


@pytest.mark.parametrize("uri", GOOD)
def test_an_address_that_may_be_named(uri: str) -> None:
    check_redirect(uri)
    assert is_registered(uri, [uri])


@pytest.mark.parametrize("uri", BAD)
def test_an_address_that_may_not_be_named(uri: str) -> None:
    with pytest.raises(BadRedirect):
        check_redirect(uri)


@pytest.mark.parametrize(
    ("asked", "registered"),
    [
        ("https://club.example/cb/", "https://club.example/cb"),
        ("https://club.example/cb?a=b", "https://club.example/cb"),
        ("https://club.example:443/cb", "https://club.example/cb"),
        ("https://club.example/CB", "https://club.example/cb"),
        ("https://club.example/a/../cb", "https://club.example/cb"),
        ("https://club.example/cb#x", "https://club.example/cb"),
        ("http://club.example/cb", "https://club.example/cb"),
        ("com.example.app://cb", "com.example.app:/cb"),
        ("http://localhost:80/cb", "http://127.0.0.1/cb"),
        ("http://127.0.0.1:80/cb2", "http://127.0.0.1/cb"),
        ("http://127.0.0.1:80@evil.example/cb", "http://127.0.0.1/cb"),
        ("http://127.0.0.1:80#@evil.example/cb", "http://127.0.0.1/cb"),
        ("https://127.0.0.1:80/cb", "http://127.0.0.1/cb"),
    ],
)
def test_an_address_that_is_not_quite_the_same(asked: str, registered: str) -> None:
    assert not is_registered(asked, [registered])


@pytest.mark.parametrize("port", ["", ":1", ":8000", ":65535"])
@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "localhost"])
def test_on_the_device_itself_any_port_will_do(host: str, port: str) -> None:
    assert is_registered(f"http://{host}{port}/cb?x", [f"http://{host}:4711/cb?x"])
