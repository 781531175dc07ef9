"""Requests over HTTP, tried again when the service has no room or can't be reached."""

from __future__ import annotations

import http.client
import ssl
import time
import urllib.parse
from contextlib import contextmanager, suppress
from typing import Callable, Iterator, Mapping

from .errors import Error, Unavailable, of_answer

# What is tried again: the service sheds load, limits the rate of a key, or is being replaced.
_passing = (429, 502, 503, 504)
_longest_wait = 30.0  # seconds

Unreached = (OSError, http.client.HTTPException)


class Transport:
    """Where the service is, the key, and how patient the client is."""

    def __init__(self, url: str, key: str, timeout: float, retries: int, sleep: Callable[[float], None] = time.sleep) -> None:
        at = urllib.parse.urlsplit(url)
        if at.scheme not in ("http", "https") or not at.hostname or at.query or at.fragment:
            raise ValueError(f"{url!r} is no address of a service, such as https://homes.example")
        if any(c < "!" or c > "~" for c in key):
            raise ValueError("the key has a character that no key has")
        self._at = at
        self._authorization = {"Authorization": "Bearer " + key} if key else {}
        self._timeout = timeout
        self._retries = retries
        self._sleep = sleep

    def get(self, path: str, query: Mapping[str, str] | None = None) -> bytes:
        """Returns the body of an answer with status 200; raises Error for another."""
        target = path + ("?" + urllib.parse.urlencode(query) if query else "")
        for attempt in range(self._retries + 1):
            try:
                with self.open("GET", target, {"Accept": "application/json"}) as answer:
                    body = answer.read()
            except Unreached as fault:
                self.wait(attempt, Unavailable(f"the service can't be reached: {fault}"))
                continue
            if answer.status == 200:
                return body
            self.wait(attempt, of_answer(answer.status, body, answer.headers.get("X-Request-Id", "")), answer)
        raise AssertionError("the last attempt raises")

    def wait(self, attempt: int, fault: Error, answer: http.client.HTTPResponse | None = None) -> None:
        """Waits before another attempt; raises the fault when there is none, or another would not help."""
        if attempt >= self._retries or answer is not None and answer.status not in _passing:
            raise fault
        asked = answer.headers.get("Retry-After", "") if answer is not None else ""
        self._sleep(min(_longest_wait, float(asked) if asked.isdigit() else 0.5 * 2**attempt))

    @contextmanager
    def open(self, method: str, target: str, headers: Mapping[str, str], body: bytes = b"") -> Iterator[http.client.HTTPResponse]:
        """Sends a request, and yields its answer. A body must fit what connections buffer: see batch.most_bytes."""
        connection = self._connect()
        try:
            with suppress(BrokenPipeError, ConnectionResetError):  # the service may refuse before it has read all
                connection.request(method, self._at.path.rstrip("/") + target, body or None, dict(headers) | self._authorization)
            yield connection.getresponse()
        finally:
            connection.close()

    def _connect(self) -> http.client.HTTPConnection:
        if self._at.scheme == "http":
            return http.client.HTTPConnection(self._at.hostname or "", self._at.port, timeout=self._timeout)
        return http.client.HTTPSConnection(self._at.hostname or "", self._at.port, timeout=self._timeout, context=ssl.create_default_context())

