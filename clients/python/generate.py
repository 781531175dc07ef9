"""Writes gevel/schema.py: the types of answers, from the service's own descriptions. python3 generate.py OPENAPI.json..."""

from __future__ import annotations

import json
import keyword
import sys
from typing import Any, Iterator

# The answers that the client's methods return; what they hold follows.
roots = ("HomevalueResponse", "Why", "WhyComparable", "FoundHome")

head = '''"""The types of answers. Written by generate.py from the service's descriptions."""

from __future__ import annotations

from typing import Any, Literal, TypedDict
'''

plain = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "object": "dict[str, Any]"}


def type_of(schema: dict[str, Any]) -> str:
    """Returns the Python type of a schema."""
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "allOf" in schema:  # one, with a description of its own
        return type_of(schema["allOf"][0])
    if "anyOf" in schema:
        parts = [type_of(s) for s in schema["anyOf"] if s.get("enum") != [None]]
        return " | ".join(dict.fromkeys(parts + ["None"] * (len(parts) < len(schema["anyOf"]))))
    if "enum" in schema:
        named = "Literal[" + ", ".join(json.dumps(v) for v in schema["enum"] if v is not None) + "]"
    elif schema.get("type") == "array":
        named = f"list[{type_of(schema['items'])}]"
    else:
        named = plain[schema.get("type", "object")]
    return named + (" | None" if schema.get("nullable") else "")


def needed(schemas: dict[str, Any], names: list[str]) -> set[str]:
    """Returns the names, and those that they refer to."""
    found: set[str] = set()
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            names += [ref.rpartition("/")[2] for ref in refs(schemas[name])]
    return found


def refs(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from refs(part)


def main(paths: list[str]) -> None:
    schemas: dict[str, Any] = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            schemas |= json.load(file)["components"]["schemas"]
    names = sorted(needed(schemas, [name for name in roots if name in schemas]))
    print(head)
    for name in sorted(names, key=lambda name: "properties" in schemas[name]):  # what is no class has to come first
        schema = schemas[name]
        if "properties" not in schema:
            print(f"{name} = {type_of(schema)}")
            continue
        if any(keyword.iskeyword(field) or not field.isidentifier() for field in schema["properties"]):
            fields = ", ".join(f"{field!r}: {type_of(typ)!r}" for field, typ in schema["properties"].items())
            print(f"\n\n{name} = TypedDict({name!r}, {{{fields}}})")
            continue
        print(f"\n\nclass {name}(TypedDict):")
        for field, typ in schema["properties"].items():
            said = typ.get("description")
            print(f"    {field}: {type_of(typ)}" + (f"  # {said}" if said else ""))


if __name__ == "__main__":
    main(sys.argv[1:])
