# SPDX-License-Identifier: BSD-3-Clause
"""
Names the folders of the packages, and adds the compiled part, permkern.permute for NumPy arrays; pyproject.toml has all
else. Without a C compiler the package installs without it. One build serves all versions of Python from 3.11 on, where
the limited API has buffers.
"""

import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# generator/ is permkern. templates/, src/ and include/ are in it when installed. An application may be absent.
FOLDERS = {
    "permkern": "generator",
    **{f"permkern.{name}": f"generator/{name}" for name in ("kernels", "listings", "package", "sets")},
    **{f"permkern.{name}": name for name in ("include", "src", "templates")},
    "permkern.include.api": "include/api",
    "permkern.certify": "apps/certify",
    "permkern.models": "apps/models",
    "permkern.reports": "apps/report",
}
packages = {name: folder for name, folder in FOLDERS.items() if Path(folder).is_dir()}
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


class Build(build_ext):
    """Makes wheels without the compiled part wheels for all platforms."""

    def run(self) -> None:
        super().run()
        wheel = self.distribution.get_command_obj("bdist_wheel", create=False)
        if wheel is not None and not any(Path(path).is_file() for path in self.get_outputs()):
            wheel.root_is_pure, self.distribution.ext_modules = True, None


setup(
    cmdclass={"build_ext": Build},
    packages=list(packages),
    package_dir=packages,
    ext_modules=[native],
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if limited else {},
)
