"""Where every penguin was, 60 times a second: small enough to send with a move.

Whole numbers of 16 bits: x, y, z of the point midway up the penguin's base ball in 0.005 cm, and a unit quaternion
w x y z in 1/32767. As bytes: a header, then the differences from frame to frame, deflated; under 30 kB a flick.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterable
from itertools import accumulate, cycle, pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from parlour.core.arrays import numbers, raw_of, shaped
from parlour.games.icecool.report import COLOURS, Colour

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RATE: Final = 60
LENGTH_STEP: Final = 0.005  # cm
TURN_STEP: Final = 1 / 32767
VALUES: Final = 7
_HEAD: Final = struct.Struct("<4sHB")
_MAGIC: Final = b"ICE1"


class Trajectory(NamedTuple):
    """`frames[f, k, v]`: value v of the pose of penguin `colours[k]` at f / RATE seconds; the last frame is at rest."""

    colours: tuple[Colour, ...]
    frames: Any

    @property
    def seconds(self) -> float:
        return (len(self.frames) - 1) / RATE

    def positions(self) -> NDArray[np.float64]:
        """Centimetres, `[frame, penguin, xyz]`."""
        import numpy as np

        return np.asarray(self._array()[:, :, :3] * LENGTH_STEP, np.float64)

    def quaternions(self) -> NDArray[np.float64]:
        """Unit quaternions w x y z, `[frame, penguin, wxyz]`."""
        import numpy as np

        turns = self._array()[:, :, 3:] * TURN_STEP
        return np.asarray(turns / np.linalg.norm(turns, axis=2, keepdims=True), np.float64)

    def _array(self) -> Any:
        from parlour.core.numpy_arrays import as_array

        return as_array(self.frames)


def quantise(colours: tuple[Colour, ...], poses: Iterable[float]) -> Trajectory:
    """Poses x y z qw qx qy qz of every penguin in every frame, in centimetres, on the 16-bit grid; far outside is cut off."""
    steps = cycle([LENGTH_STEP] * 3 + [TURN_STEP] * 4)
    flat = numbers((min(max(round(one / step), -32767), 32767) for one, step in zip(poses, steps)), "i2")  # noqa: B905
    return Trajectory(colours, shaped(flat, (len(flat) // (VALUES * len(colours)), len(colours), VALUES)))


def to_bytes(trajectory: Trajectory) -> bytes:
    frames, width = trajectory.frames, VALUES * len(trajectory.colours)
    mask = sum(1 << COLOURS.index(colour) for colour in trajectory.colours)
    flat = raw_of(frames)[2].cast("h").tolist()
    planes = bytearray()
    for column in range(width):
        values = flat[column::width]
        planes += struct.pack(f"<{len(values)}h", *(_wrapped(b - a) for a, b in pairwise([0, *values])))
    return _HEAD.pack(_MAGIC, len(frames), mask) + zlib.compress(bytes(planes), 9)


def from_bytes(data: bytes) -> Trajectory:
    if len(data) < _HEAD.size or data[:4] != _MAGIC:
        raise ValueError("these bytes are no trajectory")
    _, count, mask = _HEAD.unpack_from(data)
    colours = tuple(colour for bit, colour in enumerate(COLOURS) if mask >> bit & 1)
    width = VALUES * len(colours)
    steps = struct.unpack(f"<{count * width}h", zlib.decompress(data[_HEAD.size :]))
    columns = [list(accumulate(steps[count * k : count * (k + 1)], lambda a, b: _wrapped(a + b))) for k in range(width)]
    return Trajectory(
        colours,
        shaped(numbers((one for row in zip(*columns, strict=True) for one in row), "i2"), (count, len(colours), VALUES)),
    )


def _wrapped(value: int) -> int:
    """As 16 bits hold it."""
    return (value + 0x8000 & 0xFFFF) - 0x8000


def to_base64(trajectory: Trajectory) -> str:
    return base64.b64encode(to_bytes(trajectory)).decode("ascii")


def from_base64(text: str) -> Trajectory:
    return from_bytes(base64.b64decode(text))
