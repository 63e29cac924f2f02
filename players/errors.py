"""The base of every refusal by players and games. Knows no HTTP: the API gives each code its status."""

from typing import Any


class DomainError(Exception):
    """A request that cannot be carried out, named by a code that clients switch on.

    `facts` are what a client needs to act on it, such as `current_version=42` or `required_scope="chat"`.
    The sentence in `detail` is for people; left out, the code's general meaning stands for it.

    >>> error = DomainError("version_conflict", current_version=42)
    >>> error.code, error.facts
    ('version_conflict', {'current_version': 42})
    """

    def __init__(self, code: str, detail: str | None = None, **facts: Any) -> None:
        super().__init__(detail or code)
        self.code = code
        self.detail = detail
        self.facts = facts


def malformed(pointer: str, message: str, code: str = "invalid") -> DomainError:
    """`bad_request` for what stands at this place in the body, which has one fault.

    >>> malformed("/seconds", "Too many.").facts["errors"]
    [{'pointer': '/seconds', 'parameter': None, 'code': 'invalid', 'message': 'Too many.'}]
    """
    line = {"pointer": pointer, "parameter": None, "code": code, "message": message}
    return DomainError("bad_request", message, errors=[line])
