"""Who carries out the pieces of a long piece of work: processes here, or a Ray cluster.

A piece is a function of what it is given, a seed among it, and nothing else. So it does not matter who does it, in which order,
or how often: a piece whose worker was killed is done again, and the whole comes to the same bytes however many workers there
are.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import starmap
from multiprocessing import get_context
from typing import Any

from parlour.core.errors import BadSetup, NoSpeed

AGAIN = 5
"""How often a piece is given to another worker before it is its own fault that they die."""
AHEAD = 2
"""Pieces for each worker that are handed out before the result of the first of them is asked for."""
HERE = "here"
CARDS_SEEN = 2.0
"""Seconds between two looks whether a cluster has lost its cards."""


class Workers(Executor):
    """Who works. `many` pieces are worked on at the same time."""

    many: int

    def submit_to_card(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """A piece that is done much sooner on a card: for a worker that has one, where there is one."""
        return self.submit(fn, *args)

    def in_order(self, fn: Callable[..., Any], jobs: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """What comes of each job, in their order, like `itertools.starmap`; jobs may go on for ever."""
        waiting: deque[Future[Any]] = deque()
        for job in jobs:
            waiting.append(self.submit(fn, *job))
            if len(waiting) > AHEAD * self.many:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def stop(self) -> None:
        """Let everything fall, also what is being worked on."""
        self.shutdown(wait=True, cancel_futures=True)


def workers(on: str = HERE, processes: int = 2) -> Workers:
    """Those who work: `here`, `ray` (the cluster that RAY_ADDRESS names, else one on this machine), or `ray://host:port`."""
    if on == HERE:
        return Processes(processes)
    if on == "ray" or on.startswith("ray://"):
        return Ray(None if on == "ray" else on, processes)
    raise BadSetup(f"Nobody works on {on!r}: here, ray, or the address of a cluster as ray://host:10001.")


@contextmanager
def hands(on: str, processes: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """What `in_order` of some workers is, or `starmap` for this process alone."""
    if on == HERE and processes == 1:
        yield starmap
        return
    pool = workers(on, processes)
    try:
        yield pool.in_order
    finally:
        pool.stop()


class Processes(Workers):
    """Processes of this machine; a pool in which one was killed is replaced, and its pieces are done again."""

    def __init__(self, processes: int) -> None:
        self.many = processes
        self._lock = threading.Lock()
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.many, mp_context=get_context("spawn"))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        promised: Future[Any] = Future()
        promised.set_running_or_notify_cancel()
        self._give(promised, fn, args, kwargs, AGAIN)
        return promised

    def _give(self, promised: Future[Any], fn: Callable[..., Any], args: Any, kwargs: Any, again: int) -> None:
        pool = self._pool
        try:
            inner = pool.submit(fn, *args, **kwargs)
        except BrokenProcessPool:
            self._replace(pool)
            self._give(promised, fn, args, kwargs, again)
            return

        def done(inner: Future[Any]) -> None:
            wrong = None if inner.cancelled() else inner.exception()
            if inner.cancelled():
                promised.set_exception(BadSetup("The work was called off."))
            elif isinstance(wrong, BrokenProcessPool) and again:
                self._replace(pool)
                self._give(promised, fn, args, kwargs, again - 1)
            else:
                keep(promised, inner)

        inner.add_done_callback(done)

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        with self._lock:
            if self._pool is broken:
                self._pool = self._new()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def stop(self) -> None:
        for worker in (self._pool._processes or {}).values():
            worker.terminate()
        super().stop()


class Ray(Workers):
    """The workers of a Ray cluster. Ray itself does a piece again whose worker or node was lost."""

    def __init__(self, address: str | None, processes: int) -> None:
        try:
            import ray
        except ImportError:
            raise NoSpeed("Ray is not installed: pip install 'parlour[scale]'.") from None
        self._ray = ray
        self._began = not ray.is_initialized()
        if self._began:
            known = address or os.environ.get("RAY_ADDRESS")
            alone: Any = {} if known else {"num_cpus": processes, "include_dashboard": False}
            ray.init(address=known, log_to_driver=False, logging_level=logging.ERROR, configure_logging=False, **alone)
        self.many = max(1, int(ray.cluster_resources().get("CPU", processes)))
        self._waiting: dict[Future[Any], Any] = {}
        """What is promised by workers with a card, and the piece that it comes from."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        promised: Future[Any] = self._ray.remote(max_retries=-1)(fn).remote(*args, **kwargs).future()
        return promised

    def submit_to_card(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        nobody_watches = not self._waiting
        if nobody_watches and not self._cards():
            return self.submit(fn, *args)
        promised: Future[Any] = Future()
        promised.set_running_or_notify_cancel()
        piece = self._ray.remote(max_retries=-1, num_gpus=1)(fn).remote(*args)
        self._waiting[promised] = piece, fn, args
        if nobody_watches:
            threading.Thread(target=self._watch_cards, daemon=True).start()
        piece.future().add_done_callback(partial(self._settle, promised))
        return promised

    def _cards(self) -> int:
        return int(self._ray.cluster_resources().get("GPU", 0))

    def _settle(self, promised: Future[Any], done: Future[Any]) -> None:
        if self._waiting.pop(promised, None) is not None:  # else everybody may do it now
            keep(promised, done)

    def _watch_cards(self) -> None:
        """When the last card has left the cluster, what it should have done is for everybody."""
        while self._waiting and self._ray.is_initialized():
            if self._cards():
                time.sleep(CARDS_SEEN)
                continue
            for promised in list(self._waiting):
                piece, fn, args = self._waiting.pop(promised, (None, None, ()))
                if piece is not None:
                    self.submit(fn, *args).add_done_callback(partial(keep, promised))
                    self._ray.cancel(piece, force=True)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if self._began:
            self._ray.shutdown()


def keep(promised: Future[Any], done: Future[Any]) -> None:
    """What was done is what was promised."""
    wrong = done.exception()
    if wrong is None:
        promised.set_result(done.result())
    else:
        promised.set_exception(wrong)
