"""Reading robot descriptions: from a file's text to plain data, then to a plant.

Low to high: ``xml`` reads text into elements that know their line, and ``xacro`` expands it before;
``description`` and ``srdf`` hold the data; ``urdf`` (with ``urdf_joints`` and ``urdf_geometry``),
``mjcf`` (with ``mjcf_text``, ``mjcf_compile`` and others of that name) and ``srdf`` read it;
``paths`` finds the files that a description names; ``build`` adds a description to a plant. All
that can be wrong with a description is found before the first call that changes the plant.
"""
