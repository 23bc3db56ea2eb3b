"""Benchmarks, one file a topic: `measure(quick)` gives figures by what was measured and by whom, all of one run."""
