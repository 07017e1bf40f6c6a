# SPDX-License-Identifier: BSD-3-Clause
"""Makes shell completion scripts from the argument parser: verbs, options, choices, and files for all else."""

import argparse
from collections.abc import Iterable, Mapping

SHELLS = ("bash", "zsh", "fish")

_BASH = """_permkern_words() {{
    local IFS=$'\\n' now=${{COMP_WORDS[COMP_CWORD]}} words=
    case "${{COMP_WORDS[1]}} ${{COMP_WORDS[COMP_CWORD - 1]}}" in
{choices}
    *)
        case "${{COMP_WORDS[1]}}" in
{options}
        esac
        ((COMP_CWORD > 1)) || words=$'{verbs}'
        [[ $now == -* ]] || ((COMP_CWORD == 1)) || words+=$'\\n'$(compgen -f -- "$now")
        ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$now"))
}}
"""
_COMPLETE = "complete -o filenames -F _permkern_words permkern\n"
_ZSH = """#compdef permkern
autoload -U +X bashcompinit && bashcompinit
{bash}{complete}[[ $funcstack[1] != _permkern ]] || _bash_complete -o filenames -F _permkern_words
"""


def _verbs(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    (action,) = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    found: Mapping[str, argparse.ArgumentParser] = action.choices
    return found


def _choices(action: argparse.Action) -> tuple[str, ...]:
    return tuple(map(str, action.choices or ()))


def _lines(words: Iterable[str]) -> str:
    return "\\n".join(words)


def _bash(parser: argparse.ArgumentParser) -> str:
    choices, options = [], []
    for name, verb in _verbs(parser).items():
        flags = [flag for action in verb._actions for flag in action.option_strings]
        places = [word for action in verb._actions if not action.option_strings for word in _choices(action)]
        options.append(f"        {name}) words=$'{_lines(flags + places)}' ;;")
        for action in verb._actions:
            if _choices(action) and action.option_strings:
                patterns = " | ".join(f'"{name} {flag}"' for flag in action.option_strings)
                choices.append(f"    {patterns}) words=$'{_lines(_choices(action))}' ;;")
    verbs = _lines(list(_verbs(parser)))
    return _BASH.format(choices="\n".join(choices), options="\n".join(options), verbs=verbs)


def _fish(parser: argparse.ArgumentParser) -> str:
    lines = [f'complete -c permkern -n __fish_use_subcommand -x -a "{" ".join(_verbs(parser))}"']
    for name, verb in _verbs(parser).items():
        for action in verb._actions:
            words = f' -x -a "{" ".join(_choices(action))}"' if _choices(action) else ""
            needs = " -r" if not words and action.nargs != 0 and action.option_strings else ""
            flags = "".join(f" -{'l' if flag[1] == '-' else 's'} {flag.lstrip('-')}" for flag in action.option_strings)
            if flags or words:
                lines.append(f'complete -c permkern -n "__fish_seen_subcommand_from {name}"{flags}{needs}{words}')
    return "\n".join(lines) + "\n"


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Returns the script for a shell."""
    if shell == "fish":
        return _fish(parser)
    bash = _bash(parser)
    return bash + _COMPLETE if shell == "bash" else _ZSH.format(bash=bash, complete=_COMPLETE)
