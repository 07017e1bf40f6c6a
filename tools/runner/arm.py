# SPDX-License-Identifier: BSD-3-Clause
"""
Unpacks a C compiler and a C library for Cortex-M from Debian packages into .arm/. The full packages take 0.8 GB, mostly
for other cores, C++ and link-time optimisation. .arm/ takes 0.1 GB and leaves the system unchanged.
"""

import re
import shutil
import subprocess
import tarfile
from pathlib import Path

from runner import apt

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".arm"
PACKAGES = ("gcc-arm-none-eabi", "binutils-arm-none-eabi", "picolibc-arm-none-eabi")
LIBRARIES = ("libisl23", "libmpc3", "libmpfr6")  # shared libraries that the compiler loads
# The library builds kept, one per core in cross/: Cortex-M0, M3, M4, M55.
CORES = r"v6-m/nofp|v7-m/nofp|v7e-m/nofp|v8-m\.main\+dp/hard"
LEFT_OUT = re.compile(
    r"/share/|/plugin/|/install-tools/|/lib/release/|/arm/|(^|/)(cc1plus|lto1|g\+\+-mapper-server|libgcov\.a)$"
    r"|-(lto-dump|gcov|gcov-dump|gcov-tool|g\+\+|c\+\+|gcc-[\d.]+)$"
    r"|/(gcc/arm-none-eabi/[\d.]+|picolibc/arm-none-eabi/lib)/lib\w+\.a$"
    rf"|/thumb/(?!(?:{CORES})/).*\.[ao]$"
)


def unpack(package: Path) -> None:
    """Unpacks the needed files from a Debian package."""
    command = ["dpkg-deb", "--fsys-tarfile", str(package)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE) as process,
        tarfile.open(fileobj=process.stdout, mode="r|") as archive,
    ):
        for member in archive:
            if not member.isdir() and not LEFT_OUT.search(member.name):
                archive.extract(member, FOLDER)


def install() -> None:
    """Downloads the packages with apt-get, which checks their signatures, and makes .arm/."""
    apt.update([(name,) for name in PACKAGES])
    apt.say(f"unpacking into .arm/ (85 MB to download, 120 MB on the disk): {' '.join(PACKAGES)}")
    shutil.rmtree(FOLDER, ignore_errors=True)
    downloads = FOLDER / "downloads"
    downloads.mkdir(parents=True)
    if apt.apt("download", *PACKAGES, cwd=downloads).returncode != 0:
        return
    for package in sorted(downloads.glob("*.deb")):
        unpack(package)
    shutil.rmtree(downloads)
    compilers = sorted((FOLDER / "usr/lib/gcc/arm-none-eabi").iterdir())
    specs = FOLDER / "usr/lib/picolibc/arm-none-eabi/picolibc.specs"
    # The specs contain the package's installed path.
    text = specs.read_text(encoding="utf-8").replace("/usr/lib/picolibc", f"{FOLDER}/usr/lib/picolibc")
    (compilers[-1] / "picolibc.specs").write_text(text, encoding="utf-8")
