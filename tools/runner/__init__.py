# SPDX-License-Identifier: BSD-3-Clause
"""Runs the steps of tools/test and tools/nightly: set-up, Meson builds, pytest, programs on emulators."""
