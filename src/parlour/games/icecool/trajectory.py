"""Where every penguin was, 60 times a second: small enough to send with a move.

Whole numbers of 16 bits: x, y, z of the point midway up the penguin's base ball in 0.005 cm, and a unit quaternion
w x y z in 1/32767. As bytes: a header, then the differences from frame to frame, deflated; under 30 kB a flick.
"""

from __future__ import annotations

import base64
import struct
import zlib
from typing import TYPE_CHECKING, Any, Final, NamedTuple

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
    """`frames[f, k]` is the pose of penguin `colours[k]` at f / RATE seconds; the last frame is the pose at rest."""

    colours: tuple[Colour, ...]
    frames: Any

    @property
    def seconds(self) -> float:
        return (len(self.frames) - 1) / RATE

    def positions(self) -> NDArray[np.float64]:
        """Centimetres, `[frame, penguin, xyz]`."""
        import numpy as np

        return np.asarray(self.frames[:, :, :3] * LENGTH_STEP, np.float64)

    def quaternions(self) -> NDArray[np.float64]:
        """Unit quaternions w x y z, `[frame, penguin, wxyz]`."""
        import numpy as np

        turns = self.frames[:, :, 3:] * TURN_STEP
        return np.asarray(turns / np.linalg.norm(turns, axis=2, keepdims=True), np.float64)


def quantise(colours: tuple[Colour, ...], poses: NDArray[np.float64]) -> Trajectory:
    """Poses `[frame, penguin, x y z qw qx qy qz]` in centimetres on the 16-bit grid; far outside is cut off."""
    import numpy as np

    scaled = poses / np.array([LENGTH_STEP] * 3 + [TURN_STEP] * 4)
    return Trajectory(colours, np.clip(np.rint(scaled), -32767, 32767).astype(np.int16))


def to_bytes(trajectory: Trajectory) -> bytes:
    import numpy as np

    frames = trajectory.frames
    mask = sum(1 << COLOURS.index(colour) for colour in trajectory.colours)
    planes = np.diff(frames, axis=0, prepend=np.zeros_like(frames[:1])).transpose(1, 2, 0)
    return _HEAD.pack(_MAGIC, len(frames), mask) + zlib.compress(planes.astype("<i2").tobytes(), 9)


def from_bytes(data: bytes) -> Trajectory:
    import numpy as np

    if len(data) < _HEAD.size or data[:4] != _MAGIC:
        raise ValueError("these bytes are no trajectory")
    _, count, mask = _HEAD.unpack_from(data)
    colours = tuple(colour for bit, colour in enumerate(COLOURS) if mask >> bit & 1)
    planes = np.frombuffer(zlib.decompress(data[_HEAD.size :]), "<i2").reshape(len(colours), VALUES, count)
    return Trajectory(colours, np.cumsum(planes.transpose(2, 0, 1), axis=0, dtype=np.int16))


def to_base64(trajectory: Trajectory) -> str:
    return base64.b64encode(to_bytes(trajectory)).decode("ascii")


def from_base64(text: str) -> Trajectory:
    return from_bytes(base64.b64decode(text))
