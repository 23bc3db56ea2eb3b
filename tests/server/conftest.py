"""The fixtures of the server's tests; see server_kit.py."""

from __future__ import annotations

import os

# Bots that think need machine code, which a first run would compile in every server that these tests start.
os.environ.setdefault("PARLOUR_BOTS", "random")

from server_kit import serve, served  # noqa: F401
from services import postgres, redis  # noqa: F401
