"""Ctrl-C, held back while answers that were paid for are on their way."""

from __future__ import annotations

import signal
import sys
import threading
from types import FrameType, TracebackType


class Hold:
    """Within it, Ctrl-C waits for the answers on their way: see asked. A second one ends at once.

    It may be entered again within itself. It does nothing in another thread than the main one, or where a program has a
    handler of its own.
    """

    def __init__(self) -> None:
        self.asked = False  # to end, when nothing is on its way any more
        self.paying = False  # answers are on their way
        self._depth = 0
        self._holds = False

    def __enter__(self) -> Hold:
        self._depth += 1
        if self._depth == 1 and threading.current_thread() is threading.main_thread():
            self._holds = signal.getsignal(signal.SIGINT) is signal.default_int_handler
            if self._holds:
                signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self._depth -= 1
        if self._depth == 0 and self._holds:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self.asked or not self.paying:
            raise KeyboardInterrupt
        self.asked = True
        print("\ngevel: ends when the answers on their way have come; Ctrl-C again ends at once", file=sys.stderr)

    def settle(self) -> None:
        """Says that nothing is on its way. Raises KeyboardInterrupt where Ctrl-C waited for that."""
        self.paying = False
        if self.asked:
            self.asked = False
            raise KeyboardInterrupt
