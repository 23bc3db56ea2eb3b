"""A process beside a worker for what takes Python long: replays, verdicts, tellings. No move waits for it.

In a thread such work would hold the interpreter again and again while moves wait for it. The process is started when it is
first needed and ends when nobody has needed it for a while; it works at low priority. Until it is there, where it cannot be
started or where something goes wrong in it, a thread of the worker does the same.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any, TypeVar

from parlour.server.storage import StorageDown

Done = TypeVar("Done")
RESTS = 60.0
"""Seconds without work after which the process ends."""
NICE = 10
SIZE = struct.Struct(">Q")


class Beside:
    """The process of one worker. Called by threads, one after the other. One that is `patient` waits until it is there."""

    def __init__(self, patient: bool = False) -> None:
        self._lock, self._patient = threading.Lock(), patient
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = self._closed = self._barred = False
        self._used = 0.0

    def __call__(self, work: Callable[..., Done], *given: Any) -> Done:
        """Do something there: a function of a module with what it is given, all of which can be pickled."""
        with self._lock:
            self._used = time.monotonic()
            if self._process is None and not self._closed and not self._barred:
                greeted = self._begin()
                if greeted is not None and self._patient:
                    greeted.join()
            if self._ready and self._process is not None:
                try:
                    assert self._process.stdin is not None
                    assert self._process.stdout is not None
                    _write(self._process.stdin, (work, given))
                    fine, done = _read(self._process.stdout)
                except (OSError, EOFError, pickle.PickleError, AttributeError, TypeError):
                    self._stop()
                else:
                    if fine:
                        return done  # type: ignore[no-any-return]
        if self._closed:
            raise StorageDown("The server stops.")
        # What went wrong there goes wrong here too, where it can be told.
        return work(*given)

    def rest(self) -> None:
        """Let the process end if nobody has needed it for a while."""
        if self._process is not None and time.monotonic() > self._used + RESTS and self._lock.acquire(blocking=False):
            try:
                self._stop()
            finally:
                self._lock.release()

    def close(self) -> None:
        """For ever."""
        self._closed = True
        if (process := self._process) is not None:
            process.kill()
            if self._lock.acquire(timeout=1):
                self._stop()
                self._lock.release()

    def _begin(self) -> threading.Thread | None:
        command = [sys.executable, "-m", "parlour.server.beside"]
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        except OSError:  # It is not tried again for every replay.
            self._barred = True
            return None
        greets = threading.Thread(target=self._greet, args=(self._process,), name="parlour-beside", daemon=True)
        greets.start()
        return greets

    def _greet(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until it has read all games."""
        assert process.stdout is not None
        with suppress(OSError, EOFError):
            _read(process.stdout)
            if self._process is process:
                self._ready = True

    def _stop(self) -> None:
        process, self._process, self._ready = self._process, None, False
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):
                    assert pipe is not None
                    pipe.close()
            process.wait()


def _write(pipe: IO[bytes], thing: object) -> None:
    body = pickle.dumps(thing)
    pipe.write(SIZE.pack(len(body)) + body)
    pipe.flush()


def _read(pipe: IO[bytes]) -> Any:
    if len(head := pipe.read(SIZE.size)) < SIZE.size:
        raise EOFError
    return pickle.loads(pipe.read(SIZE.unpack(head)[0]))  # noqa: S301


def main() -> None:
    """The process itself: until nobody asks any more."""
    from parlour.core.registry import games
    from parlour.server import archive  # noqa: F401

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # It ends with its worker.
    if hasattr(os, "nice"):
        os.nice(NICE)
    games()
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    sys.stdout = sys.stderr  # Nothing else may say anything there.
    _write(answers, "ready")
    while True:
        try:
            work, given = _read(asked)
        except EOFError:
            return
        try:
            done = True, work(*given)
        except Exception:
            done = False, None
        _write(answers, done)


if __name__ == "__main__":
    main()
