"""Where chance comes from: seeds, salts, the key that a match's random stream grows from, and the hashes that commit them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import TypeAlias

from parlour.core.errors import BadSetup, whole
from parlour.core.words import say

Seed: TypeAlias = int | str | bytes | None


class Key(bytes):
    """The 32 bytes that a match's random stream grows from: the hash of its seed and of every seat's salt."""

    @classmethod
    def of(cls, seed: bytes, salts: Sequence[str]) -> Key:
        parts = [b"parlour key 1", seed, *(salt.encode() for salt in salts)]
        return cls(hashlib.sha256(b"".join(len(part).to_bytes(4, "little") + part for part in parts)).digest())


def seed_bytes(seed: Seed) -> bytes:
    """32 bytes from a number, 64 hex digits, bytes, or (None) from the system's randomness."""
    if seed is None:
        return secrets.token_bytes(32)
    number = whole(seed)
    if number is not None and number >= 0:
        return hashlib.sha256(f"parlour seed {number}".encode()).digest()
    if isinstance(seed, str):
        try:
            seed = bytes.fromhex(seed)
        except ValueError:
            seed = b""
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    raise BadSetup(say("A seed is a whole number from 0, 32 bytes, or 64 hex digits."))


def commitment(seed: bytes) -> str:
    """The hash that is shown before the first card, so that the seed cannot be exchanged afterwards."""
    return hashlib.sha256(b"parlour commitment 1" + seed).hexdigest()


def salt_commitment(salt: str) -> str:
    """The hash by which a device binds itself to its salt before any salt is opened."""
    return hashlib.sha256(b"parlour salt 1" + salt.encode()).hexdigest()
