"""Errors, each with the reasons that the service gave."""

from __future__ import annotations

import json
from typing import Any, NamedTuple


class Reason(NamedTuple):
    """One fault: a stable key, such as the name of a parameter, and words for people."""

    reason: str
    message: str


class Error(Exception):
    """The service did not answer the question. reasons says why, with the stable keys of its errors.

    Where it ended the values of a data frame, answered is the frame of the rows that were answered.
    """

    answered: Any = None

    def __init__(self, message: str, status: int = 0, reasons: tuple[Reason, ...] = (), id: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.status = status  # of HTTP; 0 when there was no answer
        self.reasons = reasons
        self.id = id  # of the request; the service's log has it

    @property
    def reason(self) -> str:
        """The first reason, "" without one."""
        return self.reasons[0].reason if self.reasons else ""


class Invalid(Error):
    """A parameter is missing, malformed, out of bounds or unknown; reasons names each."""


class Unauthorized(Error):
    """The key is missing, unknown, expired or revoked."""


class Forbidden(Error):
    """The key may not do this, or its quota is used up."""


class NotFound(Error):
    """There is no such home, several are meant, or it can't be valued; reason says which."""


class RateLimited(Error):
    """The key asks too often, also after the retries."""


class Unavailable(Error):
    """The service can't be reached or has no room, also after the retries."""


class BatchEnded(Error):
    """A batch ended early, by a quota for example."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended the values of a data frame. answered is the frame of the rows that were answered."""

    def __init__(self, answered: Any) -> None:
        super().__init__(f"{len(answered)} rows were answered")
        self.answered = answered


_by_status: dict[int, type[Error]] = {
    400: Invalid, 401: Unauthorized, 403: Forbidden, 404: NotFound, 413: Invalid, 415: Invalid, 429: RateLimited,
    503: Unavailable,
}


def of_answer(status: int, body: bytes, id: str) -> Error:
    """Returns the error that an answer holds."""
    message = f"the service answers {status}"
    reasons: tuple[Reason, ...] = ()
    try:
        read = json.loads(body)
        fault = read.get("error", read)
        message = fault["message"]
        reasons = tuple(Reason(r["reason"], r["message"]) for r in fault.get("errors") or ())
        if status == 400 and reasons:
            message = "; ".join(r.message for r in reasons)
    except (ValueError, KeyError, TypeError, AttributeError):
        pass  # a proxy answered, or the server itself, in plain text
    return _by_status.get(status, Error)(message, status, reasons, id)
