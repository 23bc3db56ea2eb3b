"""Flicks of ICECOOL2: MuJoCo, which decides, and the quick model, which proposes.

MuJoCo's rows are wall-clock rates of random flicks of four penguins; `settled` is the share of flicks that came to rest,
`faults` how many broke a rule of the report or ended in a wall, `same bits` is 1 if another process gives the same reports.
"""

from __future__ import annotations

from parlour.games.icecool.bench import bench_flicks


def measure(quick: bool = False) -> dict[str, dict[str, float | None]]:
    size = 20 if quick else 5000
    figures = bench_flicks(size)
    mujoco, model = figures["mujoco"], figures["quick"]
    settled, of = (int(part) for part in str(mujoco["settled"]).split("/"))
    return {
        "mujoco": {
            "flicks/s, 1 thread": mujoco["flicks_per_second_1_thread"],
            "flicks/s, 2 threads": mujoco["flicks_per_second_2_threads"],
            "gain of 2 threads": mujoco["gain_2_threads"],
            "cpu ms a flick": mujoco["cpu_ms_a_flick"],
            "settled": settled / of,
            "faults": mujoco["faults"],
            "same bits": float(mujoco["same_bits_with_2_threads"] and mujoco["same_bits_in_another_process"]),
        },
        "quick": {"flicks/s, 1 core": model["flicks_per_second_1_core"]},
    }
