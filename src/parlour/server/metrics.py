"""What the server counts, in the text format that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Metrics:
    """Counters by name and label, and the times from a move's arrival to its ack, which count the moves made."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, str], int] = defaultdict(int)
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        self.counts[name, label] += by

    def took(self, seconds: float) -> None:
        """A move was acked after so many seconds."""
        self.seconds += seconds
        self.buckets[bisect_left(BOUNDS, seconds)] += 1

    def text(self, gauges: dict[str, float]) -> str:
        lines = []
        for name, value in gauges.items():
            lines += [f"# TYPE parlour_{name} gauge", f"parlour_{name} {value:g}"]
        counts = self.counts | {("moves", 'answer="made"'): sum(self.buckets)}
        for name in sorted({name for name, _ in counts}):
            lines.append(f"# TYPE parlour_{name}_total counter")
            for (known, label), value in sorted(counts.items()):
                if known == name:
                    lines.append(f"parlour_{name}_total{{{label}}} {value}" if label else f"parlour_{name}_total {value}")
        lines.append("# TYPE parlour_move_seconds histogram")
        total = 0
        for bound, value in zip((*map(str, BOUNDS), "+Inf"), self.buckets, strict=True):
            total += value
            lines.append(f'parlour_move_seconds_bucket{{le="{bound}"}} {total}')
        lines += [f"parlour_move_seconds_sum {self.seconds:.6f}", f"parlour_move_seconds_count {total}", ""]
        return "\n".join(lines)
