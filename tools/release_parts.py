# SPDX-License-Identifier: BSD-3-Clause
"""
Builds the parts of a release from the checkout that this file is in, for releasing.py, which sets SOURCE_DATE_EPOCH:
release_parts.py FOLDER PART...
"""

import gzip
import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timezone
from importlib.metadata import metadata
from io import BytesIO
from pathlib import Path
from uuid import UUID, uuid5

from cyclonedx.contrib.hash.factories import HashTypeFactory
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL
from packing import BESIDE, ROOT, Package, beside, generated, version, write

sys.path.insert(0, str(ROOT))
from generator.instruction_sets import TARGETS

EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])
SET = "default"
# Beside Python, what the generator runs with. Nothing of it gets into generated code.
GENERATOR = {"Jinja2": "3.1 or newer", "MarkupSafe": "asked for by Jinja2", "tomli": "with Python 3.10 alone"}
# A name space of the project's own, for the SBOM's serial number.
NAMES = UUID("6a0c9a2e-5b1f-4c0e-9d55-7065726d6b6e")


# ---- archives ----


def packed(files: Mapping[str, tuple[bytes, bool]]) -> bytes:
    """Returns a .tar.gz of files by name: whether each may be executed. Sorted, of one time, of nobody."""
    plain = BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, (content, executable) in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(content), EPOCH, 0o755 if executable else 0o644
            tar.addfile(entry, BytesIO(content))
    return gzip.compress(plain.getvalue(), 9, mtime=EPOCH)


def unpacked(archive: Path) -> Iterator[tuple[str, tuple[bytes, bool]]]:
    with tarfile.open(archive) as tar:
        for entry in tar:
            file = tar.extractfile(entry)
            if file is not None:
                yield entry.name, (file.read(), bool(entry.mode & 0o100))


def zipped(archive: Path) -> bytes:
    """Returns a wheel with its files in order, of one time and mode. Their bytes, which RECORD lists, are the same."""
    time = datetime.fromtimestamp(EPOCH, timezone.utc).timetuple()[:6]
    made = BytesIO()
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(made, "w") as new:
        for name in sorted(old.namelist()):
            entry = zipfile.ZipInfo(name, time)
            entry.external_attr = 0o100644 << 16
            new.writestr(entry, old.read(name), zipfile.ZIP_DEFLATED)
    return made.getvalue()


# ---- parts ----


def run(*command: str | Path) -> None:
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")


def packages(folder: Path) -> None:
    """The sdist, and the wheel, which is built from it."""
    with tempfile.TemporaryDirectory() as place:
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", place, ROOT)
        (sdist,), (wheel,) = (sorted(Path(place).glob(pattern)) for pattern in ("*.tar.gz", "*.whl"))
        (folder / sdist.name).write_bytes(packed(dict(unpacked(sdist))))
        (folder / wheel.name).write_bytes(zipped(wheel))


def code(folder: Path) -> None:
    """The amalgamation of the set default: for all targets, and for each one alone."""
    for target in ("", *TARGETS):
        options = ["--target", target] if target else ["--cpp"]
        files = {
            **generated("amalgamate", *options, SET),
            **{name: beside()[name] for name in BESIDE if name == "LICENSE"},
        }
        stem = f"permkern-{version()}-{target or 'all-targets'}"
        write(Package(f"{stem}.zip", {f"{stem}/{name}": content for name, content in files.items()}), folder)


def site(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as place:
        html = Path(place) / "html"
        run("sphinx-build", "-q", "-E", "-W", "-c", "docs", "-d", Path(place) / "trees", ".", html)
        (html / ".buildinfo").unlink(missing_ok=True)
        stem = f"permkern-{version()}-docs"
        files = {
            f"{stem}/{path.relative_to(html)}": (path.read_bytes(), False) for path in html.rglob("*") if path.is_file()
        }
    (folder / f"{stem}.tar.gz").write_bytes(packed(files))


def sha256(content: bytes) -> HashType:
    return HashTypeFactory().from_hashlib_alg("sha256", hashlib.sha256(content).hexdigest())


def sbom(folder: Path) -> None:
    """What the release consists of: permkern with each file's hash, and what its generator runs with."""
    licences = LicenseFactory()
    own = licences.make_from_string("BSD-3-Clause")
    permkern = Component(
        name="permkern",
        version=version(),
        type=ComponentType.LIBRARY,
        bom_ref="permkern",
        licenses=[own],
        purl=PackageURL("pypi", None, "permkern", version()),
        description="C library without dependencies, and the Python generator of its kernels",
        external_references=[
            ExternalReference(
                type=ExternalReferenceType.DISTRIBUTION, url=XsUri(path.name), hashes=[sha256(path.read_bytes())]
            )
            for path in sorted(folder.iterdir())
        ],
    )
    needed = []
    for name, why in GENERATOR.items():
        told = metadata(name)
        expression = told["License-Expression"] or told["License"] or LICENCES[name]
        needed.append(
            Component(
                name=name,
                version=told["Version"],
                type=ComponentType.LIBRARY,
                bom_ref=name,
                licenses=[licences.make_from_string(expression)],
                scope=ComponentScope.OPTIONAL if name == "tomli" else ComponentScope.REQUIRED,
                purl=PackageURL("pypi", None, name.lower(), told["Version"]),
                description=f"runs in the generator, and is no part of the release: {why}",
            )
        )
    bom = Bom(components=needed)
    bom.metadata.component = permkern
    bom.metadata.licenses = [own]
    bom.metadata.timestamp = datetime.fromtimestamp(EPOCH, timezone.utc)
    bom.serial_number = uuid5(NAMES, f"{version()} {EPOCH}")
    bom.register_dependency(permkern, [each for each in needed if each.name != "MarkupSafe"])
    bom.register_dependency(needed[0], [needed[1]])
    text = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=2)
    (folder / f"permkern-{version()}.cdx.json").write_text(text + "\n", encoding="utf-8")


# Of packages that name their licence by a classifier alone.
LICENCES = {"Jinja2": "BSD-3-Clause", "MarkupSafe": "BSD-3-Clause", "tomli": "MIT"}
BUILDERS: Mapping[str, Callable[[Path], None]] = {"packages": packages, "code": code, "site": site, "sbom": sbom}


def main(folder: Path, parts: list[str]) -> None:
    for part in parts:
        BUILDERS[part](folder)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())]
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
