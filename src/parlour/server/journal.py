"""What a server tells those who run it: lines of JSON for programs, or sentences for the host at the terminal.

One line a thing. Never a token, a seed, a salt, a card, a name or anybody's words; of a table's link only the beginning.
What an error says of itself may hold any of these: only its kind and the places in our code are told.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PLACES = 6
"""How many places in the code are told of a fault, the innermost first."""
QUIET = 30.0
"""Seconds until the same warning is said again."""
HERE = str(Path(__file__).parents[1])


class Journal:
    """The journal of one worker."""

    def __init__(self, worker: str, *, lines: bool, sentences: bool, count: Callable[[str, str], None]) -> None:
        self.worker, self.lines, self.sentences, self.count = worker[:6], lines, sentences, count
        self._said: dict[str, tuple[float, int]] = {}

    def note(self, what: str, **facts: Any) -> None:
        """Something that is as it should be: for programs only."""
        self._write("note", what, facts)

    def warn(self, what: str, sentence: str, **facts: Any) -> None:
        """Something that whoever runs the server should know, in a sentence; the same thing is not said again and again."""
        self.count("warnings", f'what="{what}"')
        at, more = time.monotonic(), 0
        if what in self._said:
            since, more = self._said[what]
            if at < since + QUIET:
                self._said[what] = since, more + 1
                return
        self._said[what] = at, 0
        if more:
            facts["more"] = more
            sentence += f" (And {more} times more since it was last said.)"
        self._write("warning", what, facts, sentence)

    def relieve(self, what: str, sentence: str) -> None:
        """What was warned of is over."""
        if self._said.pop(what, None):
            self._write("note", what, {"over": True}, sentence)

    def fault(self, wrong: BaseException, where: str = "") -> None:
        """A mistake of ours."""
        self.count("faults", "")
        kind, places = type(wrong).__name__, places_of(wrong)
        sentence = (
            f"A mistake of ours ({kind} at {places[0] if places else 'an unknown place'}). Nothing is lost; please report it."
        )
        at = time.monotonic()
        known = f"{kind} {places[:1]}"
        if at >= self._said.get(known, (-QUIET, 0))[0] + QUIET:
            self._said[known] = at, 0
            self._write("fault", kind, {"places": places} | ({"where": where} if where else {}), sentence)

    def _write(self, grade: str, what: str, facts: dict[str, Any], sentence: str = "") -> None:
        if len(self._said) > 1000:
            self._said.clear()
        if self.lines:
            head = {"at": round(time.time() * 1000), "worker": self.worker, "grade": grade, "what": what}
            print(json.dumps(head | facts | ({"sentence": sentence} if sentence else {})), file=sys.stderr, flush=True)
        elif self.sentences and sentence:
            print(f"{time.strftime('%H:%M:%S')}  {sentence}", file=sys.stderr, flush=True)

    # What others have to say.

    def listen(self) -> None:
        """Take over what the web server and the loop would print."""
        for name in ("uvicorn.error", "asyncio", "asyncpg"):
            logger = logging.getLogger(name)
            logger.handlers, logger.propagate = [_Handler(self)], False
        asyncio.get_running_loop().set_exception_handler(self._lost)

    def _lost(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        wrong = context.get("exception")
        if isinstance(wrong, OSError):
            self.warn("network", f"A connection failed ({wrong.strerror or type(wrong).__name__}).")
        elif wrong is not None:
            self.fault(wrong, "loop")
        else:
            self.note("loop", said=str(context.get("message", ""))[:100])


class _Handler(logging.Handler):
    def __init__(self, journal: Journal) -> None:
        super().__init__(logging.WARNING)
        self.journal = journal

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self.journal.fault(record.exc_info[1], record.name)
        else:
            said = str(record.msg).splitlines()[0][:200]
            self.journal.warn(f"{record.name}: {said[:40]}", f"The web server says: {said}")


def places_of(wrong: BaseException) -> list[str]:
    """Where it happened, in our own code, the innermost first; no values."""
    if there := wrong.__dict__.get("places"):  # It went wrong in a process beside.
        return list(there)
    found, trace = [], wrong.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename.startswith(HERE):
            found.append(f"{Path(code.co_filename).relative_to(HERE)}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return found[: -PLACES - 1 : -1]
