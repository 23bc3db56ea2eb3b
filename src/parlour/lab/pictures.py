"""Pictures as arrays, for environments that are filmed."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.core.errors import ParlourError

WIDTH = 720


@cache
def _tools() -> tuple[Any, Any]:
    try:
        import resvg_py
        from PIL import Image
    except ImportError as missing:
        raise ParlourError("Pictures as arrays need resvg_py and Pillow: pip install 'parlour[learn]'.") from missing
    return resvg_py.svg_to_bytes, Image


def rgb(svg: str) -> NDArray[np.uint8]:
    """An SVG as rows of red, green and blue."""
    paint, image = _tools()
    painted = image.open(BytesIO(bytes(paint(svg_string=svg, width=WIDTH))))
    return np.asarray(painted.convert("RGB"), np.uint8)
