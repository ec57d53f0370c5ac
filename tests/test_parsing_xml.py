"""XML as text and as bytes, in the encodings that it may say it is in."""

from __future__ import annotations

import pytest

from clearway._parsing.xml import read_xml


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-16", "no-such-thing"])
def test_what_text_says_of_its_encoding_is_of_no_matter(encoding: str) -> None:
    """It was of the file that the text came from, and is of no meaning any more."""
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n<robot name="grüner"/>'
    assert read_xml(text, "r.urdf").attributes["name"] == "grüner"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_bytes_are_in_the_encoding_they_say(encoding: str) -> None:
    declared = "utf-8" if encoding == "utf-8-sig" else encoding
    text = f'<?xml version="1.0" encoding="{declared}"?>\n<robot name="grüner"/>'
    assert read_xml(text.encode(encoding), "r.urdf").attributes["name"] == "grüner"


@pytest.mark.parametrize("encoding", ["no-such-thing", "utf-7"])
def test_an_encoding_that_is_not_read_is_told_with_the_file(encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n<robot/>'
    with pytest.raises(ValueError, match=r"^r\.urdf:1: is in an encoding that is not read: "):
        read_xml(text.encode(), "r.urdf")


def test_half_of_a_surrogate_pair_is_located() -> None:
    with pytest.raises(ValueError, match=r"^r\.urdf:2: holds half of a surrogate pair"):
        read_xml('<robot>\n<link name="\ud800"/></robot>', "r.urdf")
