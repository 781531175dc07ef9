"""Many homes in one go: rows out, answers in, batch after batch."""

from __future__ import annotations

import datetime
import decimal
import json
import math
from typing import Any, Iterable, Iterator, Mapping

from .errors import BatchEnded, Error, Reason, Unavailable, of_answer
from .transport import Transport, Unreached

# A batch is sent whole before its answers are read, so that both must fit what connections buffer.
most_rows = 500
most_bytes = 48 << 10

_headers = {"Content-Type": "application/x-ndjson", "Accept": "application/x-ndjson"}

Row = Mapping[str, Any]


def values(transport: Transport, rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """Yields the answer of each row, in order. A row that was answered is never sent again: each is a request for the quota."""
    for lines in _batches(rows):
        answered = attempt = 0
        while answered < len(lines):
            before = answered
            try:
                for answer in _post(transport, lines[answered:]):
                    answered += 1
                    yield answer
                fault: Error = Unavailable("a batch was cut off")
            except Unreached as cut:
                fault = Unavailable(f"the service can't be reached: {cut}")
            except _Passing as passing:
                fault = passing.fault
            if answered < len(lines):
                attempt = 0 if answered > before else attempt
                transport.wait(attempt, fault)
                attempt += 1


class _Passing(Exception):
    """A fault that another attempt may not meet."""

    def __init__(self, fault: Error) -> None:
        super().__init__(fault.message)
        self.fault = fault


def _post(transport: Transport, lines: list[bytes]) -> Iterator[dict[str, Any]]:
    with transport.open("POST", "/batch/values", _headers, b"".join(lines)) as answer:
        if answer.status != 200:
            fault = of_answer(answer.status, answer.read(), answer.headers.get("X-Request-Id", ""))
            raise _Passing(fault) if fault.status in (429, 502, 503, 504) else fault
        for line in answer:
            if not line.endswith(b"\n"):
                return  # cut off
            read = json.loads(line)
            if "rows" in read and "line" not in read:
                raise _ended(read)
            yield read


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
    if hasattr(cell, "item"):  # of numpy
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


def _batches(rows: Iterable[Row]) -> Iterator[list[bytes]]:
    lines: list[bytes] = []
    size = 0
    for row in rows:
        cells = {name: plain(cell) for name, cell in row.items()}
        line = json.dumps(cells, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
        if lines and (len(lines) == most_rows or size + len(line) > most_bytes):
            yield lines
            lines, size = [], 0
        lines.append(line)
        size += len(line)
    if lines:
        yield lines
