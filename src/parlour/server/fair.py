"""Threads that many ask for at once: people who wait come first, and every address gets its turn, however much one asks for."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from parlour.core.words import say
from parlour.tables.errors import Unfit

Done = TypeVar("Done")
Job = tuple["asyncio.Future[Any]", Callable[..., Any], tuple[Any, ...]]


def _give_way(nice: int) -> None:
    """This thread works when nothing else wants to. Elsewhere than on Linux that would slow down the whole process."""
    if nice and sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, max(nice, os.getpriority(os.PRIO_PROCESS, thread)))


class Queue:
    """What waits, by address: the address that was served longest ago is next, and its oldest wish."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Job]] = {}

    def put(self, whose: str, job: Job) -> None:
        self._waiting.setdefault(whose, deque()).append(job)

    def take(self) -> Job | None:
        while self._waiting:
            whose = next(iter(self._waiting))
            jobs = self._waiting.pop(whose)
            while jobs and jobs[0][0].done():  # Nobody waits for it any more.
                jobs.popleft()
            if not jobs:
                continue
            job = jobs.popleft()
            if jobs:
                self._waiting[whose] = jobs  # At the end: all others are before it now.
            return job
        return None

    def of(self, whose: str) -> int:
        return len(self._waiting.get(whose, ()))


class Fair:
    """Some threads. What no person waits for never has all of them: who comes next need not wait for it."""

    def __init__(self, threads: int, name: str, most: int = 1000, nice: int = 0) -> None:
        self._threads = ThreadPoolExecutor(threads, name, partial(_give_way, nice))
        self._free, self._most = threads, most
        self._people, self._others = Queue(), Queue()
        self._spare = max(1, threads - 1)
        """Threads that may still begin something that no person waits for."""

    async def run(self, whose: str, work: Callable[..., Done], *given: Any, waits: bool = True) -> Done:
        """Do something when it is this address's turn; `waits`: a person waits for it."""
        queue = self._people if waits else self._others
        if queue.of(whose) >= self._most:
            raise Unfit("too_fast", say("Too many wishes at once: wait a moment."))
        future: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        queue.put(whose, (future, work, given))
        self._next()
        return await future

    def _next(self) -> None:
        while self._free:
            job, alone = self._people.take(), False
            if job is None and self._spare:
                job, alone = self._others.take(), True
            if job is None:
                return
            future, work, given = job
            self._free -= 1
            self._spare -= alone
            try:
                done = asyncio.get_running_loop().run_in_executor(self._threads, work, *given)
            except RuntimeError:  # The server stops.
                future.cancel()
                return
            done.add_done_callback(partial(self._done, future, alone))

    def _done(self, future: asyncio.Future[Any], alone: bool, done: asyncio.Future[Any]) -> None:
        self._free += 1
        self._spare += alone
        wrong = None if done.cancelled() else done.exception()
        if future.done():
            pass
        elif done.cancelled():
            future.cancel()
        elif wrong is not None:
            future.set_exception(wrong)
        else:
            future.set_result(done.result())
        self._next()

    def shutdown(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
