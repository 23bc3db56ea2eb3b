"""The process beside a worker: it does what takes long, and whatever becomes of it nothing is missed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from server_kit import PATIENCE

from parlour.core.errors import BadRecord
from parlour.server.archive import as_it_ended, signed
from parlour.server.beside import NICE, Beside, Gone
from parlour.server.journal import places_of
from parlour.tables.errors import Unfit


@pytest.fixture
def beside():
    process = Beside()
    yield process
    process.close()


def elsewhere(beside: Beside) -> int:
    """The process's number, as soon as it does the work."""
    end = time.monotonic() + PATIENCE
    while (found := beside(os.getpid)) == os.getpid():
        assert time.monotonic() < end, "it is never ready"
        time.sleep(0.05)
    return found


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def until_gone(pid: int) -> None:
    end = time.monotonic() + PATIENCE
    while lives(pid):
        assert time.monotonic() < end, "it does not end"
        time.sleep(0.05)


def test_where_no_process_can_be_started_a_thread_does_the_same(beside, monkeypatch):
    begun = []

    def refused(*words, **more):
        begun.append(words)
        raise OSError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", refused)
    assert [beside(os.getpid) for _ in range(3)] == [os.getpid()] * 3
    assert len(begun) == 1, "it is asked for once"


def test_work_is_done_at_once_and_beside_as_soon_as_there_is_somebody(beside):
    assert beside(os.getpid) == os.getpid()
    there = elsewhere(beside)
    assert beside(os.getpid) == there, "it is the same one"
    assert beside(os.getpriority, os.PRIO_PROCESS, 0) >= NICE
    assert beside(sorted, [3, 1, 2]) == [1, 2, 3]


def test_what_goes_wrong_there_is_raised_here_as_it_is(beside):
    there = elsewhere(beside)
    with pytest.raises(BadRecord):
        beside(signed, "no record", b"")
    with pytest.raises(ZeroDivisionError):
        beside(divmod, 1, 0)
    assert beside(os.getpid) == there, "it goes on"


def test_what_goes_wrong_there_is_not_tried_again_here_and_it_is_known_where(beside):
    elsewhere(beside)
    with pytest.raises(Unfit) as wrong:
        beside(as_it_ended, "t", [], 3)
    assert (wrong.value.code, wrong.value.sentence) == ("no_match", "There is no match 3 at this table.")
    assert wrong.value.sentence.template == "There is no match {match} at this table."
    assert wrong.value.__traceback__.tb_next.tb_next is None, "nothing was done here"
    assert any("as_it_ended" in place for place in places_of(wrong.value))


def test_who_gets_no_time_at_low_priority_begins_again_at_the_workers_own(monkeypatch):
    monkeypatch.setattr("parlour.server.beside.STARVES", 0.3)
    beside = Beside(patient=True)
    there, low = beside(os.getpid), beside(os.getpriority, os.PRIO_PROCESS, 0)
    assert beside(subprocess.call, ["sleep", "1.5"]) == 0, "this takes none of a processor's time"
    assert beside(os.getpid) != there
    assert beside(os.getpriority, os.PRIO_PROCESS, 0) == low - NICE == os.getpriority(os.PRIO_PROCESS, 0)
    beside.close()


def test_a_patient_one_leaves_nothing_to_a_thread(monkeypatch):
    beside = Beside(patient=True)
    assert beside(os.getpid) != os.getpid()
    with pytest.raises(Gone):
        beside(os._exit, 9)
    assert beside(os.getpid) != os.getpid(), "another one follows"
    beside.close()


def test_what_cannot_be_sent_there_is_done_here(beside):
    elsewhere(beside)
    here = []
    beside(lambda: here.append(os.getpid()))
    assert here == [os.getpid()]
    assert elsewhere(beside) != os.getpid()


def test_a_process_that_was_killed_is_missed_by_nobody_and_followed_by_another(beside):
    there = elsewhere(beside)
    os.kill(there, signal.SIGKILL)
    assert beside(os.getpid) == os.getpid()
    assert elsewhere(beside) != there


def test_who_has_nothing_to_do_for_a_while_ends(beside, monkeypatch):
    there = elsewhere(beside)
    beside.rest()
    assert lives(there)
    monkeypatch.setattr("parlour.server.beside.RESTS", 0)
    beside.rest()
    until_gone(there)
    assert elsewhere(beside) != there


def test_it_ends_with_its_worker_however_that_ends():
    program = f"""
import os, sys
sys.path.insert(0, {os.path.dirname(__file__)!r})
from test_beside import Beside, elsewhere
print(elsewhere(Beside()), flush=True)
os._exit(9)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 9
    until_gone(int(done.stdout))
