"""What mails say: subject, text, and the page of the client that the link leads to."""

_HELLO = "Hello {name},\n\n"
_CODE = "\n\n{link}\n\nIf you are asked for a code, it is:\n\n{secret}\n\n"

TEXTS: dict[str, tuple[str, str, str]] = {
    "reset": (
        "Set a new password",
        _HELLO
        + "somebody, probably you, wants to set a new password for your account."
        + _CODE
        + "It can be used once, for an hour. If it was not you, do nothing: your password stays as it is.",
        "reset-password",
    ),
    "confirm": (
        "Confirm your address",
        _HELLO
        + "please confirm that this address is yours. You can then sign in with it, and set a new password"
        + " should you forget yours."
        + _CODE
        + "It can be used once, for two days. If you know nothing of this, do nothing.",
        "confirm-email",
    ),
    "changed": (
        "The address of your account was changed",
        _HELLO
        + "this address is not that of your account any more: it was changed or removed. Nobody can sign in or set a"
        + " new password with it. If it was not you, write to those who keep this service.",
        "",
    ),
    "address_taken": (
        "You have an account already",
        _HELLO
        + "somebody, perhaps you, named this address for another account. It is yours already, so nothing has"
        + " changed. If you have forgotten your password, ask for a new one.",
        "",
    ),
}
