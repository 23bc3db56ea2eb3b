"""The TypeScript types are fresh, and the document knows every message."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from parlour.server import messages as m
from parlour.server.typescript import generated
from parlour.tables import shown

HOUSE = Path(__file__).parents[2]


def test_the_typescript_types_are_made_from_these_messages():
    for name, text in generated():
        kept = HOUSE / "web" / "src" / name
        assert kept.exists(), f"{name} is missing: python -m parlour.server.typescript"
        assert kept.read_text(encoding="utf-8") == text, f"{name} is old: python -m parlour.server.typescript"


def test_every_message_and_call_is_named_in_the_document():
    document = (HOUSE / "docs" / "protocol.md").read_text(encoding="utf-8")
    for message in (*get_args(m.ClientMessage), *get_args(m.ServerMessage)):
        assert f"`{message.__struct_config__.tag}`" in document, message.__struct_config__.tag


def test_emotes_are_the_same_on_both_sides():
    assert get_args(m.Emote) == shown.EMOTES
