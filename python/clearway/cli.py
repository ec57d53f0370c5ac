"""The command line ``clearway``."""

from __future__ import annotations

import argparse
import math
import os
import sys
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


# As in _soak.poses, which is imported when it runs.
_SOAK_FAMILIES = ("random", "near_contact", "aligned", "touching", "concentric", "far")


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
    _add_info(commands)
    _add_soak(commands)
    _add_decompose(commands)
    return parser


def _add_info(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    info = commands.add_parser(
        "info",
        help="say what is loaded of a robot's files, and what is ignored",
        description="Load a robot as load_checker does, and say what it is made of: bodies and"
        " shapes, joints and limits, filtered pairs with what filters them, and what the files say"
        " that is not read. The options are load_checker's.",
    )
    info.add_argument("robot", metavar="ROBOT", help="URDF, MJCF, xacro or mesh file")
    info.add_argument("--srdf", metavar="FILE", help="the robot's SRDF")
    info.add_argument(
        "--environment", metavar="FILE", action="append", default=[], help="what stands around"
    )
    info.add_argument("--root", choices=("fixed", "planar", "floating", "srdf"), default="fixed")
    info.add_argument("--mesh", choices=("exact", "convex_hull", "decomposition"), default="exact")
    info.add_argument(
        "--solid",
        metavar="LINK=true|false",
        action="append",
        default=[],
        type=_solid_of_link,
        help="whether the meshes of a link have an inside",
    )
    info.add_argument(
        "--package-dir", metavar="DIR", action="append", default=[], help="where packages are"
    )
    info.add_argument(
        "--xacro-arg",
        metavar="NAME:=VALUE",
        action="append",
        default=[],
        type=_xacro_argument,
        help="an argument of xacro files",
    )
    info.add_argument("--strict", action="store_true", help="unknown links of an SRDF are an error")
    info.add_argument("--huge", action="store_true", help="lift the limits on the size of files")
    info.set_defaults(run=_run_info)


def _add_soak(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    soak = commands.add_parser(
        "soak",
        help="query random and adversarial pairs of shapes, and verify every answer",
        description="Query pairs of shapes of every kind, plain and degenerate, in families of poses,"
        " and verify each answer by a proof that shares no code with the queries. What is wrong is"
        " printed with Python that reproduces it, and makes the exit status 1.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    soak.add_argument(
        "--pairs", type=partial(_integer, least=1), default=1_000_000, help="of posed shapes"
    )
    soak.add_argument(
        "--seed", type=partial(_integer, least=0), default=0, help="of the random numbers"
    )
    soak.add_argument(
        "--families",
        nargs="+",
        choices=_SOAK_FAMILIES,
        default=_SOAK_FAMILIES,
        metavar="FAMILY",
        help=f"how the pairs are posed: {', '.join(_SOAK_FAMILIES)}",
    )
    soak.set_defaults(run=_run_soak)


def _add_decompose(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    decompose = commands.add_parser(
        "decompose",
        help="cover a mesh by convex parts, and write them as OBJ files",
        description="Cover a mesh by convex parts and write them as OBJ files, named after it. "
        "No point of the mesh, nor of its inside if it is watertight, is off the parts.",
    )
    decompose.add_argument("mesh", type=Path, help="STL, OBJ, PLY, DAE, GLB or glTF")
    decompose.add_argument(
        "-o", "--output", type=Path, help="folder of the parts (default: <name of the mesh>_parts)"
    )
    decompose.add_argument(
        "--method", choices=("coacd", "vhacdx"), help="default: the first that is installed"
    )
    decompose.add_argument(
        "--threshold",
        type=_positive,
        help="what may stay concave: coacd's concavity (default 0.05), or the share of the volume "
        "that V-HACD may be off by (default 0.01); less gives more parts",
    )
    decompose.add_argument(
        "--huge", action="store_true", help="lift the limits on the size of the file"
    )
    decompose.set_defaults(run=_run_decompose)


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number <= 1:
        raise argparse.ArgumentTypeError(f"must be a number above 0 and up to 1, got {text!r}")
    return number


def _solid_of_link(text: str) -> tuple[str, bool]:
    link, separator, value = text.rpartition("=")
    if not separator or value not in ("true", "false"):
        raise argparse.ArgumentTypeError(f"must be LINK=true or LINK=false, got {text!r}")
    return link, value == "true"


def _xacro_argument(text: str) -> tuple[str, str]:
    name, separator, value = text.partition(":=")
    if not separator or not name:
        raise argparse.ArgumentTypeError(f"must be NAME:=VALUE, got {text!r}")
    return name, value


def _run_info(arguments: argparse.Namespace) -> int:
    from clearway._info import describe
    from clearway._scene import load_scene

    try:
        scene = load_scene(
            Path(arguments.robot),
            srdf=arguments.srdf,
            environment=arguments.environment,
            root=arguments.root,
            mesh=arguments.mesh,
            solid=dict(arguments.solid),
            package_dirs=arguments.package_dir,
            strict=arguments.strict,
            xacro_args=dict(arguments.xacro_arg),
            huge=arguments.huge,
        )
    except (ValueError, KeyError, OSError, ImportError) as error:
        message = error.args[0] if isinstance(error, KeyError) else error
        print(f"clearway info: {message}", file=sys.stderr)
        return 1
    for line in describe(scene):
        print(line)
    return 0


def _run_soak(arguments: argparse.Namespace) -> int:
    from clearway._soak.run import run

    return run(num_pairs=arguments.pairs, seed=arguments.seed, families=arguments.families)


def _run_decompose(arguments: argparse.Namespace) -> int:
    from clearway import _decompose_command

    mesh: Path = arguments.mesh
    try:
        return _decompose_command.run(
            mesh=mesh,
            output=arguments.output or Path(f"{mesh.stem}_parts"),
            method=arguments.method,
            threshold=arguments.threshold,
            huge=arguments.huge,
        )
    except (ImportError, OSError, ValueError) as error:
        print(f"clearway decompose: {error}", file=sys.stderr)
        return 1


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
