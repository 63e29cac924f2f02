"""No door stays shut in the crawl: each operation is once answered well, so that what is behind it is looked at.

Those that are named here have nothing of games behind them.
"""

import pytest

from tests.api.secrecy.answers import Asking
from tests.api.secrecy.bodies import Table
from tests.api.secrecy.callers import crowd
from tests.api.secrecy.moments import Story
from tests.api.secrecy.questions import questions
from tests.api.secrecy.test_crawl import OPERATIONS

pytestmark = pytest.mark.django_db
SHUT = {
    **dict.fromkeys(("createSession", "refreshSession", "createAppToken"), "secrets that nobody here has"),
    **dict.fromkeys(("confirmEmail", "confirmPasswordReset", "requestPasswordReset"), "nobody has an address"),
    **dict.fromkeys(("upgradeGuest", "cancelErasure"), "about the account alone"),
    **dict.fromkeys(("rotateAppSecret", "updateApp"), "the owner of the app is not among the callers"),
    "createInvite": "the table is full",
}


def test_each_operation_is_once_answered_well(asking: Asking) -> None:
    people = crowd(3, app_seat=2, staff_seat=1)
    shut = OPERATIONS - SHUT.keys()
    for moment in Story(people, {"preset": "pagat"}, asking.still).moments():
        for caller in people.callers if shut else ():
            for question in questions(Table(moment.state, people, caller)):
                if question.operation in shut and not asking.ask(caller, question).is_refusal:
                    shut.remove(question.operation)
        if not shut:
            break
    assert not shut
