"""A small software renderer: triangles to an image, with no display and no graphics driver."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from PIL.Image import Image

Array = npt.NDArray[np.float64]

_BACKGROUND = np.array([0.97, 0.97, 0.98])
_LIGHT = np.array([0.4, -0.5, 0.77])


def _look_at(eye: Array, target: Array) -> Array:
    """Return the rotation R_CW of a camera at `eye`: x right, y down, z towards `target`."""
    z = (target - eye) / np.linalg.norm(target - eye)
    x = np.cross(z, [0.0, 0.0, 1.0])
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z])


def draw(
    triangles: Array,
    colours: Array,
    *,
    eye: npt.ArrayLike,
    target: npt.ArrayLike,
    width: int = 640,
    height: int = 640,
    field_of_view: float = 0.75,
) -> Image:
    """Render triangles in perspective, flat shaded, the nearest on top (a depth buffer).

    Parameters
    ----------
    triangles : ndarray, shape (m, 3, 3)
        Corners in world [m].
    colours : ndarray, shape (m, 3)
        Red, green and blue in [0, 1], one row a triangle.
    eye, target : array_like, shape (3,)
        Where the camera is and what it looks at, in world [m].
    width, height : int
        Size of the image in pixels.
    field_of_view : float
        Horizontal angle of view [rad].

    Returns
    -------
    PIL.Image.Image
    """
    from PIL import Image

    scale = 2  # Drawn at twice the size and shrunk: smooth edges.
    columns, rows = width * scale, height * scale
    eye, target = np.asarray(eye, dtype=float), np.asarray(target, dtype=float)
    R_CW = _look_at(eye, target)
    p_C = (triangles - eye) @ R_CW.T
    in_front = (p_C[:, :, 2] > 0.05).all(axis=1)
    triangles, colours, p_C = triangles[in_front], colours[in_front], p_C[in_front]

    edges = triangles[:, 1:] - triangles[:, :1]
    normals = np.cross(edges[:, 0], edges[:, 1])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals /= np.where(lengths > 0, lengths, 1)
    # Two-sided: an open surface is lit from either side.
    shade = 0.45 + 0.55 * np.abs(normals @ (_LIGHT / np.linalg.norm(_LIGHT)))
    colours = colours * shade[:, None]

    focal = columns / (2 * np.tan(field_of_view / 2))
    u = focal * p_C[:, :, 0] / p_C[:, :, 2] + columns / 2
    v = focal * p_C[:, :, 1] / p_C[:, :, 2] + rows / 2
    inverse_depth = 1 / p_C[:, :, 2]  # Linear on the screen.

    image = np.broadcast_to(_BACKGROUND, (rows, columns, 3)).copy()
    nearest = np.zeros((rows, columns))
    for a, b, w, colour in zip(u, v, inverse_depth, colours, strict=True):
        left, right = max(int(a.min()), 0), min(int(a.max()) + 1, columns - 1)
        top, bottom = max(int(b.min()), 0), min(int(b.max()) + 1, rows - 1)
        area = (a[1] - a[0]) * (b[2] - b[0]) - (a[2] - a[0]) * (b[1] - b[0])
        if left > right or top > bottom or area == 0:
            continue
        x = np.arange(left, right + 1) + 0.5
        y = np.arange(top, bottom + 1)[:, None] + 0.5
        # Barycentric coordinates of the pixels in the triangle's box.
        s = ((x - a[0]) * (b[2] - b[0]) - (y - b[0]) * (a[2] - a[0])) / area
        t = ((y - b[0]) * (a[1] - a[0]) - (x - a[0]) * (b[1] - b[0])) / area
        depth = w[0] + s * (w[1] - w[0]) + t * (w[2] - w[0])
        box = (slice(top, bottom + 1), slice(left, right + 1))
        seen = (s >= 0) & (t >= 0) & (s + t <= 1) & (depth > nearest[box])
        nearest[box][seen] = depth[seen]
        image[box][seen] = colour
    pixels = np.clip(image * 255, 0, 255).astype(np.uint8)
    return Image.fromarray(pixels).resize((width, height), Image.Resampling.BOX)
