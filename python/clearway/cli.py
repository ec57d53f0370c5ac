"""The command line ``clearway``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import clearway


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be > 0, got {number}")
    return number


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of every subcommand; ``run`` in its result carries it out."""
    parser = argparse.ArgumentParser(prog="clearway", description=clearway.__doc__)
    parser.add_argument("--version", action="version", version=clearway.__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    demo = commands.add_parser(
        "demo", help="check an arm in front of a shelf, and draw what was found"
    )
    demo.add_argument("--configs", type=_positive, default=100_000, help="random configurations")
    demo.add_argument("--edges", type=_positive, default=10_000, help="random edges of 1 rad")
    demo.add_argument("--seed", type=int, default=0)
    demo.add_argument(
        "--picture", type=Path, default=Path("clearway_demo.png"), help="where the PNG goes"
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
