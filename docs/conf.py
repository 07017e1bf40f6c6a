# SPDX-License-Identifier: BSD-3-Clause
"""The documentation as a site, by Sphinx: tools/docs. Sources are the checkout's Markdown files, where they are."""

project = "permkern"
author = copyright = "The permkern authors"  # noqa: A001
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/*.md", "bench/board/*.md", "examples/clients/*.md", "integrations/*/*.md"]
myst_heading_anchors = 6
html_theme = "furo"
html_show_sphinx = False
html_last_updated_fmt = None
