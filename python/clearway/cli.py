"""The command line ``clearway``."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import clearway


def _integer(text: str, *, least: int) -> int:
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be an integer, got {text!r}") from None
    if number < least:
        raise argparse.ArgumentTypeError(f"must be >= {least}, got {number}")
    return number


def _png_path(text: str) -> Path:
    """Return a path where a PNG file can be written, as far as can be told before."""
    path = Path(text)
    if path.suffix.lower() != ".png":
        raise argparse.ArgumentTypeError(f"must end in .png, got {text!r}")
    if path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is a folder")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text!r} may not be written")
    return path


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of every subcommand; ``run`` in its result carries it out."""
    parser = argparse.ArgumentParser(prog="clearway", description=clearway.__doc__)
    parser.add_argument("--version", action="version", version=clearway.__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    demo = commands.add_parser(
        "demo",
        help="check an arm in front of a shelf, and draw what was found",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    count = partial(_integer, least=1)
    demo.add_argument("--configs", type=count, default=100_000, help="random configurations")
    demo.add_argument("--edges", type=count, default=10_000, help="random edges of 1 rad")
    demo.add_argument(
        "--seed", type=partial(_integer, least=0), default=0, help="of the random numbers"
    )
    demo.add_argument(
        "--picture", type=_png_path, default="clearway_demo.png", help="where the PNG file goes"
    )
    demo.set_defaults(run=_run_demo)
    return parser


def _run_demo(arguments: argparse.Namespace) -> int:
    from clearway import _demo

    return _demo.run(
        num_configs=arguments.configs,
        num_edges=arguments.edges,
        seed=arguments.seed,
        picture=arguments.picture,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line and return its exit status."""
    arguments = make_parser().parse_args(argv)
    status: int = arguments.run(arguments)
    return status
