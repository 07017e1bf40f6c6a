# SPDX-License-Identifier: BSD-3-Clause
"""Runs every step of tools/test and tools/nightly: set-up, Meson builds, pytest, programs on emulators."""
