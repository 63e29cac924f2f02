"""What mails say: subject, paragraphs, and the page of the client that the link leads to."""

from django.utils.translation import gettext_noop as _

_HELLO = _("Hello {name},")
_CODE = ("{link}", _("If you are asked for a code, it is:"), "{secret}")

TEXTS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "reset": (
        _("Set a new password"),
        (
            _HELLO,
            _("somebody, probably you, wants to set a new password for your account."),
            *_CODE,
            _("It can be used once, for an hour. If it was not you, do nothing: your password stays as it is."),
        ),
        "reset-password",
    ),
    "confirm": (
        _("Confirm your address"),
        (
            _HELLO,
            _(
                "please confirm that this address is yours. You can then sign in with it, and set a new password"
                " should you forget yours."
            ),
            *_CODE,
            _("It can be used once, for two days. If you know nothing of this, do nothing."),
        ),
        "confirm-email",
    ),
    "changed": (
        _("The address of your account was changed"),
        (
            _HELLO,
            _(
                "this address is not that of your account any more: it was changed or removed. Nobody can sign in or"
                " set a new password with it. If it was not you, write to those who keep this service."
            ),
        ),
        "",
    ),
    "address_taken": (
        _("You have an account already"),
        (
            _HELLO,
            _(
                "somebody, perhaps you, named this address for another account. It is yours already, so nothing has"
                " changed. If you have forgotten your password, ask for a new one."
            ),
        ),
        "",
    ),
}
