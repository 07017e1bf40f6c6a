# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Shared by the commands in tools/, which source it first.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
}

die() {
    say "$@"
    exit 1
}

find_python() {
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11 python3.10; do
        if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 10))'; then
            printf '%s\n' "$name"
            return
        fi
    done
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || [ -n "${1:-}" ]; then
        die "Python 3.10 or newer is needed"
    fi
    say "installing python3 with apt-get: 7 MB to download, 30 MB on the disk"
    apt-get -q update >&2 || die "python3 is not installed"
    apt-get -qy -o DPkg::Lock::Timeout=600 install --no-install-recommends python3 >&2 || die "python3 is not installed"
    find_python again
}

# need GROUP...: installs missing groups of tools/runner/needs.py, and puts .venv/ first on PATH. Inside a step, it
# installs nothing, because tools/runner/main.py has checked the step's needs.
need() {
    python=$(find_python)
    [ -n "${PERMKERN_SET_UP:-}" ] || "$python" -B "$root/tools/runner/needs.py" "$@" || return
    PATH=$root/.venv/bin:$PATH:$root/.arm/usr/bin:$root/tools
    PYTHONPATH=$root:$root/tools:$root/bench
    export PATH PYTHONPATH PYTHONDONTWRITEBYTECODE=1
}
