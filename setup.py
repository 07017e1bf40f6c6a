# SPDX-License-Identifier: BSD-3-Clause
"""
Adds the compiled part of the package, permkern.permute for NumPy arrays; pyproject.toml has all else. Without a C
compiler the package installs without it. One build serves all versions of Python from 3.11 on, where the limited API
has buffers.
"""

import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup

limited = sys.version_info >= (3, 11) and not sysconfig.get_config_var("Py_GIL_DISABLED")
folders = ("generated", "include", "src")
headers = [str(path) for folder in folders for path in sorted(Path(folder).rglob("*.h"))]
library = [path for path in (*Path("generated").glob("*.c"), *Path("src").glob("*/*.c")) if path.parent.name != "mli"]
native = Extension(
    "permkern._native",
    ["generator/arrays.c", *sorted(map(str, library))],
    include_dirs=list(folders),
    define_macros=[("Py_LIMITED_API", "0x030B0000")] if limited else [],
    depends=headers,
    extra_compile_args=[] if sys.platform == "win32" else ["-O3", "-g0", "-fvisibility=hidden"],
    py_limited_api=limited,
    optional=True,
)
setup(ext_modules=[native], options={"bdist_wheel": {"py_limited_api": "cp311"}} if limited else {})
