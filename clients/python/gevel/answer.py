"""The answer to a question about one home."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .record import Record

Data = TypeVar("Data", bound=Record)


@dataclass(frozen=True)
class Answer(Generic[Data]):
    """What the service answers. answer["weightedValue"] is a field of its data, and answer.data.weighted_value has a type."""

    id: str  # of the request; the service's log has it
    params: Record  # as the service understood them
    data: Data
    meta: Record  # texts: what the answer was made with, and such

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def __contains__(self, name: object) -> bool:
        return name in self.data

    def get(self, name: str, default: Any = None) -> Any:
        return self.data.get(name, default)
