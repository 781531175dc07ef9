"""Many homes in one go: rows out, answers in, batch after batch."""

from __future__ import annotations

import datetime
import decimal
import json
import math
import os
from collections import deque
from contextlib import ExitStack
from itertools import takewhile
from typing import Any, Generator, Iterable, Iterator, Mapping, NamedTuple

from .errors import BatchEnded, Error, Reason, Unavailable, of_answer
from .hold import Hold
from .kept import Kept
from .record import Record, read
from .schema import BatchAnswer
from .transport import Patience, Transport, Unreached, passing

# A batch is sent whole before its answers are read, so that both must fit what connections buffer.
most_rows = 500
most_bytes = 48 << 10
longest_row = 64 << 10  # bytes, of the service: a longer one would end a batch

_headers = {"Content-Type": "application/x-ndjson", "Accept": "application/x-ndjson"}

Row = Mapping[str, Any]


class Asked(NamedTuple):
    """A row as it is sent, or why it can't be."""

    line: bytes
    fault: str = ""


def values(transport: Transport, rows: Iterable[Row], keep: str | os.PathLike[str] | None, hold: Hold) -> Iterator[BatchAnswer]:
    """Yields the answer of each row, in order. A row that was answered is never sent again: each is a request for the quota.

    What was answered is in the file keep before it is yielded, and so is what is on its way when the caller stops reading.
    """
    kept = None if keep is None else Kept(keep)
    try:
        for batch in _batches(rows):
            todo = deque(batch)
            while kept and todo and (answer := kept.earlier(todo[0].line)) is not None:
                todo.popleft()
                yield read(BatchAnswer, answer)
            for text in _answers(transport, todo, hold, kept):
                yield read(BatchAnswer, json.loads(text, object_hook=Record))
    finally:
        if kept:
            kept.close()


def _answers(transport: Transport, todo: deque[Asked], hold: Hold, kept: Kept | None) -> Iterator[bytes]:
    """Yields the texts of the answers to rows, which it takes away; those that can't be sent are answered here."""
    patience = transport.patience()
    while todo:
        if todo[0].fault:
            text = json.dumps({"reason": "invalid", "message": todo[0].fault}).encode()
            yield _take(todo, text, kept)
            continue
        lines = [asked.line for asked in takewhile(lambda asked: not asked.fault, todo)]
        answered, passed = 0, _Passing(Unavailable("a batch was cut off"))
        posted = _post(transport, lines, hold)
        try:
            for text in posted:
                answered += 1
                yield _take(todo, text, kept)
        except Unreached as cut:
            passed = _Passing(Unavailable(f"the service can't be reached: {cut}"))
        except _Passing as fault:
            passed = fault
        except GeneratorExit:
            if kept:
                for text in posted:
                    _take(todo, text, kept)
                hold.settle()
            raise
        finally:
            posted.close()
        hold.settle()
        if answered == len(lines):
            continue
        if answered:
            patience = transport.patience()
        patience.wait(passed.fault, passed.wait)


def _take(todo: deque[Asked], text: bytes, kept: Kept | None) -> bytes:
    """Takes the row that was answered away, and returns the answer, kept."""
    asked = todo.popleft()
    if kept:
        kept.add(asked.line, text)
    return text


class _Passing(Exception):
    """A fault that another attempt may not meet."""

    def __init__(self, fault: Error, wait: str = "") -> None:
        super().__init__(fault.message)
        self.fault = fault
        self.wait = wait  # seconds that the service asks for


def _post(transport: Transport, lines: list[bytes], hold: Hold) -> Generator[bytes, None, None]:
    hold.paying = True
    with ExitStack() as exchange:
        with hold:
            answer = exchange.enter_context(transport.open("POST", "/batch/values", _headers, b"".join(lines)))
        if answer.status != 200:
            fault = of_answer(answer.status, answer.read(), answer.headers.get("X-Request-Id", ""))
            raise _Passing(fault, answer.headers.get("Retry-After", "")) if fault.status in passing else fault
        while True:
            with hold:
                line = answer.readline()
            if not line.endswith(b"\n"):
                return  # at the end, or cut off
            if line.startswith(b'{"rows":'):
                raise _ended(json.loads(line))
            yield line


def _ended(last: Mapping[str, Any]) -> Exception:
    """Returns the error of a batch that says why it ends early."""
    reason = Reason(last["reason"], last["message"])
    if reason.reason in ("unavailable", "rate_limited"):
        return _Passing(Unavailable(reason.message, 503, (reason,)))
    return BatchEnded(reason.message, 200, (reason,))


def plain(cell: Any) -> Any:
    """Returns a cell as JSON has it: what is no number, or no finite one, is not known, and a period must be a day.

    What is neither text, number, yes or no nor a day, such as a Timedelta, is an error.
    """
    if hasattr(cell, "item") and not cell.shape:  # of numpy, and no array
        cell = (cell.astype("datetime64[us]") if cell.dtype.kind == "M" else cell).item()
    if hasattr(cell, "start_time"):  # of pandas
        if cell.start_time.date() != cell.end_time.date():
            raise ValueError(f"{cell} is no day; give one, such as {cell.start_time.date()}")
        return cell.start_time.date().isoformat()
    if isinstance(cell, (datetime.datetime, datetime.date)):
        return cell.isoformat()
    if isinstance(cell, decimal.Decimal):
        whole = cell.is_finite() and cell == cell.to_integral_value()
        cell = int(cell) if whole else float(cell)
    if not isinstance(cell, (str, int, float, type(None))):
        raise ValueError(f"{cell!r} is no value of a home: give text, a number, yes or no, or a day")
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell


def asked(row: Row) -> Asked:
    """Returns a row as it is sent. One that can't be is answered as the service answers a malformed one, and costs nothing."""
    cells = {}
    for name, cell in row.items():
        try:
            cells[name] = plain(cell)
        except ValueError as fault:
            return Asked(b"null", f"{name}: {fault}")
    try:
        line = json.dumps(cells, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
    except ValueError as fault:
        return Asked(b"null", f"the row is no text: {fault}")
    if len(line) > longest_row:
        return Asked(b"null", f"the row has {len(line)} bytes, and {longest_row} is the most")
    return Asked(line)


def _batches(rows: Iterable[Row]) -> Iterator[list[Asked]]:
    batch: list[Asked] = []
    size = 0
    for row in rows:
        one = asked(row)
        if batch and (len(batch) == most_rows or size + len(one.line) > most_bytes):
            yield batch
            batch, size = [], 0
        batch.append(one)
        size += len(one.line)
    if batch:
        yield batch
