# mypy: allow-untyped-defs, allow-incomplete-defs, no-check-untyped-defs
"""The places of the weights, in the order of data/westvan.json."""

WEIGHTS = (
    *("spread", "now", "spoil", "insight", "safety", "hunger"),
    *("complete", "open", "started", "liked", "cone", "stale", "leftover", "escape"),
    *("belief", "starts_liked", "starts_disliked", "laid_liked", "laid_disliked"),
)
SPREAD, NOW, SPOIL, INSIGHT, SAFETY, HUNGER = range(6)
COMPLETE, OPEN, STARTED, LIKED, CONE, STALE, LEFTOVER, ESCAPE = range(6, 14)
BELIEF, STARTS_LIKED, STARTS_DISLIKED, LAID_LIKED, LAID_DISLIKED = range(14, 19)
