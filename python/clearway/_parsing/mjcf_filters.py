"""Which links of an MJCF model are checked, by MuJoCo's rules for its geoms.

MuJoCo decides geom by geom (contype, conaffinity, pair), clearway link by link. Where two bodies
collide in part only, their geoms are put on links of their own, welded to the body.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from clearway._parsing.description import ExcludedPair


@dataclass(frozen=True)
class Geom:
    """A geom by what decides whether it collides; `body` and `index` are the model's numbers."""

    index: int
    body: int
    contype: int
    conaffinity: int


@dataclass(frozen=True)
class ContactRules:
    """What a model says about contact, besides the masks of its geoms.

    Attributes
    ----------
    weld : sequence of int
        For each body the first of those that it is welded to; 0 is the world.
    parent : sequence of int
        For each body its parent.
    excludes : set of (body, body)
        The lesser first.
    pairs : set of (geom, geom)
        Checked whatever else is said; the lesser first.
    """

    weld: Sequence[int]
    parent: Sequence[int]
    excludes: set[tuple[int, int]]
    pairs: set[tuple[int, int]]

    def is_visual(self, geom: Geom) -> bool:
        """Whether a geom collides with nothing at all."""
        paired = any(geom.index in pair for pair in self.pairs)
        return geom.contype == 0 and geom.conaffinity == 0 and not paired

    def are_adjacent(self, a: int, b: int) -> bool:
        """Whether bodies are parent and child, each with what is welded to it."""
        first, second = self.weld[a], self.weld[b]
        if first == 0 or second == 0:
            return False
        return self.weld[self.parent[first]] == second or self.weld[self.parent[second]] == first

    def find_exclusion(self, a: Geom, b: Geom) -> str | None:
        """Return what keeps two geoms of different bodies from being checked; None: nothing."""
        if _ordered(a.index, b.index) in self.pairs:
            return None
        if _ordered(a.body, b.body) in self.excludes:
            return "exclude"
        if self.are_adjacent(a.body, b.body):
            return "parent and child"
        if not (a.contype & b.conaffinity or b.contype & a.conaffinity):
            return "contype and conaffinity"
        return None


def split_geoms(geoms: Sequence[Geom], rules: ContactRules) -> list[list[Geom]]:
    """Group geoms, each group of one body, so that any two groups are checked whole or not at all.

    Groups are in the order of their bodies and first geoms.
    """
    # Alike: with the same masks, and in no pair.
    alike: dict[tuple[int, int, int, int], list[Geom]] = {}
    for geom in geoms:
        paired = any(geom.index in pair for pair in rules.pairs)
        key = (geom.body, geom.contype, geom.conaffinity, geom.index if paired else -1)
        alike.setdefault(key, []).append(geom)
    by_body: dict[int, list[list[Geom]]] = {}
    for group in alike.values():
        by_body.setdefault(group[0].body, []).append(group)
    mixed: set[int] = set()
    for a, b in combinations(sorted(by_body), 2):
        if rules.weld[a] == rules.weld[b] or len(by_body[a]) == len(by_body[b]) == 1:
            continue
        answers = {
            rules.find_exclusion(first[0], second[0]) is None
            for first in by_body[a]
            for second in by_body[b]
        }
        if len(answers) == 2:
            mixed |= {each for each in (a, b) if len(by_body[each]) > 1}
    result = []
    for body in sorted(by_body):
        groups = by_body[body]
        if body not in mixed:
            groups = [sorted((geom for group in groups for geom in group), key=lambda g: g.index)]
        result.extend(groups)
    return result


def find_excluded_pairs(
    groups: Sequence[Sequence[Geom]],
    rules: ContactRules,
    name_of: Callable[[int], str],
) -> tuple[ExcludedPair, ...]:
    """Return the pairs of links that MuJoCo does not check, but for those welded together.

    Parameters
    ----------
    groups : sequence
        As `split_geoms` returns.
    rules : ContactRules
    name_of : callable
        The link that holds the group of this number.
    """
    pairs = []
    for i, j in combinations(range(len(groups)), 2):
        a, b = groups[i][0], groups[j][0]
        if rules.weld[a.body] == rules.weld[b.body]:
            continue
        reason = rules.find_exclusion(a, b)
        if reason is not None:
            first, second = sorted((name_of(i), name_of(j)))
            pairs.append(ExcludedPair(first, second, reason))
    return tuple(sorted(pairs))


def _ordered(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)
