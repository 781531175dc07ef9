"""The client: one home by its parameters, or a table of homes."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Callable, Iterable, Iterator, Mapping, Optional, Protocol, TypeVar

from . import batch, columns as named, frame as frames
from .answer import Answer
from .errors import Interrupted
from .hold import Hold
from .record import Record, api_name, parameters, read
from .schema import BatchAnswer, Day, FoundHome, Questions
from .transport import Transport, fetch

Progress = Callable[[int, int], None]  # rows answered, and rows in all
Kept = Optional["str | os.PathLike[str]"]
Frame = TypeVar("Frame")  # of pandas
Kind = TypeVar("Kind", bound=Record)


class Table(Protocol):
    """A data frame, of pandas or like it."""

    @property
    def columns(self) -> Any: ...


class Client(Questions):
    """A service and the key to it.

    Parameters bear the service's names, or those with underlines: postalCode or postal_code. A request that meets a busy
    or unreachable service is tried again, for patience seconds in all; timeout is how long one may be silent. Threads may
    share a client, whose connections stay open until it is closed.
    """

    def __init__(self, url: str, key: str, *, timeout: float = 60, patience: float = 60) -> None:
        self._transport = Transport(url, key, timeout, patience)
        self._timeout = timeout
        self._row_names: list[str] = []

    def close(self) -> None:
        """Closes the connections. The client may be used on, and opens others."""
        self._transport.close_idle()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def search(self, query: str, limit: int = 8) -> list[FoundHome]:
        """Returns the addresses that a text may mean, the best first."""
        return self.addresses(query=query, limit=limit).data.homes

    def photo(self, url: str) -> bytes:
        """Returns the picture that a URL of photos or front_views leads to, for 24 hours."""
        return fetch(url, self._timeout)

    def portfolio(
        self,
        loans: str | bytes | Iterable[Mapping[str, Any]] | Table,
        *,
        valuation_date: Day | None = None,
        since: Day | None = None,
        shock: float | None = None,
        valuationDate: Day | None = None,
    ) -> Answer[Record]:
        """Returns the totals of homes that secure loans, as gevel portfolio --json writes them.

        loans is a data frame, rows as mappings, or the text of a CSV file, with the columns that gevel portfolio reads.
        since is a day to compare with, shock a change of prices such as -0.2.
        """
        terms = parameters({"valuation_date": valuation_date or valuationDate, "since": since, "shock": shock})
        if isinstance(loans, (str, bytes)):
            body, kind = loans.encode() if isinstance(loans, str) else loans, "text/csv"
        else:
            table: Any = loans
            rows = frames.rows(table, {name: str(name) for name in table.columns}) if hasattr(table, "columns") else table
            cells = [{name: batch.plain(cell) for name, cell in row.items()} for row in rows]
            body, kind = json.dumps(cells, allow_nan=False).encode(), "application/json"
        return self._answer(Record, self._ask("POST", "/page/portfolio", terms, body, kind))

    def value(
        self,
        frame: Frame,
        columns: Iterable[str] | Mapping[str, str] | None = None,
        progress: Progress | bool | None = None,
        keep: Kept = None,
    ) -> Frame:
        """Values the homes of a pandas data frame, a row each, and returns it with the values, or the reason why a row has none.

        Columns bear the names of parameters, postal_code or postalCode, and bagId may stand for the address. columns says
        which to send, also as a mapping from other names; the others stay as they are. An answer's column whose name the
        frame has, such as status, becomes status_gevel. progress is called with the rows
        answered and the rows in all; True writes them to the standard error.

        Whatever exception ends it has the rows so far in answered: an Error of the service, Interrupted for Ctrl-C, which
        waits for the answers on their way, and others. Answers are also written to the file keep, if one is given; the same
        frame with the same file then goes on behind them, and they cost nothing again.
        """
        table: Any = frame
        known = self._parameters()
        send = named.match(table.columns, known) if columns is None else named.chosen(columns, known)
        named.single(table.columns, send)
        report = _write if progress is True else progress or None
        valued = frames.Valued(table)
        with Hold() as hold:
            try:
                for answer in batch.values(self._transport, frames.rows(table, send), keep, hold):
                    valued.add(answer)
                    if report and (valued.count % batch.most_rows == 0 or valued.count == len(table)):
                        report(valued.count, len(table))
            except KeyboardInterrupt:
                raise Interrupted(valued.result()) from None
            except Exception as ended:
                setattr(ended, "answered", valued.result())
                raise
        result: Frame = valued.result()
        return result

    def values(self, rows: Iterable[Mapping[str, Any]], keep: Kept = None) -> Iterator[BatchAnswer]:
        """Yields the answer of each row, in order, without pandas. Rows may be endless: a batch of them is in memory.

        Answers are written to the file keep before they are yielded, if one is given; the same rows with the same file
        are answered from it, and go on behind it. Without keep, up to 500 rows that are on their way when the caller stops
        reading are lost, and paid for.
        """
        return batch.values(self._transport, ({api_name(k): v for k, v in row.items()} for row in rows), keep, Hold())

    def _ask(self, method: str, path: str, asked: Mapping[str, Any], body: bytes = b"", kind: str = "application/json") -> bytes:
        headers = {"Accept": "application/json"}
        if method == "POST":
            headers["Content-Type"] = kind
        return self._transport.ask(method, path, {name: _text(v) for name, v in asked.items()}, headers, body)

    def _answer(self, kind: type[Kind], text: bytes) -> Answer[Kind]:
        said = json.loads(text, object_hook=Record)
        return Answer(said["id"], said["params"] or Record(), read(kind, said["data"]), said.get("meta") or Record())

    def _parameters(self) -> list[str]:
        """Returns what a row may have, by the service's own description: an edition may bring more characteristics."""
        if not self._row_names:
            described = json.loads(self._transport.ask("GET", "/batch/openapi.json", {}, {"Accept": "application/json"}))
            self._row_names = list(described["components"]["schemas"]["BatchRow"]["properties"])
        return self._row_names


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple, set)) or hasattr(value, "tolist"):
        return ",".join(map(str, value))
    return str(value.isoformat() if hasattr(value, "isoformat") else value)


def _write(done: int, of: int) -> None:
    print(f"\rvalued {done} of {of}", end="\n" if done == of else "", file=sys.stderr, flush=True)
