# SPDX-License-Identifier: BSD-3-Clause
"""Installs Debian packages with apt-get: prints their names and sizes, and waits for apt's locks."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

LOCK_SECONDS = 600  # longest wait for another apt-get's locks


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def is_allowed() -> bool:
    """True for root on a system with apt-get."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt(*words: str, quiet: bool = False, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs apt-get. Waits while another apt-get holds a lock; apt-get itself does not wait for the package lists."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    settings = (f"DPkg::Lock::Timeout={LOCK_SECONDS}", "APT::Sandbox::User=root", "APT::Keep-Downloaded-Packages=false")
    command = ["apt-get", "-q", *(word for setting in settings for word in ("-o", setting)), *words]
    until = time.monotonic() + LOCK_SECONDS
    while True:
        done = subprocess.run(
            command, env=environment, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        locked = "Could not get lock" in done.stderr or "Unable to lock" in done.stderr
        if not locked or time.monotonic() > until:
            break
        say("waiting for another apt-get to end")
        time.sleep(10)
    if done.returncode != 0 and not quiet:
        say(done.stderr[-2000:])
    return done


def known(names: Sequence[str]) -> str:
    """Returns the first of a package's possible names that apt knows; empty if it knows none."""
    for name in names:
        if subprocess.run(["apt-cache", "show", name], capture_output=True, check=False).returncode == 0:
            return name
    return ""


def update(packages: Sequence[Sequence[str]]) -> None:
    """Updates apt's package lists if they lack a package."""
    if any(not known(names) for names in packages):
        apt("update")


def install(packages: Sequence[Sequence[str]]) -> None:
    """Prints the packages with their sizes, then installs them. packages: possible names for each package."""
    update(packages)
    found = [known(names) for names in packages]
    absent = [names[0] for names, name in zip(packages, found, strict=True) if not name]
    if absent:
        say(f"apt has no package {', '.join(absent)}")
    wanted = list(dict.fromkeys(name for name in found if name))
    if not wanted:
        return
    words = ("install", "--no-install-recommends", *wanted)
    plan = apt(*words, "--assume-no", quiet=True).stdout
    load = re.search(r"Need to get ([\d.,]+ [kMG]?B)", plan)
    disk = re.search(r"([\d.,]+ [kMG]?B) of additional disk space", plan)
    sizes = f" ({load[1]} to download, {disk[1]} on the disk)" if load and disk else ""
    say(f"installing with apt-get{sizes}: {' '.join(wanted)}")
    if apt(*words, "--yes", quiet=True).returncode != 0:  # the lists may be older than the archive
        apt("update")
        apt(*words, "--yes")
