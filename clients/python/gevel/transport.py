"""Requests over HTTP, tried again when the service has no room or can't be reached."""

from __future__ import annotations

import http.client
import platform
import ssl
import time
import urllib.parse
import weakref
from contextlib import contextmanager, suppress
from typing import Callable, Iterator, Mapping

from .errors import Error, Unavailable, of_answer
from .version import __version__

# What is tried again: the service sheds load, limits the rate of a key, or is being replaced.
passing = (429, 502, 503, 504)
_longest_wait = 30.0  # seconds

Unreached = (OSError, http.client.HTTPException)


class Patience:
    """How long one question waits for a service that does not answer it."""

    def __init__(self, seconds: float, sleep: Callable[[float], None]) -> None:
        self._left = seconds
        self._next = 0.5
        self._sleep = sleep

    def wait(self, fault: Error, asked: str = "") -> None:
        """Waits before another attempt, as long as the service asked for. Raises the fault when patience is at its end."""
        if self._left <= 0:
            raise fault
        pause = min(self._left, _longest_wait, float(asked) if asked.isdigit() else self._next)
        self._left -= max(pause, 0.1)  # a Retry-After of nothing does not go on for ever
        self._next *= 2
        self._sleep(pause)


class Transport:
    """Where the service is, the key, and how patient the client is. Its connections stay open; threads may share it."""

    def __init__(self, url: str, key: str, timeout: float, patience: float, sleep: Callable[[float], None] = time.sleep) -> None:
        at = urllib.parse.urlsplit(url)
        if at.scheme not in ("http", "https") or not at.hostname or at.query or at.fragment:
            raise ValueError(f"{url!r} is no address of a service, such as https://homes.example")
        if any(c < "!" or c > "~" for c in key):
            raise ValueError("the key has a character that no key has")
        self._at = at
        self._headers = {"User-Agent": f"gevel-python/{__version__} Python/{platform.python_version()}"}
        if key:
            self._headers["Authorization"] = "Bearer " + key
        self._timeout = timeout
        self._patience = patience
        self._sleep = sleep
        self._context = ssl.create_default_context() if at.scheme == "https" else None
        self._idle: list[http.client.HTTPConnection] = []
        weakref.finalize(self, _close, self._idle)

    def close_idle(self) -> None:
        """Closes the connections that no request uses."""
        _close(self._idle)

    def patience(self) -> Patience:
        return Patience(self._patience, self._sleep)

    def ask(self, method: str, path: str, query: Mapping[str, str], headers: Mapping[str, str], body: bytes = b"") -> bytes:
        """Returns the body of an answer with status 200; raises Error for another."""
        target = path + ("?" + urllib.parse.urlencode(query) if query else "")
        patience = self.patience()
        while True:
            try:
                with self.open(method, target, headers, body) as answer:
                    text = answer.read()
            except Unreached as fault:
                patience.wait(Unavailable(f"the service can't be reached: {fault}"))
                continue
            if answer.status == 200:
                return text
            error = of_answer(answer.status, text, answer.headers.get("X-Request-Id", ""))
            if answer.status not in passing:
                raise error
            patience.wait(error, answer.headers.get("Retry-After", ""))

    @contextmanager
    def open(self, method: str, target: str, headers: Mapping[str, str], body: bytes = b"") -> Iterator[http.client.HTTPResponse]:
        """Sends a request, and yields its answer. A body must fit what connections buffer: see batch.most_bytes."""
        connection, answer = self._send(method, self._at.path.rstrip("/") + target, headers, body)
        try:
            yield answer
        finally:
            if answer.isclosed() and not answer.will_close:
                self._idle.append(connection)
            else:
                answer.close()
                connection.close()

    def _send(
        self, method: str, target: str, headers: Mapping[str, str], body: bytes,
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """Sends a request by an open connection, or by a new one where there is none or the service has closed it."""
        while True:
            connection, used = self._connection()
            try:
                with suppress(BrokenPipeError, ConnectionResetError):  # the service may refuse before it has read all
                    connection.request(method, target, body or None, {**headers, **self._headers})
                return connection, connection.getresponse()
            except ConnectionError:
                connection.close()
                if not used:
                    raise
            except BaseException:
                connection.close()
                raise

    def _connection(self) -> tuple[http.client.HTTPConnection, bool]:
        """Returns a connection, and whether it was used before."""
        with suppress(IndexError):
            return self._idle.pop(), True
        host, port = self._at.hostname or "", self._at.port
        if self._context is None:
            return http.client.HTTPConnection(host, port, timeout=self._timeout), False
        return http.client.HTTPSConnection(host, port, timeout=self._timeout, context=self._context), False


def fetch(url: str, timeout: float) -> bytes:
    """Returns what a signed URL leads to, which takes no key."""
    at = urllib.parse.urlsplit(url)
    transport = Transport(f"{at.scheme}://{at.netloc}", "", timeout, 0)
    try:
        return transport.ask("GET", at.path, dict(urllib.parse.parse_qsl(at.query)), {})
    finally:
        transport.close_idle()


def _close(connections: list[http.client.HTTPConnection]) -> None:
    while connections:
        connections.pop().close()
