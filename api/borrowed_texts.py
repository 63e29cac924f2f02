"""What REST framework and Django tell people here, and have not in every language of this service.

Named here, these texts are in the catalogues of the service, which count before those of the packages.
"""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

REST_FRAMEWORK = (
    _("Datetime value out of range."),
    _("Ensure this field has at least {min_length} elements."),
    _("Ensure this field has no more than {max_length} elements."),
    _('Invalid datetime for the timezone "{timezone}".'),
    _("Invalid input."),
    _("Must be a valid UUID."),
    _("Must be a valid boolean."),
    _("Not a valid string."),
    _("Surrogate characters are not allowed: U+{code_point:X}."),
    _("This dictionary may not be empty."),
)


def password_too_short(length: int) -> str:
    """What Django says of a password with fewer than `length` characters."""
    return ngettext(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
        length,
    )
