"""Whether a notification is still of use: asked of the apps that know what it is about, before it is pushed."""

from collections.abc import Callable

from players.models import Notification

IsOfUse = Callable[[Notification], bool]
_checks: list[IsOfUse] = []


def register(check: IsOfUse) -> None:
    """Let the check be asked, too; once for each app, when it is ready."""
    _checks.append(check)


def is_of_use(notification: Notification) -> bool:
    """Whether none of them says that it is too late, such as for a turn that was played."""
    return all(check(notification) for check in _checks)
