"""Sphinx: Markdown pages, no theme beyond the built-in one."""

project = "clearway"
extensions = ["myst_parser"]
html_theme = "alabaster"
myst_heading_anchors = 3
