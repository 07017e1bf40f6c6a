# SPDX-License-Identifier: BSD-3-Clause
"""Python 3.10, which has no tomllib: tomli stands in, and the generator writes the same bytes."""

import hashlib
import json
import os
import subprocess
import sys
import sysconfig

import pytest
from commands import ROOT
from permkern.kernels.inventory import make_inventory
from permkern.kernels.manifest import load_set, shipped_sets
from permkern.kernels.render import render

pytestmark = pytest.mark.ci

# Every shipped set rendered, and what is said of a set that is no TOML. Jinja2 and tomli are those of this environment,
# which any Python can read; last on the path, as other packages there stand in for modules of old Pythons.
WRITE = f"""
import hashlib, json, runpy, sys
sys.path.append({sysconfig.get_path("purelib")!r})
runpy.run_path({str(ROOT / "tools" / "permkern.py")!r})
from permkern.kernels.manifest import SetError, load_set, parse_set, shipped_sets
from permkern.kernels.inventory import make_inventory
from permkern.kernels.render import render
from permkern.kernels.tomlreader import loads
made = {{path.stem: render(make_inventory(load_set(str(path)))) for path in shipped_sets()}}
try:
    parse_set("format = 1\\n[[permute]\\n", "a.toml", "a")
except SetError as error:
    said = str(error)
digests = {{name: hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest() for name, files in made.items()}}
print(json.dumps({{"version": sys.version_info[:2], "reader": loads.__module__, "sets": digests, "said": said}}))
"""
# This Python as if it were 3.10: third parties are imported as they are.
AS_310 = """
import sys, jinja2, tomli
sys.modules["tomllib"] = None
sys.version_info = (3, 10, 12, "final", 0)
"""


@pytest.mark.parametrize(("python", "before"), [(sys.executable, AS_310), ("python3.10", "")], ids=["as", "real"])
def test_writes_the_same(python: str, before: str) -> None:
    environment = {**os.environ, "PYENV_VERSION": "3.10"}  # the 3.10 of pyenv, where that has one
    if not before and subprocess.run(["bash", "-c", f"{python} --version"], env=environment, check=False).returncode:
        pytest.skip("no Python 3.10 is installed")
    done = subprocess.run([python, "-B", "-c", before + WRITE], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["version"] == [3, 10] and found["reader"].startswith("tomli.")
    assert found["said"].startswith("a.toml:2: not TOML: ")
    assert found["sets"] == {
        path.stem: hashlib.sha256(
            repr(sorted(render(make_inventory(load_set(str(path)))).items())).encode()
        ).hexdigest()
        for path in shipped_sets()
    }
