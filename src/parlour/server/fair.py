"""Threads that many ask for at once: people who wait come first, and every address gets its turn, however much one asks for."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from parlour.core.words import say
from parlour.tables.errors import Unfit

Done = TypeVar("Done")
Job = tuple["asyncio.Future[Any]", Callable[..., Any], tuple[Any, ...]]


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
    """Some threads."""

    def __init__(self, threads: int, name: str, most: int = 1000) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._free, self._most = threads, most
        self._people, self._others = Queue(), Queue()

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
            job = self._people.take() or self._others.take()
            if job is None:
                return
            future, work, given = job
            self._free -= 1
            try:
                done = asyncio.get_running_loop().run_in_executor(self._threads, work, *given)
            except RuntimeError:  # The server stops.
                future.cancel()
                return
            done.add_done_callback(lambda done, future=future: self._done(done, future))  # type: ignore[misc]

    def _done(self, done: asyncio.Future[Any], future: asyncio.Future[Any]) -> None:
        self._free += 1
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
