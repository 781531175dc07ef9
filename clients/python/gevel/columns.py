"""Which columns of a table are parameters of the service."""

from __future__ import annotations

import difflib
from typing import Iterable, Mapping


def plain(name: str) -> str:
    """Returns a name without capitals and underlines: postal_code is postalCode."""
    return name.replace("_", "").lower()


def match(columns: Iterable[str], known: Iterable[str]) -> dict[str, str]:
    """Returns the parameter of each column. A column that is none is an error, since a value without it would be another."""
    parameters = {plain(name): name for name in known}
    columns = list(columns)
    single(columns, dict.fromkeys(columns))
    found: dict[str, str] = {}
    unknown = []
    for column in columns:
        parameter = parameters.get(plain(str(column)))
        if parameter is None:
            near = difflib.get_close_matches(plain(str(column)), parameters, 1)
            unknown.append(f"{column!r}" + (f" (did you mean {parameters[near[0]]!r}?)" if near else ""))
        else:
            found[column] = parameter
    if unknown:
        raise ValueError(f"no parameters are: {', '.join(unknown)}; say which columns to send with columns=[...]")
    return unique(found)


def chosen(columns: Iterable[str] | Mapping[str, str], known: Iterable[str]) -> dict[str, str]:
    """Returns the parameter of each column that the caller chose, by name or as a mapping of column to parameter."""
    if not isinstance(columns, Mapping):
        return match(columns, known)
    parameters = match(columns.values(), known)
    return unique({column: parameters[name] for column, name in columns.items()})


def single(columns: Iterable[str], sent: Iterable[str]) -> None:
    """Refuses a column that is to be sent and is there twice: no one can say which is meant."""
    names = list(columns)
    twice = [name for name in sent if names.count(name) > 1]
    if twice:
        raise ValueError(f"the frame has several columns {', '.join(map(repr, twice))}; keep one of each")


def unique(found: dict[str, str]) -> dict[str, str]:
    """Refuses two columns for one parameter."""
    by_parameter: dict[str, str] = {}
    for column, parameter in found.items():
        if parameter in by_parameter:
            raise ValueError(f"{by_parameter[parameter]!r} and {column!r} are both {parameter}")
        by_parameter[parameter] = column
    return found
