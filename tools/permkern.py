#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the generator from a checkout, in which the package permkern is the folder generator/."""

import importlib.util
import sys
from pathlib import Path

sys.dont_write_bytecode = True
package = Path(__file__).resolve().parent.parent / "generator"
spec = importlib.util.spec_from_file_location(
    "permkern", package / "__init__.py", submodule_search_locations=[str(package)]
)
assert spec is not None and spec.loader is not None
module = importlib.util.module_from_spec(spec)
sys.modules["permkern"] = module
spec.loader.exec_module(module)

if __name__ == "__main__":
    from permkern.cli import main

    sys.exit(main())
