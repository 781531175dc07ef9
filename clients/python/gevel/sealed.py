"""Checks that values were sealed: python3 -m gevel.sealed SEALS PROOFS.

SEALS is the JSON that a service answers at /seals, or an operator's file of seals; PROOFS is CSV with a column proof,
as gevel seal prove writes it. It shows that each value is the one that its seal has of the home. When the seal was
there is shown by a stamp of its link, which openssl ts -verify checks, or by a copy of SEALS that somebody else has.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import sys
from typing import Any

EMPTY = bytes(32)


def read_seals(text: str) -> list[dict[str, Any]]:
    """The seals of a chain, in order. ValueError: a seal was changed."""
    lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    seals = [s for line in lines for s in line.get("seals", [line]) if "root" in s]
    link = EMPTY.hex()
    for number, s in enumerate(seals, 1):
        written = (
            f"gevel seal 1\nnumber {number}\nday {s['day']}\nsealed {s['sealed']}\nedition {s['edition']}\n"
            f"made by {s['madeBy']}\nhomes {s['homes']}\nroot {s['root']}\nprevious {link}\n"
        )
        before, link = link, hashlib.sha256(written.encode()).hexdigest()
        if (s["number"], s["previous"], s["link"]) != (number, before, link):
            raise ValueError(f"seal {number} does not match its link")
    return seals


def read_proof(text: str) -> tuple[int, str, bytes]:
    """The number of the seal, the row that it has, home;value;low80;high80;fsd;class, and the root that follows.

    ValueError, IndexError: it is not written as gevel writes it.
    """
    b = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if b[:1] != b"\1":
        raise ValueError("the proof is of another version")
    number, salt, length = int.from_bytes(b[1:5], "big"), b[5:21], b[21]
    row, steps = b[22 : 22 + length], b[22 + length :]
    depth, width = steps[0], (steps[0] + 7) // 8
    marks, hashes = int.from_bytes(steps[1 : 1 + width], "big"), steps[1 + width :]
    spare = 8 * width - depth
    way = int.from_bytes(hashlib.sha256(row.split(b";")[0]).digest(), "big") >> (256 - depth)
    at = hashlib.sha256(b"\0" + salt + row).digest()
    for step in range(depth):
        beside = EMPTY
        if marks >> (spare + depth - 1 - step) & 1:
            beside, hashes = hashes[:32], hashes[32:]
            if beside == EMPTY:
                raise ValueError("the proof writes out that nothing lies beside")
        at = hashlib.sha256(b"\1" + (beside + at if way >> step & 1 else at + beside)).digest()
    if hashes or marks % (1 << spare) or base64.urlsafe_b64encode(b).decode().rstrip("=") != text:
        raise ValueError("the proof has more than it needs")
    return number, row.decode(), at


def check(seals: list[dict[str, Any]], row: dict[str, str]) -> str:
    """Checks a row of values by its proof, and returns the day of which its seal is. ValueError: it does not hold."""
    number, sealed, root = read_proof(row["proof"] or "")
    written = ";".join(row[c] or "" for c in ("dwelling_id", "value", "low80", "high80", "fsd", "class"))
    if sealed != written:
        raise ValueError(f"the proof is of {sealed}, the row says {written}")
    if not 0 < number <= len(seals) or seals[number - 1]["root"] != root.hex():
        raise ValueError(f"seal {number} has no such value")
    of = seals[number - 1]
    for column, name in (("value_date", "day"), ("edition", "edition"), ("made_by", "madeBy")):
        if row.get(column) not in (None, "", of[name]):
            raise ValueError(f"seal {number} has the {column} {of[name]}, the row {row[column]}")
    return str(of["day"])


def main(seals_path: str, proofs_path: str) -> int:
    with open(seals_path, encoding="utf-8") as f:
        seals = read_seals(f.read())
    faults = count = 0
    with open(proofs_path, encoding="utf-8", newline="") as f:
        for count, row in enumerate(csv.DictReader(f), 1):
            try:
                check(seals, row)
            except (ValueError, KeyError, IndexError) as fault:
                faults += 1
                print(f"row {count}: {fault}")
    print(f"{count - faults} of {count} values hold")
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
