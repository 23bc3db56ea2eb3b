"""A process beside a worker for what takes Python long: replays, verdicts, tellings. No move waits for it.

In a thread such work would hold the interpreter again and again while moves wait for it. The process is started when it is
first needed and ends when nobody has needed it for a while. It works at low priority; where that gets no time it begins again
at the worker's own. Until it is there, or where it cannot be started, a thread of the worker does the same. What goes wrong in
it is raised here, not tried again.
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

from parlour.server.journal import places_of
from parlour.server.storage import StorageDown

Done = TypeVar("Done")
RESTS = 60.0
"""Seconds without work after which the process ends."""
NICE = 10
STARVES, SHARE = 10.0, 0.1
"""Seconds in which a process that works gets at least this share of a processor."""
STARVED = "starved"
SIZE = struct.Struct(">Q")


class Gone(Exception):
    """The process has ended in the middle of something, twice."""


class Beside:
    """The process of one worker. Called by threads, one after the other. One that is `patient` waits until it is there, and
    leaves nothing to a thread that takes seconds."""

    def __init__(self, patient: bool = False) -> None:
        self._lock, self._patient = threading.Lock(), patient
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = self._closed = self._barred = False
        self._used, self._nice = 0.0, NICE

    def __call__(self, work: Callable[..., Done], *given: Any) -> Done:
        """Do something there: a function of a module with what it is given, all of which can be pickled."""
        with self._lock:
            self._used = time.monotonic()
            try:
                asked = pickle.dumps((work, given))
            except (pickle.PickleError, AttributeError, TypeError):
                return work(*given)
            waits, lost = self._patient, 0
            while self._is_there(waits):
                try:
                    answer = self._ask(asked)
                except (OSError, EOFError):
                    self._stop()
                    lost += 1
                    if not self._patient:
                        break
                    if lost > 1 and not self._closed:
                        raise Gone from None
                    continue
                if answer == STARVED:
                    self._stop()
                    waits, self._nice = True, 0
                    continue
                fine, done = answer
                if fine:
                    return done  # type: ignore[no-any-return]
                raise done
        if self._closed:
            raise StorageDown("The server stops.")
        return work(*given)

    def _is_there(self, waits: bool) -> bool:
        """Whether the process can be asked; it is begun if there is none."""
        if self._process is None and not self._closed and not self._barred:
            greeted = self._begin()
            if greeted is not None and waits:
                greeted.join()
        return self._ready and self._process is not None

    def _ask(self, asked: bytes) -> Any:
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        _write(self._process.stdin, asked)
        return _read(self._process.stdout)

    def rest(self) -> None:
        """Let the process end if nobody has needed it for a while."""
        if self._process is not None and time.monotonic() > self._used + RESTS and self._lock.acquire(blocking=False):
            try:
                self._stop()
                self._nice = NICE
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
        command = [sys.executable, "-m", "parlour.server.beside", str(self._nice), str(STARVES)]
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


def _write(pipe: IO[bytes], body: bytes) -> None:
    pipe.write(SIZE.pack(len(body)) + body)
    pipe.flush()


def _read(pipe: IO[bytes]) -> Any:
    if len(head := pipe.read(SIZE.size)) < SIZE.size:
        raise EOFError
    return pickle.loads(pipe.read(SIZE.unpack(head)[0]))  # noqa: S301


class Desk:
    """The process itself: it works until nobody asks any more, and says so if it gets no time to."""

    def __init__(self) -> None:
        self.asked, self.answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
        sys.stdout = sys.stderr  # Nothing else may say anything there.
        self.answering = threading.Lock()
        self.began: float | None = None

    def run(self) -> None:
        _write(self.answers, pickle.dumps("ready"))
        while True:
            try:
                work, given = _read(self.asked)
            except EOFError:
                return
            self.began = time.monotonic()
            try:
                answer = pickle.dumps((True, work(*given)))
            except Exception as wrong:
                answer = pickle.dumps((False, _sent(wrong)))
            with self.answering:
                self.began = None
                _write(self.answers, answer)

    def watch(self, starves: float) -> None:
        while True:
            at, used = time.monotonic(), time.process_time()
            time.sleep(starves)
            with self.answering:
                worked = self.began is not None and self.began <= at
                if worked and time.process_time() - used < SHARE * starves:
                    _write(self.answers, pickle.dumps(STARVED))
                    os._exit(0)


def _sent(wrong: Exception) -> Exception:
    """What went wrong, as it can be raised elsewhere, with the places where it did."""
    places = places_of(wrong)
    try:
        sent: Exception = pickle.loads(pickle.dumps(wrong))  # noqa: S301
    except Exception:
        sent = RuntimeError(type(wrong).__name__)
    sent.__dict__["places"] = places
    return sent


def main() -> None:
    from parlour.core.registry import games
    from parlour.server import archive  # noqa: F401

    nice, starves = int(sys.argv[1]), float(sys.argv[2])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # It ends with its worker.
    games()
    desk = Desk()
    if nice and hasattr(os, "nice"):
        os.nice(nice)
        threading.Thread(target=desk.watch, args=(starves,), daemon=True).start()
    desk.run()


if __name__ == "__main__":
    main()
