"""Names with underlines beside the service's, for parameters and for the objects of answers."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Dict, Mapping, Sequence, TypeVar

R = TypeVar("R", bound="Record")


def api_name(name: str) -> str:
    """Returns the service's name of a field or parameter: weighted_value is weightedValue, from_ is from."""
    if name.startswith(("num_", "cat_")):  # a characteristic that an edition has beyond the common ones
        return name
    return re.sub(r"_+(.)", lambda m: m[1].upper(), name.rstrip("_"))


def parameters(given: Mapping[str, Any], place: Sequence[Any] = (), names: Sequence[str] = ()) -> dict[str, Any]:
    """Returns what a caller gives, by name or by its place among names, under the service's names, and without None."""
    if len(place) > len(names):
        raise TypeError(f"{len(place)} parameters have no name, and {len(names)} are the most: {', '.join(names)}")
    asked: dict[str, Any] = dict(zip(names, place))
    for name, value in (*given.items(), *(given.get("more") or {}).items()):
        if name != "more" and api_name(name) in asked:
            raise TypeError(f"{name} is given twice")
        if name != "more" and value is not None:
            asked[api_name(name)] = value
    return asked


class Record(Dict[str, Any]):
    """An object of an answer: a dict, as JSON has it, whose fields are attributes too.

    record["weightedValue"], record["weighted_value"], record.get("weightedValue"), record.weighted_value and
    record.weightedValue are one. An attribute that may be absent is None then.
    """

    _parts: ClassVar[Mapping[str, type[Record]]] = {}  # of fields that are records, or lists of them

    def __missing__(self, name: str) -> Any:
        other = api_name(name)
        if other == name or not super().__contains__(other):
            raise KeyError(name)
        return super().__getitem__(other)

    def __getattr__(self, name: str) -> Any:
        if name in self:
            return self[name]
        if name in type(self).__annotations__:
            return None
        raise AttributeError(f"the answer has no {name}")

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or isinstance(name, str) and super().__contains__(api_name(name))

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default


def read(kind: type[R], raw: Mapping[str, Any]) -> R:
    """Returns a record of a kind, whose parts are of theirs."""
    made = kind(raw)
    for name, part in kind._parts.items():
        if isinstance(raw.get(name), list):
            made[name] = [read(part, each) for each in raw[name]]
        elif raw.get(name) is not None:
            made[name] = read(part, raw[name])
    return made
