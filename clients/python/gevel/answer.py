"""The answer to a question about one home."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, Mapping, TypeVar

Data = TypeVar("Data")


@dataclass(frozen=True)
class Answer(Generic[Data]):
    """What the service answers. answer["weightedValue"] is a field of its data."""

    id: str  # of the request; the service's log has it
    params: Mapping[str, Any]  # as the service understood them
    data: Data
    meta: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.data[name]  # type: ignore[index]
