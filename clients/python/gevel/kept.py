"""A file of rows and their answers, by which a run that ended goes on where it was."""

from __future__ import annotations

import json
import os
from typing import Any, BinaryIO


class Kept:
    """A line for each row in turn: {"row": what was asked, "answer": what the service said}."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)
        self._file: BinaryIO = open(path, "a+b", buffering=0)
        self._rows = 0
        self._earlier: BinaryIO | None = None
        try:
            self._cut()
            self._earlier = open(path, "rb")
        except BaseException:
            self._file.close()
            raise

    def _cut(self) -> None:
        """Cuts off a last line without an end, of a run that was killed while it wrote."""
        size = self._file.seek(0, os.SEEK_END)
        whole = size
        while whole > 0:
            start = max(0, whole - (64 << 10))
            self._file.seek(start)
            end = self._file.read(whole - start).rfind(b"\n")
            if end >= 0:
                whole = start + end + 1
                break
            whole = start
        if whole < size:
            self._file.truncate(whole)

    def earlier(self, asked: bytes) -> Any:
        """Returns the answer of an earlier run to the next row, None behind its last. Another row there is an error."""
        if self._earlier is None:
            return None
        line = self._earlier.readline()
        if not line:
            self._earlier.close()
            self._earlier = None
            return None
        self._rows += 1
        try:
            read = json.loads(line)
            same, answer = read["row"] == json.loads(asked), read["answer"]
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{self._path}: line {self._rows} is no row with its answer") from None
        if not same:
            raise ValueError(f"{self._path} has the answer to another row {self._rows}; keep these rows in another file")
        return answer

    def add(self, asked: bytes, answer: bytes) -> None:
        """Adds the answer to a row."""
        self._file.write(b'{"row":' + asked.strip() + b',"answer":' + answer.strip() + b"}\n")

    def close(self) -> None:
        self._file.close()
        if self._earlier is not None:
            self._earlier.close()
