# SPDX-License-Identifier: BSD-3-Clause
"""
What twister, Zephyr's test runner, reads of a sample: its sample.yaml, by the rules of Zephyr's public schema
(scripts/schemas/twister/testsuite-schema.yaml) and what its harness `console` asks of the output.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from steps import StepFailed

# Keys of a scenario that permkern's samples may have, and the types that the schema gives them.
KEYS: Mapping[str, type] = {
    "tags": str,
    "harness": str,
    "harness_config": dict,
    "min_ram": int,  # KiB
    "min_flash": int,
    "timeout": int,  # seconds
    "filter": str,
    "platform_allow": list,
    "integration_platforms": list,
    "extra_configs": list,
    "modules": list,
}
NEEDED = ("tags", "harness", "harness_config", "integration_platforms")
HARNESS_KEYS: Mapping[str, type] = {"type": str, "regex": list, "ordered": bool}


@dataclass(frozen=True)
class Scenario:
    """A way to build the sample, and what it has to print, in this order."""

    name: str
    configs: tuple[str, ...]  # CONFIG_NAME=value, after prj.conf
    prints: tuple[str, ...]


def _checked(where: str, found: object, known: Mapping[str, type], needed: Iterable[str]) -> dict[str, object]:
    """Returns a mapping whose keys are known, of the right types, and all there that are needed."""
    if not isinstance(found, dict):
        raise StepFailed(f"{where}: a mapping was expected, not {found!r}")
    for key, value in found.items():
        if key not in known or type(value) is not known[key]:
            raise StepFailed(f"{where}: twister does not take {key}: {value!r}")
    missing = [key for key in needed if key not in found]
    if missing:
        raise StepFailed(f"{where}: {missing[0]} is missing")
    return {str(key): value for key, value in found.items()}


def _texts(where: str, found: object) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(text, str) and text for text in found):
        raise StepFailed(f"{where}: a list of texts was expected, not {found!r}")
    return tuple(found)


def scenarios(path: Path) -> tuple[Scenario, ...]:
    """Reads a sample.yaml. What `common` says, each scenario says, unless it says something else."""
    import yaml  # type: ignore[import-untyped]

    top = {"sample": dict, "common": dict, "tests": dict}
    document = _checked(path.name, yaml.safe_load(path.read_text(encoding="utf-8")), top, ("sample", "tests"))
    _checked("sample", document["sample"], {"name": str, "description": str}, ("name",))
    common = _checked("common", document.get("common", {}), KEYS, ())
    tests = document["tests"]
    found: list[Scenario] = []
    for name, own in tests.items() if isinstance(tests, dict) else ():
        if not re.fullmatch(r"sample(\.[a-z0-9_]+)+", name):
            raise StepFailed(f"{path.name}: twister wants names like sample.what.how, not {name}")
        both = _checked(name, common | (own or {}), KEYS, NEEDED)
        if both["harness"] != "console":
            raise StepFailed(f"{name}: a sample that prints its result has the harness console")
        console = _checked(name, both["harness_config"], HARNESS_KEYS, ("type", "regex"))
        _texts(name, both["integration_platforms"])
        configs = _texts(name, both.get("extra_configs", []))
        found.append(Scenario(name, configs, _texts(name, console["regex"])))
    if not found:
        raise StepFailed(f"{path.name} has no scenario")
    return tuple(found)


def assignments(lines: Iterable[str]) -> dict[str, str]:
    """Returns the Kconfig values of lines like CONFIG_NAME=value, of which the last counts, by name without CONFIG_."""
    pairs = (line.strip().removeprefix("CONFIG_").partition("=") for line in lines if line.startswith("CONFIG_"))
    return {name: value.strip('"') for name, _, value in pairs}


def judge(scenario: Scenario, output: str) -> None:
    """Checks the output as the harness does: a line for each expression, in this order."""
    lines = iter(output.splitlines())
    for expression in scenario.prints:
        if not any(re.search(expression, line) for line in lines):
            raise StepFailed(f"{scenario.name} does not print {expression}")
