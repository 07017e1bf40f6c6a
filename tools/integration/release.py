# SPDX-License-Identifier: BSD-3-Clause
"""
Builds a release in tools/release's export of a commit: sdist, wheel, amalgamations for each target, an SBOM, checksums.
Usage: python3 -m integration.release FOLDER
"""

import gzip
import hashlib
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from datetime import datetime, timezone
from importlib.metadata import version as installed
from io import BytesIO
from pathlib import Path
from uuid import UUID, uuid5

from integration.pack import ROOT, generated, read, version, write

SET = "default"
# The packages that the generator needs: licence, scope, reason. Generated code contains none of them.
GENERATOR = {
    "Jinja2": ("BSD-3-Clause", "required", "3.1 or newer"),
    "MarkupSafe": ("BSD-3-Clause", "required", "asked for by Jinja2"),
    "tomli": ("MIT", "optional", "with Python 3.10 alone"),
}
MANUAL = ("--module=permkern.cli", "--function=make_parser", "--manual-title=permkern", "--project-name=permkern")
NAMES = UUID("6a0c9a2e-5b1f-4c0e-9d55-7065726d6b6e")  # the project's namespace for SBOM serial numbers


def run(*command: str | Path) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def packed(files: Mapping[str, tuple[bytes, bool]], epoch: int) -> bytes:
    """Returns a .tar.gz. files: content and executable bit by name. Sorted entries, fixed mtime, uid and gid 0."""
    plain = BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, (content, executable) in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(content), epoch, 0o755 if executable else 0o644
            tar.addfile(entry, BytesIO(content))
    return gzip.compress(plain.getvalue(), 9, mtime=epoch)


def manual() -> None:
    """Writes the command line's manual page for the sdist and the wheel."""
    about = ("--version", version(), "--description", "kernels that permute tensor axes")
    page = run("argparse-manpage", *MANUAL, *about)
    licence = '.\\" SPDX-License-Identifier: BSD-3-Clause\n'
    (ROOT / "docs" / "permkern.1").write_text(licence + page, encoding="utf-8")


def packages(folder: Path, epoch: int) -> None:
    """Writes the sdist and the wheel built from it, then packs the sdist again with fixed mtimes."""
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as tar:
        opened = ((entry, tar.extractfile(entry)) for entry in tar)
        files = {entry.name: (file.read(), bool(entry.mode & 0o100)) for entry, file in opened if file is not None}
    sdist.write_bytes(packed(files, epoch))


def code(folder: Path) -> None:
    """Writes the set default's amalgamations: for all targets together, and for each target."""
    sys.path.insert(0, str(ROOT))
    from permkern.kernels.instruction_sets import TARGETS

    for target in ("", *TARGETS):
        options = ["--target", target] if target else ["--cpp"]
        files = generated("amalgamate", *options, SET) | read("LICENSE")
        stem = f"permkern-{version()}-{target or 'all-targets'}"
        write(folder, f"{stem}.zip", {f"{stem}/{name}": content for name, content in files.items()})


def sums(folder: Path) -> dict[str, str]:
    """Returns the files' SHA-256 by name."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def sbom(folder: Path, epoch: int) -> None:
    """Writes the SBOM in CycloneDX: permkern with each file's hash, and the generator's packages."""
    own = {
        "type": "library",
        "bom-ref": "permkern",
        "name": "permkern",
        "version": version(),
        "purl": f"pkg:pypi/permkern@{version()}",
        "description": "C library without dependencies, and the Python generator of its kernels",
        "licenses": [{"license": {"id": "BSD-3-Clause"}}],
        "externalReferences": [
            {"type": "distribution", "url": name, "hashes": [{"alg": "SHA-256", "content": digest}]}
            for name, digest in sums(folder).items()
        ],
    }
    needed = [
        {
            "type": "library",
            "bom-ref": name,
            "name": name,
            "version": installed(name),
            "purl": f"pkg:pypi/{name.lower()}@{installed(name)}",
            "description": f"runs in the generator, and is no part of the release: {why}",
            "licenses": [{"license": {"id": licence}}],
            "scope": scope,
        }
        for name, (licence, scope, why) in GENERATOR.items()
    ]
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": uuid5(NAMES, f"{version()} {epoch}").urn,
        "version": 1,
        "metadata": {"timestamp": datetime.fromtimestamp(epoch, timezone.utc).isoformat(), "component": own},
        "components": needed,
        "dependencies": [
            {"ref": "permkern", "dependsOn": ["Jinja2", "tomli"]},
            {"ref": "Jinja2", "dependsOn": ["MarkupSafe"]},
        ],
    }
    (folder / f"permkern-{version()}.cdx.json").write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def build(folder: Path) -> None:
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])
    manual()
    packages(folder, epoch)
    code(folder)
    sbom(folder, epoch)
    lines = [f"{digest}  {name}\n" for name, digest in sums(folder).items()]
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]))
