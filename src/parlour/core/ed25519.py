"""Ed25519 (RFC 8032) in plain Python: a server signs the record of a match, and anybody can check it. A few milliseconds each.

It is for records alone: a match is signed once, of bytes that everybody knows, so that its time tells nothing worth knowing.
"""

from __future__ import annotations

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)

Point = tuple[int, int, int, int]
"""x, y, z and t of a point of the curve, with x/z and y/z its place and t = xy/z."""


def _add(a: Point, b: Point) -> Point:
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    h, g, x, y = f - e, d - c, d + c, f + e
    return h * g % P, x * y % P, g * x % P, h * y % P


def _times(scalar: int, point: Point) -> Point:
    found: Point = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            found = _add(found, point)
        point = _add(point, point)
        scalar >>= 1
    return found


def _same(a: Point, b: Point) -> bool:
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def _x_of(y: int, odd: int) -> int | None:
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if odd else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P:
        return None
    return P - x if x & 1 != odd else x


_base_y = 4 * pow(5, P - 2, P) % P
_base_x = _x_of(_base_y, 0) or 0
BASE: Point = (_base_x, _base_y, 1, _base_x * _base_y % P)


def _packed(point: Point) -> bytes:
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _unpacked(packed: bytes) -> Point | None:
    number = int.from_bytes(packed, "little")
    y = number & (2**255 - 1)
    x = _x_of(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % P)


def _number(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def _expanded(secret: bytes) -> tuple[int, bytes]:
    digest = hashlib.sha512(secret).digest()
    return int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | (1 << 254), digest[32:]


def public_key(secret: bytes) -> bytes:
    """The key that checks what this secret of 32 bytes signs."""
    return _packed(_times(_expanded(secret)[0], BASE))


def sign(secret: bytes, message: bytes, public: bytes | None = None) -> bytes:
    scalar, prefix = _expanded(secret)
    public = public_key(secret) if public is None else public
    nonce = _number(prefix, message) % L
    point = _packed(_times(nonce, BASE))
    proof = (nonce + _number(point, public, message) % L * scalar) % L
    return point + proof.to_bytes(32, "little")


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the holder of the public key's secret has signed this message."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, point = _unpacked(public), _unpacked(signature[:32])
    proof = int.from_bytes(signature[32:], "little")
    if key is None or point is None or proof >= L:
        return False
    challenge = _number(signature[:32], public, message) % L
    return _same(_times(proof, BASE), _add(point, _times(challenge, key)))
