"""The client: one home by its parameters, or a table of homes."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Mapping

from . import batch, columns as named, frame as frames
from .answer import Answer
from .errors import BatchEnded
from .transport import Transport

if TYPE_CHECKING:
    import pandas as pd

    from .schema import FoundHome, HomevalueResponse, Why, WhyComparable

Progress = Callable[[int, int], None]  # rows answered, and rows in all


class Client:
    """A service and the key to it.

    Parameters are those of the service, such as postalCode, houseNumber and valuationDate. A request that meets a busy or
    unreachable service is tried again, retries times.
    """

    def __init__(self, url: str, key: str, *, timeout: float = 60, retries: int = 5) -> None:
        self._transport = Transport(url, key, timeout, retries)
        self._row_names: list[str] = []

    def home(self, **parameters: Any) -> Answer[HomevalueResponse]:
        """Values one home: the answer of /v1/homevalue."""
        return self._ask("/v1/homevalue", parameters)

    def explain(self, **parameters: Any) -> Answer[Why]:
        """Values one home, with the steps, evidence and doubts that led to the value."""
        return self._ask("/v1/homevalue/explanation", parameters)

    def comparables(self, **parameters: Any) -> list[WhyComparable]:
        """Returns the sales that a value rests on, those with the most weight first, each with its adjustments."""
        return list(self._ask("/v1/homevalue/comparables", parameters)["comparables"])

    def search(self, query: str, limit: int = 8) -> list[FoundHome]:
        """Returns the addresses that a text may mean, the best first."""
        return list(self._ask("/v1/addresses", {"query": query, "limit": limit})["homes"])

    def value(
        self,
        frame: pd.DataFrame,
        columns: Iterable[str] | Mapping[str, str] | None = None,
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """Values the homes of a data frame, a row each, and returns it with the values, or the reason why a row has none.

        Columns bear the names of parameters, postal_code or postalCode, and bagId may stand for the address. columns says
        which to send, also as a mapping from other names; the others stay as they are. An answer's column whose name the
        frame has, such as status, becomes status_gevel. progress is called with the rows
        answered and the rows in all; True writes them to the standard error. A batch that ends early raises BatchEnded,
        whose answered has the rows so far.
        """
        known = self._parameters()
        send = named.match(frame.columns, known) if columns is None else named.chosen(columns, known)
        named.single(frame.columns, send)
        report = _write if progress is True else progress or None
        valued = frames.Valued(frame)
        try:
            for answer in batch.values(self._transport, frames.rows(frame, send)):
                valued.add(answer)
                if report and (valued.count % batch.most_rows == 0 or valued.count == len(frame)):
                    report(valued.count, len(frame))
        except BatchEnded as ended:
            ended.answered = valued.result()
            raise
        return valued.result()

    def values(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yields the answer of each row, in order, without pandas. Rows may be endless: a batch of them is in memory."""
        return batch.values(self._transport, rows)

    def _ask(self, path: str, parameters: Mapping[str, Any]) -> Answer[Any]:
        query = {name: _text(v) for name, v in parameters.items() if v is not None}
        read = json.loads(self._transport.get(path, query))
        return Answer(read["id"], read["params"] or {}, read["data"], read["meta"] or {})

    def _parameters(self) -> list[str]:
        """Returns what a row may have, by the service's own description: an edition may bring more characteristics."""
        if not self._row_names:
            described = json.loads(self._transport.get("/batch/openapi.json"))
            self._row_names = list(described["components"]["schemas"]["BatchRow"]["properties"])
        return self._row_names


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _write(done: int, of: int) -> None:
    print(f"\rvalued {done} of {of}", end="\n" if done == of else "", file=sys.stderr, flush=True)
