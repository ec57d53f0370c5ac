"""MJCF: MuJoCo's own parser and compiler read it, and this takes over bodies, joints and geoms."""

from __future__ import annotations

from pathlib import Path, PurePath

from clearway._parsing.description import CollisionSpec, JointSpec, LinkSpec, PoseSpec, RobotSpec
from clearway._parsing.mjcf_compile import Compiled, compile_mjcf, pose_at
from clearway._parsing.mjcf_filters import (
    ContactRules,
    Geom,
    find_excluded_pairs,
    split_geoms,
)
from clearway._parsing.mjcf_geometry import read_geom
from clearway._parsing.mjcf_joints import make_weld, read_joint
from clearway._parsing.mjcf_text import read_mjcf_text
from clearway._parsing.names import make_unique
from clearway._parsing.xml import Element, Ignored

_UNNAMED = "MuJoCo Model"  # What MuJoCo calls a model that has no name.


def read_mjcf(root: Element, folder: Path | None, *, huge: bool = False) -> RobotSpec:
    """Read an MJCF model.

    Parameters
    ----------
    root : Element
        Of the file.
    folder : Path or None
        Where the file lies. None: the working folder.
    huge : bool
        Lifts the limits on the size of a file.

    Raises
    ------
    ImportError
        If MuJoCo's package is not there.
    ValueError
        If anything in it is wrong; with file, line and element.
    """
    text = read_mjcf_text(root, folder, huge=huge)
    return _Reader(compile_mjcf(text, folder, huge=huge)).read()


class _Reader:
    """Takes a compiled model over, body by body; body 0 is the world."""

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        self._model = compiled.model
        self._text = compiled.text
        self._bodies = {body.id: body for body in compiled.spec.bodies}
        self._geoms = {geom.id: geom for geom in compiled.spec.geoms}
        self._joints = {joint.id: joint for joint in compiled.spec.joints}
        self._taken_joints = {
            self._model.joint(i).name for i in range(self._model.njnt) if self._model.joint(i).name
        }
        names = [self._model.body(i).name for i in range(self._model.nbody)]
        self._taken = {name for name in names if name}  # The world's is "world".
        self._names = [name or make_unique(f"body{i}", self._taken) for i, name in enumerate(names)]

    def read(self) -> RobotSpec:
        self._check_flexes()
        rules = self._read_rules()
        geoms = [
            Geom(
                i,
                int(self._model.geom_bodyid[i]),
                int(self._model.geom_contype[i]),
                int(self._model.geom_conaffinity[i]),
            )
            for i in range(self._model.ngeom)
        ]
        for geom in filter(rules.is_visual, geoms):
            element = self._geom_element(geom.index)
            self._text.ignored.append(Ignored("geom", element.line, "collides with nothing"))
        groups = split_geoms([geom for geom in geoms if not rules.is_visual(geom)], rules)

        holders = self._name_holders(groups, rules)
        links: list[LinkSpec] = []
        joints: list[JointSpec] = []
        for body in range(self._model.nbody):
            element = self._body_element(body)
            if body > 0:
                self._add_joints(body, element, links, joints)
            held = {
                name: group
                for name, group in zip(holders, groups, strict=True)
                if group[0].body == body
            }
            main = self._names[body]
            links.append(LinkSpec(main, self._read_geoms(main, held.pop(main, [])), element))
            for name, group in held.items():
                links.append(LinkSpec(name, self._read_geoms(name, group), element))
                joints.append(self._make_weld(main, name, PoseSpec(), element))
        root = self._text.root
        name = self._compiled.spec.modelname
        return RobotSpec(
            name=PurePath(root.document.source).stem if name in ("", _UNNAMED) else name,
            links=tuple(links),
            joints=tuple(joints),
            frames=(),
            excluded_pairs=find_excluded_pairs(groups, rules, holders.__getitem__),
            ignored=tuple(sorted(self._text.ignored, key=lambda ignored: ignored.line)),
            source=root.document.source,
        )

    def _name_holders(self, groups: list[list[Geom]], rules: ContactRules) -> list[str]:
        """Return the link of each group of geoms: its body, or one that is welded to it.

        What is excluded from the world's geoms would be excluded from those of other models too:
        such geoms lie on a link of their own.
        """
        excluded = {
            end
            for pair in find_excluded_pairs(groups, rules, str)
            for end in (pair.link_a, pair.link_b)
        }
        names: list[str] = []
        for i, group in enumerate(groups):
            body = group[0].body
            name = self._names[body]
            is_first = name not in names
            if not is_first or (body == 0 and str(i) in excluded):
                name = make_unique(f"{name}_geoms", self._taken)
            names.append(name)
        return names

    def _add_joints(
        self, body: int, element: Element, links: list[LinkSpec], joints: list[JointSpec]
    ) -> None:
        """Add the joints between a body and its parent, and the links between several of them."""
        model = self._model
        name = self._names[body]
        parent = self._names[int(model.body_parentid[body])]
        X_PB = pose_at(model.body_pos[body], model.body_quat[body])
        begin, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
        if count == 0:
            joints.append(self._make_weld(parent, name, X_PB, element))
        for i in range(begin, begin + count):
            joint_element = self._text.find(self._joints[i].info)
            if not self._joints[i].info:
                joint_element = element
            joint = model.joint(i).name or make_unique(f"{name}_joint", self._taken_joints)
            child = name if i == begin + count - 1 else make_unique(f"{name}_{joint}", self._taken)
            if child != name:
                links.append(LinkSpec(child, (), joint_element))
            joints.append(
                read_joint(
                    self._compiled,
                    i,
                    X_PB,
                    name=joint,
                    parent=parent,
                    child=child,
                    element=joint_element,
                )
            )
            parent, X_PB = child, PoseSpec()

    def _make_weld(self, parent: str, child: str, X_PC: PoseSpec, element: Element) -> JointSpec:
        name = make_unique(f"{child}_weld", self._taken_joints)
        return make_weld(name, parent, child, X_PC, element)

    def _read_geoms(self, link: str, geoms: list[Geom]) -> tuple[CollisionSpec, ...]:
        collisions = []
        for i, geom in enumerate(geoms):
            element = self._geom_element(geom.index)
            shape, X_LG = read_geom(self._compiled, geom.index, element)
            name = self._model.geom(geom.index).name or f"{link}_collision{i}"
            collisions.append(CollisionSpec(name, X_LG, shape, element))
        return tuple(collisions)

    def _read_rules(self) -> ContactRules:
        model = self._model
        excludes = [divmod(int(signature), 2**16) for signature in model.exclude_signature]
        pairs = zip(model.pair_geom1.tolist(), model.pair_geom2.tolist(), strict=True)
        rules = ContactRules(
            weld=model.body_weldid.tolist(),
            parent=model.body_parentid.tolist(),
            excludes={(min(pair), max(pair)) for pair in excludes},
            pairs={(min(pair), max(pair)) for pair in pairs},
        )
        for pair in self._compiled.spec.pairs:
            first, second = (int(model.geom(n).bodyid[0]) for n in (pair.geomname1, pair.geomname2))
            if rules.are_adjacent(first, second):
                element = self._text.find(pair.info)
                reason = "parent and child are not checked"
                self._text.ignored.append(Ignored("pair", element.line, reason))
        return rules

    def _check_flexes(self) -> None:
        for i in range(self._model.nflex):
            if self._model.flex_contype[i] or self._model.flex_conaffinity[i]:
                element = self._text.find(self._compiled.spec.flexes[i].info)
                raise element.error("what bends (flex) is not read")

    def _body_element(self, body: int) -> Element:
        return self._text.find(self._bodies[body].info)

    def _geom_element(self, geom: int) -> Element:
        return self._text.find(self._geoms[geom].info)
