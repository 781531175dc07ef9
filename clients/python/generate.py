"""Writes gevel/schema.py from the service's own descriptions: python3 generate.py OPENAPI.json..."""

from __future__ import annotations

import json
import keyword
import re
import sys
from typing import Any, Callable, Iterator, NamedTuple


class Question(NamedTuple):
    """A method of the client, which asks a path."""

    method: str
    path: str
    says: str
    part: str = ""  # of the answer's data that it returns


questions = (
    Question("home", "/v1/homevalue", "Values one home."),
    Question("weighted_value", "/v1/homevalue/value", "Returns the value and class alone."),
    Question("available", "/v1/homevalue/available", "Says whether the home can be valued; meta has the reason where not."),
    Question("explain", "/v1/homevalue/explanation", "Values one home, with the steps, evidence and doubts behind it."),
    Question(
        "comparables", "/v1/homevalue/comparables",
        "Returns the sales that a value rests on, those with the most weight first, each with its adjustments.", "comparables",
    ),
    Question("photos", "/v1/house-images", "Returns URLs of the home's photos, which work for 24 hours."),
    Question(
        "front_views", "/v1/get_front_view", "Returns the URL of one front view for each number id; meta names those without.",
    ),
    Question("addresses", "/v1/addresses", "Returns the addresses that a text may mean, the best first."),
    Question("report", "/page/report", "Returns a report on one home, as an HTML file for A4."),
    Question("worksheet", "/page/worksheet", "Values one home with an appraiser's judgement. {} lists the comparables."),
    Question("worksheet_report", "/page/worksheet/report", "Returns the report that a judgement leads, as an HTML file for A4."),
)

# Answers of rows, which no question above has.
roots = ["BatchAnswer"]

head = '''"""The types of questions and answers. Written by generate.py from the service's descriptions."""

from __future__ import annotations

import datetime
import json
from typing import Any, Dict, Iterable, List, Literal, Mapping, TypeVar, Union, overload

from .answer import Answer
from .record import Record, parameters

Day = Union[datetime.date, str]  # 2026-11-20
Kind = TypeVar("Kind", bound=Record)
'''

plain = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "object": "Dict[str, Any]"}

# What a field of a record may not be called, besides words of Python itself.
taken = frozenset(dir(dict))


def snake(name: str) -> str:
    """Returns a field's name with underlines, and with one more where it would be something else."""
    made = re.sub(r"(?<=[a-z0-9])[A-Z]", lambda m: "_" + m[0].lower(), name)
    return made + "_" if keyword.iskeyword(made) or made in taken else made


def type_of(schema: dict[str, Any]) -> str:
    """Returns the Python type of a schema."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "allOf" in schema:  # one, with a description of its own
        return type_of(schema["allOf"][0])
    if "anyOf" in schema:
        parts = [type_of(s) for s in schema["anyOf"] if s.get("enum") != [None]]
        return " | ".join(dict.fromkeys(parts + ["None"] * (len(parts) < len(schema["anyOf"]))))
    if "enum" in schema:
        named = "Literal[" + ", ".join(json.dumps(v) for v in schema["enum"] if v is not None) + "]"
    elif schema.get("type") == "array":
        named = f"List[{type_of(schema['items'])}]"
    else:
        named = plain[schema.get("type", "object")]
    return named + (" | None" if schema.get("nullable") else "")


def given_type(schema: dict[str, Any]) -> str:
    """Returns the Python type of what a caller gives."""
    if schema.get("format") == "date":
        return "Day"
    return type_of(schema).replace("List[", "Iterable[")


def needed(schemas: dict[str, Any], names: list[str]) -> set[str]:
    """Returns the names, and those that they refer to."""
    found: set[str] = set()
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            names += refs(schemas[name])
    return found


def refs(schema: Any) -> Iterator[str]:
    """Yields the names of the schemas that a part of a description refers to."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].rpartition("/")[2]
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from refs(part)


def write_record(name: str, schema: dict[str, Any]) -> None:
    """Writes the class of an object, whose fields have two names."""
    print(f"\n\nclass {name}(Record):")
    for field, typ in schema["properties"].items():
        kind, said = type_of(typ), typ.get("description")
        if field not in schema.get("required", ()) and not kind.endswith("None"):
            kind += " | None"
        names = [each for each in dict.fromkeys([snake(field), field]) if each.isidentifier() and each + "_" != snake(field)]
        for each in names or [f"# {field}"]:
            print(f"    {each}: {kind}" + (f"  # {said}" if said and each == (names or [each])[0] else ""))
    if not any(field.isidentifier() for field in schema["properties"]):
        print("    pass")


def write_parts(schemas: dict[str, Any], names: list[str]) -> None:
    """Writes which fields are records too."""
    print("\n")
    for name in names:
        parts = {
            field: ref for field, typ in schemas[name].get("properties", {}).items()
            for ref in refs(typ) if "properties" in schemas[ref]
        }
        if parts:
            print(f"{name}._parts = {{" + ", ".join(f'"{field}": {part}' for field, part in parts.items()) + "}")


def parameter(p: dict[str, Any], name: str, open: bool) -> str:
    """Returns a parameter as a signature has it; open ones need not be given."""
    kind = given_type(p["schema"])
    return f"{name}: {kind}" if p.get("required") and not open else f"{name}: {kind} | None = None"


def write_question(q: Question, operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Writes a method, once for each spelling of its parameters."""
    content = operation["responses"]["200"]["content"]
    answer, asked, body = "str", [p for p in operation["parameters"] if p["in"] == "query"], "requestBody" in operation
    data = ""
    if "application/json" in content:
        data = type_of(content["application/json"]["schema"]["properties"]["data"])
        answer = f"Answer[{data}]"
    if q.part:
        answer = type_of(schemas[data]["properties"][q.part])
    names = [] if body else [p["name"] for p in asked if p.get("required")][:2]
    first = ["self"] + ["judgement: Mapping[str, Any]"] * body
    spellings: list[Callable[[str], str]] = [snake, str]
    spelled = []
    for spell in spellings:
        places = [p for p in asked if p["name"] in names and spell is snake]
        rest = [parameter(p, spell(p["name"]), body) for p in asked if p not in places]
        if any(p["name"] == "buildType" for p in asked):
            rest.append("more: Mapping[str, Any] | None = None")
        spelled.append(",\n        ".join(first + [parameter(p, spell(p["name"]), False) for p in places] + ["*"] + rest))
    same = spelled[0] == spelled[1]
    for signature in [] if same else spelled:
        print(f"    @overload\n    def {q.method}(\n        {signature},\n    ) -> {answer}: ...\n")
    signature, given = ", ".join(first + ["*place: Any"] * bool(names) + ["**given: Any"]), "given"
    if same:
        signature = f"\n        {spelled[0]},\n    "
        given = "{" + ", ".join(f'"{p["name"]}": {p["name"]}' for p in asked) + "}"
    elif names:
        given += f", place, {json.dumps(names)}"
    print(f"    def {q.method}({signature}) -> {answer}:")
    print(f'        """{q.says}"""')
    sent = f'self._ask("{"POST" if body else "GET"}", "{q.path}", parameters({given})'
    sent += ", json.dumps(judgement).encode())" if body else ")"
    if not data:
        print(f"        return {sent}.decode()\n")
    elif q.part:
        print(f"        return self._answer({data}, {sent}).data.{q.part}\n")
    else:
        print(f"        return self._answer({data}, {sent})\n")


def main(paths: list[str]) -> None:
    schemas: dict[str, Any] = {}
    operations: dict[str, Any] = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            described = json.load(file)
        schemas.update(described["components"]["schemas"])
        base = described["servers"][0]["url"].rstrip("/")
        operations.update({base + path: ways.get("get") or ways["post"] for path, ways in described["paths"].items()})
    asked = [operations[q.path] for q in questions]
    used = [o["parameters"] for o in asked]
    for content in (o["responses"]["200"]["content"] for o in asked):
        if "application/json" in content:
            used.append(content["application/json"]["schema"]["properties"]["data"])
    names = sorted(needed(schemas, roots + list(refs(used))))
    print(head)
    for name in names:
        if "properties" not in schemas[name]:
            print(f"{name} = {type_of(schemas[name])}")
    for name in names:
        if "properties" in schemas[name]:
            write_record(name, schemas[name])
    write_parts(schemas, names)
    print('''

class Questions:
    """The questions that a client asks of the service. Their parameters have the service's names, or those with underlines.

    more has characteristics that an edition has beyond the common ones, such as num_balconies.
    """

    def _ask(self, method: str, path: str, asked: Mapping[str, Any], body: bytes = b"") -> bytes:
        raise NotImplementedError

    def _answer(self, kind: type[Kind], text: bytes) -> Answer[Kind]:
        raise NotImplementedError
''')
    for q, operation in zip(questions, asked):
        write_question(q, operation, schemas)


if __name__ == "__main__":
    main(sys.argv[1:])
