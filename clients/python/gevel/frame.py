"""Data frames: pandas is asked for only here."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Iterable, Iterator, Mapping

# The columns that a value adds to a frame, with their types.
added: dict[str, str] = {
    "weightedValue": "Int64",
    "valueLow": "Int64",
    "valueHigh": "Int64",
    "confidenceClass": "Int64",
    "accuracy": "Float64",
    "forecastStandardDeviation": "Float64",
    "predictedValue": "Int64",
    "valueDate": "string",
    "status": "string",
    "bagId": "string",
    "edition": "string",
    "modelVersion": "string",
    "madeBy": "string",
    "reason": "string",
    "message": "string",
}


def rows(frame: Any, parameters: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yields the rows of a frame as parameters; what is missing is null."""
    pandas = import_module("pandas")  # by name, so that no checker of types asks for it
    scalar, names = pandas.api.types.is_scalar, list(parameters.values())
    for cells in frame[list(parameters)].itertuples(index=False, name=None):
        yield {name: None if scalar(cell) and pandas.isna(cell) else cell for name, cell in zip(names, cells)}


def answers(columns: Iterable[Any]) -> dict[str, str]:
    """Returns what the columns of answers are called beside a frame's own, which stay as they are."""
    own = set(columns)
    names = {name: f"{name}_gevel" if name in own else name for name in added}
    taken = sorted(name for name in names.values() if name in own)
    if taken:
        raise ValueError(f"the frame has columns that answers need: {', '.join(taken)}; rename them")
    return names


class Valued:
    """The answers of the first rows of a frame, in columns."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        self._answers: list[list[Any]] = []  # each whole, whenever Ctrl-C comes
        self._names = answers(frame.columns)

    @property
    def count(self) -> int:
        return len(self._answers)

    def add(self, answer: Mapping[str, Any]) -> None:
        self._answers.append([answer.get(name) for name in added])

    def result(self) -> Any:
        """Returns the rows that were answered, with their values behind what they had."""
        pandas = import_module("pandas")
        out = self._frame.iloc[: self.count].copy()
        for at, (name, kind) in enumerate(added.items()):
            out[self._names[name]] = pandas.array([answer[at] for answer in self._answers], dtype=kind)
        return out
