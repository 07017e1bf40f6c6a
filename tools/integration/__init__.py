# SPDX-License-Identifier: BSD-3-Clause
"""Builds each integration of permkern as users do (docs/integration.md), and runs the project's own commands."""

from runner.step import Step

ARM = ("arm", "qemu-arm")
EMULATORS = (*ARM, "riscv", "qemu-riscv")
MESON = ("host", "meson", "jinja2")
CMAKE = ("host", "cmake", "meson", "jinja2")  # meson: its group has Ninja
ONE_FILE = (*MESON, "make", *EMULATORS, "clang-cross", "aarch64", "wasm32")
BESIDE = ("host", "jinja2", "clang", "lld", "check")
EMULATED = (*MESON, *ARM)


def steps() -> tuple[Step, ...]:
    # Imported here, because tools/release runs a module of this package without bench/ on the path.
    from integration import amalgamated, beside_mli, cmake_builds, meson_builds, own_commands, packed, rtos
    from integration.clients import EXECUTORCH, LVGL, TFLM

    clients = (TFLM, EXECUTORCH, LVGL)
    rows = (
        *((f"client-{client.name}", client.title, (*client.needs, "jinja2"), client.test) for client in clients),
        ("configure", "configurations accepted and refused", MESON, meson_builds.configure),
        ("drop-in", "committed files without Meson", ("host", "clang"), meson_builds.drop_in),
        ("install", "installed, through pkg-config", (*MESON, "check"), meson_builds.install),
        ("subproject", "as a Meson subproject", MESON, meson_builds.subproject),
        ("amalgamated", "as one source and one header, of each target", ONE_FILE, amalgamated.amalgamated),
        ("beside-mli", "next to a libmli.a and its headers", BESIDE, beside_mli.beside_mli),
        ("zephyr", "Zephyr module, against a stub", (*CMAKE, "python-test"), rtos.zephyr),
        ("esp-idf", "ESP-IDF component, packed, against a stub", (*CMAKE, "packers"), rtos.esp_idf),
        ("platformio", "PlatformIO library, packed by pio", ("host", "packers"), packed.platformio),
        ("client-arduino", "Arduino library, packed", ("jinja2", "arm-full", "qemu-arm"), packed.arduino),
        ("client-cmsis-pack", "CMSIS-Pack, packed", ("jinja2", *ARM), packed.cmsis_pack),
        ("report-page", "the report in Chromium", ("chromium", "python-test"), own_commands.report_page),
        ("examples", "examples/firmware, on QEMU", (*EMULATED, *EMULATORS, "certify"), own_commands.examples),
        ("client-table", "cost of clients, on QEMU", (*EMULATED, "arm-full", "certify"), own_commands.client_table),
        ("starters", "projects of permkern new", ("host", "jinja2", "make", *EMULATORS), own_commands.starters),
        ("release", "a release, twice the same bytes", ("host", "release"), packed.release),
    )
    cmake = Step("cmake", "CMake: installed, fetched, generating", (*CMAKE, "make"), cmake_builds.cmake)
    return cmake, *(Step(name, title, needs, run, "nightly") for name, title, needs, run in rows)
