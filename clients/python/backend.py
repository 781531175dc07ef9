"""Builds wheel and sdist of gevel by PEP 517, with nothing beyond Python: the same bytes each time, and no file left behind."""

from __future__ import annotations

import base64
import contextlib
import gzip
import hashlib
import io
import os
import pathlib
import re
import sys
import tarfile
import zipfile
from typing import Any, Iterator

# What Python wrote to import this file, which pip does in the folder of the source.
sys.dont_write_bytecode = True
with contextlib.suppress(OSError, TypeError):
    os.remove(globals()["__cached__"])
    os.rmdir(os.path.dirname(globals()["__cached__"]))

here = pathlib.Path(__file__).resolve().parent
versions = re.findall(r'^__version__ = "(.*)"$', (here / "gevel" / "version.py").read_text(encoding="utf-8"), re.MULTILINE)
release = f"gevel-{versions[0]}"

metadata = f"""\
Metadata-Version: 2.1
Name: gevel
Version: {versions[0]}
Summary: Client of gevel, which values homes in the Netherlands
License: Apache-2.0
Classifier: Typing :: Typed
Requires-Python: >=3.9
Provides-Extra: pandas
Requires-Dist: pandas>=1.5; extra == "pandas"
Description-Content-Type: text/markdown

{(here / "README.md").read_text(encoding="utf-8")}"""

wheel = """\
Wheel-Version: 1.0
Generator: gevel
Root-Is-Purelib: true
Tag: py3-none-any
"""


def package() -> Iterator[tuple[str, bytes]]:
    """Yields the files of the package, with their names."""
    for path in sorted((here / "gevel").iterdir()):
        if path.is_file():
            yield f"gevel/{path.name}", path.read_bytes()


def build_wheel(directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Writes the wheel, and returns its name."""
    files = dict(package())
    info = f"{release}.dist-info"
    files.update({f"{info}/METADATA": metadata.encode(), f"{info}/WHEEL": wheel.encode()})
    record = "".join(f"{name},sha256={digest(text)},{len(text)}\n" for name, text in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    name = f"{release}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(directory, name), "w") as archive:
        for path, text in files.items():
            entry = zipfile.ZipInfo(path)  # of 1980
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text, zipfile.ZIP_DEFLATED)
    return name


def build_sdist(directory: str, config_settings: Any = None) -> str:
    """Writes the archive of the source, and returns its name."""
    files = dict(package())
    files.update({name: (here / name).read_bytes() for name in ("README.md", "backend.py", "pyproject.toml")})
    files["PKG-INFO"] = metadata.encode()
    name = f"{release}.tar.gz"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, text in sorted(files.items()):
            entry = tarfile.TarInfo(f"{release}/{path}")  # of 1970
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text))
    pathlib.Path(directory, name).write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    return name


def digest(text: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
