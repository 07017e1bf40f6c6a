# SPDX-License-Identifier: BSD-3-Clause
"""Steps of tools/test: each way to integrate permkern is built as its users do (docs/integration.md)."""

import json
import re
import shlex
import shutil
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

import configurations
from builds import count_tests
from configurations.callers import AMALGAMS, Amalgam
from steps import BUILD, ROOT, Count, Log, StepFailed

GENERATOR: tuple[str | Path, ...] = (sys.executable, "-B", ROOT / "tools" / "permkern.py")
CAMERA = ROOT / "examples" / "camera"
Command = list[str | Path]
PLAIN = " ".join(("-O0", *configurations.named("words").defines))
NO_PYTHON = "-DPERMKERN_PYTHON=/no/such/python"
PACKERS = ROOT / ".venv-packers" / "bin"


def fresh(name: str) -> Path:
    """Returns an empty folder for a step."""
    folder = BUILD / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def refused(log: Log, command: Sequence[str | Path], says: str) -> None:
    """Checks that a command fails with a message. White space is ignored, because CMake wraps lines."""
    code, output = log.run(command)
    if code == 0 or says not in " ".join(output.split()):
        raise StepFailed(f"expected an error with {says!r}: {' '.join(map(str, command))}")


def generate(log: Log, folder: Path, permutation_set: str | Path) -> None:
    log.must([*GENERATOR, "generate", "-o", folder, str(permutation_set)])


def symbols(log: Log, path: Path) -> str:
    return log.must(["nm", "--defined-only", path])


# ---- amalgamated ----


def test_amalgam(log: Log, amalgam: Amalgam) -> Count:
    folder = fresh(f"amalgamated/{amalgam.name}")
    targets = [word for name in amalgam.made_for for word in ("--target", name)]
    api = ["--api", amalgam.api] if amalgam.api else []
    log.must([*GENERATOR, "amalgamate", *targets, *api, "-o", folder, amalgam.permutation_set])
    names = {"permkern.c", "permkern.h"}
    if amalgam.made_for:
        names |= {"permkern.hpp", "permkern_kernels.h", "permkern_pinned.hpp"}
    if {path.name for path in folder.iterdir()} != names:
        raise StepFailed(f"amalgamate writes other files than {sorted(names)}")
    generate(log, folder / "gen", amalgam.permutation_set)
    for path in (ROOT / "tests/amalgamated/meson.build", ROOT / "tests/amalgamated/meson_options.txt"):
        shutil.copy(path, folder)
    shutil.copy(ROOT / "examples/amalgamated/main.c", folder)
    build = folder / "build"
    environment = {"CC": amalgam.compiler} if amalgam.compiler else {}
    setup: Command = ["meson", "setup", "--werror", build, folder, f"-Dcheckout={ROOT}", *amalgam.options]
    log.must(setup, env=environment)
    log.must(["meson", "compile", "-C", build])
    code, _ = log.run(["meson", "test", "-C", build, "--no-rebuild", "--print-errorlogs"])
    count = count_tests(build)
    if (code == 0) != (count.failed == 0) or count.passed == 0:
        raise StepFailed(f"meson test ended with {code}, its log has {count}")
    return count


def own_mli_headers(log: Log, source: Path) -> Count:
    """Builds with the application's MLI headers, with a layout that does not fit them, and without MLI."""
    compile_it: Command = [
        "gcc",
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Wundef",
        "-Werror",
        "-c",
        source,
        "-o",
        source.with_suffix(".o"),
    ]
    own = "-DPERMKERN_MLI_HEADERS"
    last = {"mli-1.0": "mli_krn_permute_fx8", "mli-1.1": "mli_hlp_create_subtensor", "mli-2.0": "mli_krn_permute_sa8"}
    for release, name in ((configurations.named(release), name) for release, name in last.items()):
        log.must([*compile_it, own, *release.defines, f"-isystem{release.mli}"])
        if name not in symbols(log, source.with_suffix(".o")):
            raise StepFailed(f"{name} is missing in a build with the application's headers")
    for headers, macro in (("mli-1.1", "PERMKERN_MLI_MEM_STRIDE"), ("mli-2.0", "PERMKERN_MLI_2")):
        without: Command = [*compile_it, "-std=c11", own, f"-isystem{configurations.named(headers).mli}"]
        refused(log, without, f"mli_tensor does not fit {macro}")
    log.must([*compile_it, "-DPERMKERN_MLI_MEM_STRIDE=1"])
    if "mli_hlp_create_subtensor" not in symbols(log, source.with_suffix(".o")):
        raise StepFailed("the bundled headers do not take the types of MLI 1.1")
    log.must([*compile_it, "-DPERMKERN_NO_MLI"])
    if "mli_" in symbols(log, source.with_suffix(".o")):
        raise StepFailed("PERMKERN_NO_MLI does not remove MLI's functions")
    return Count(7)


def amalgamated_example(log: Log) -> Count:
    """Builds examples/amalgamated with its Makefile, and checks that a second run writes nothing."""
    folder = fresh("amalgamated/example")
    make: Command = ["make", "-C", ROOT / "examples/amalgamated", "run", f"BUILD={folder}"]
    make.append(f"PERMKERN={' '.join(map(str, GENERATOR))}")
    if "amalgamate" not in log.must(make) or "amalgamate -o" in log.must(make):
        raise StepFailed("the Makefile must write the two files in the first run, and not again in the second")
    return Count(1)


def amalgamated(log: Log) -> Count:
    count = sum((test_amalgam(log, amalgam) for amalgam in AMALGAMS), Count())
    return count + own_mli_headers(log, BUILD / "amalgamated/gcc-c99/permkern.c") + amalgamated_example(log)


def pkg_config(log: Log, folder: Path) -> list[str]:
    """Returns the options that the permkern.pc in a folder gives its users, whose spaces are escaped as for a shell."""
    return shlex.split(log.must(["pkg-config", "--cflags", "--libs", "permkern"], env={"PKG_CONFIG_PATH": str(folder)}))


# ---- CMake ----


def configure(log: Log, source: Path, build: Path, *options: str) -> str:
    return log.must(
        ["cmake", "-S", source, "-B", build, "-Wdev", "-Werror=dev", "-DCMAKE_BUILD_TYPE=Release", *options]
    )


def build_and_test(log: Log, build: Path, tests: int) -> Count:
    output = log.must(["cmake", "--build", build])
    if re.search(r"\bwarning:", output):
        raise StepFailed("the build has warnings; its log shows them")
    if f"100% tests passed, 0 tests failed out of {tests}" not in log.must(["ctest", "--test-dir", build]):
        raise StepFailed(f"ctest did not run {tests} tests")
    return Count(tests)


def cmake_installed(log: Log, folder: Path) -> Count:
    """Installs permkern, then finds it with CMake and with pkg-config. The folder's name has spaces."""
    prefix = folder / "a prefix"
    configure(
        log, ROOT, folder / "library", "-GNinja", f"-DCMAKE_INSTALL_PREFIX={prefix}", "-DCMAKE_INSTALL_LIBDIR=lib"
    )
    log.must(["cmake", "--build", folder / "library"])
    log.must(["cmake", "--install", folder / "library"])
    for part in ("examples/camera", "examples/cmake-find", "tests/consumer"):
        shutil.copytree(ROOT / part, folder / part)
    example = folder / "examples/cmake-find"
    installed = f"-DCMAKE_PREFIX_PATH={prefix}"
    configure(log, example, folder / "find", "-GUnix Makefiles", installed)
    count = build_and_test(log, folder / "find", 2)
    flags = pkg_config(log, prefix / "lib/pkgconfig")
    log.must(["gcc", ROOT / "tests/consumer/main.c", *flags, "-o", folder / "consumer"])
    log.must([folder / "consumer"])
    configure(log, ROOT / "tests/cmsis_nn_archive", folder / "cmsis-nn", "-GNinja", installed)
    count += build_and_test(log, folder / "cmsis-nn", 1)
    return count + generated_anew(log, folder) + Count(1)


def generated_anew(log: Log, folder: Path) -> Count:
    """Checks that permkern_generate() runs again when the set changes, and only then."""
    made = folder / "find/camera_kernels_kernels/permkern_kernels.h"
    build: Command = ["cmake", "--build", folder / "find"]
    before = made.stat().st_mtime_ns
    log.must(build)
    if made.stat().st_mtime_ns != before:
        raise StepFailed("kernels are generated again although nothing has changed")
    path = folder / "examples/camera/camera.toml"
    path.write_text(path.read_text(encoding="utf-8") + "count = 7\nalign = 4\n", encoding="utf-8")
    log.must(build)
    if "align" not in made.read_text(encoding="utf-8") or made.stat().st_mtime_ns == before:
        raise StepFailed("kernels are not generated again although the set has changed")
    return Count(2)


def cmake_fetched(log: Log, folder: Path) -> Count:
    """Builds with FetchContent, and checks the error for a set that needs Python where there is none."""
    example = ROOT / "examples/cmake-fetch"
    configure(log, example, folder / "fetch", "-GNinja")
    count = build_and_test(log, folder / "fetch", 1)
    refused(
        log,
        ["cmake", "-S", example, "-B", folder / "fetch", NO_PYTHON],
        "has to be generated, but there is no Python 3.10 with the module jinja2",
    )
    return count + Count(1)


def cmake_options(log: Log, folder: Path) -> Count:
    """Builds with MLI headers, another rank, and committed kernels without Python; checks errors of wrong options."""
    generate(log, folder / "committed", CAMERA / "camera.toml")
    mli, rank_4 = configurations.named("strided"), configurations.named("size-rank-4")
    headers = shutil.copytree(ROOT / mli.mli, folder / "mli 1.1")
    given = (
        f"-DPERMKERN_MLI_HEADERS={headers}",
        *rank_4.defines,
        f"-DPERMKERN_PERMUTATION_SET={CAMERA / 'camera.toml'}",
        f"-DPERMKERN_KERNELS={folder / 'committed'}",
        NO_PYTHON,
    )
    configure(log, ROOT, folder / "options", "-GNinja", *given)
    log.must(["cmake", "--build", folder / "options"])
    library = symbols(log, folder / "options/libpermkern.a")
    if any(name not in library for name in ("permkern_prepare_rank4", "mli_krn_permute_fx8", "permkern_pin_camera")):
        raise StepFailed("an option of CMake has no effect")
    flags = pkg_config(log, folder / "options")
    macros = [define for define in mli.defines if define.startswith("-DPERMKERN_MLI_")]
    exported = {*rank_4.defines, *macros, f"-I{headers}"}
    if not exported.issubset(flags):
        raise StepFailed("permkern.pc lacks macros that its users have to define")
    wrong = (
        (f"-DPERMKERN_MLI_HEADERS={folder}", "no mli_types.h in"),
        (f"-DPERMKERN_MLI_HEADERS={ROOT / 'tests/fixtures/mli_other'}", "neither mli_tensor.capacity (MLI 1.x) nor"),
        ("-DPERMKERN_PERMUTATION_SET=nowhere.toml", "no permutation set"),
        (f"-DPERMKERN_KERNELS={folder / 'options'}", "KERNELS is a folder that `permkern generate -o` wrote"),
        ("-DPERMKERN_MLI_LAYOUT=1.1", "MLI_LAYOUT is of the bundled headers"),
    )
    for option, says in wrong:
        refused(log, ["cmake", "-S", ROOT, "-B", folder / "options", *given, option], says)
    return Count(1 + len(wrong))


def cmake_subdirectory(log: Log, folder: Path) -> Count:
    """Builds with add_subdirectory from C++, with MLI headers in a folder whose name has a space, and bundled ones."""
    tiny = "-DPERMKERN_PERMUTATION_SET=tiny"
    layouts = {"bundled": "-DPERMKERN_MLI_LAYOUT=1.1"}
    for release in ("mli-1.1", "mli-2.0"):
        headers = shutil.copytree(ROOT / configurations.named(release).mli, folder / f"own {release}")
        layouts[release] = f"-DPERMKERN_MLI_HEADERS={headers}"
    count = Count()
    for name, layout in layouts.items():
        built = folder / f"subdirectory-{name}"
        given = (f"-DPERMKERN={ROOT}", layout, tiny)
        configure(log, ROOT / "tests/cmake_subdirectory", built, "-GNinja", *given)
        count += build_and_test(log, built, 1)
    return count


def cmake(log: Log) -> Count:
    folder = fresh("cmake")
    return (
        cmake_subdirectory(log, folder)
        + cmake_installed(log, folder)
        + cmake_fetched(log, folder)
        + cmake_options(log, folder)
    )


# ---- PlatformIO: the library as its own tool packs it ----


def checked_out(log: Log, folder: Path) -> Path:
    """Copies the checkout's files that Git tracks or would add, without build results."""
    names = log.must(["git", "ls-files", "--cached", "--others", "--exclude-standard"]).splitlines()
    for name in names:
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def unpacked(archive: Path, folder: Path) -> Path:
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder


def platformio_flags(library: Path) -> tuple[list[Path], list[Path], list[str]]:
    """Returns the sources, include paths and other flags of library.json, as PlatformIO reads it."""
    build = json.loads((library / "library.json").read_text(encoding="utf-8"))["build"]
    patterns = [pattern[2:-1] for pattern in build["srcFilter"] if pattern.startswith("+<")]
    sources = [path for pattern in patterns for path in sorted((library / build["srcDir"]).glob(pattern))]
    folders = [flag.removeprefix("-I ") for flag in build["flags"] if flag.startswith("-I ")]
    paths = [library / build["includeDir"], *(library / folder for folder in folders)]
    return sources, paths, [flag for flag in build["flags"] if not flag.startswith("-I ")]


def platformio_packed(log: Log) -> Count:
    """Packs the library with `pio pkg pack`, and compiles the result as its library.json says."""
    folder = fresh("platformio")
    source = checked_out(log, folder / "source")
    settings = {"PLATFORMIO_CORE_DIR": str(folder / "core"), "PLATFORMIO_SETTING_ENABLE_TELEMETRY": "no"}
    archive = folder / "permkern.tar.gz"
    code, output = log.run([PACKERS / "pio", "pkg", "pack", "-o", archive, source], env=settings, timeout=120)
    if code != 0:
        # `pio pkg pack` downloads a list of licences; without a network, tools/pio_pack.py replaces it.
        if "Could not load SPDX licenses" not in output:
            raise StepFailed("pio pkg pack failed for another reason than the list of licences")
        log.must([PACKERS / "python3", ROOT / "tools/pio_pack.py", archive, source], env=settings, timeout=120)
    library = unpacked(archive, folder / "library")
    sources, paths, others = platformio_flags(library)
    # Arduino's flags come first, so library.json's must override its -Os: the kernels are of profile speed.
    if "__OPTIMIZE_SIZE__" in log.must(["gcc", "-Os", *others, "-dM", "-E", "-x", "c", "/dev/null"]):
        raise StepFailed("library.json does not override Arduino's -Os for the kernels of profile speed")
    flags = ["-std=gnu11", *PLAIN.split(), "-Wall", "-Wextra", "-Werror", *(f"-I{path}" for path in paths)]
    log.must(["gcc", *flags, ROOT / "tests/consumer/main.c", *sources, "-o", folder / "consumer"])
    log.must([folder / "consumer"])
    return Count(3)
