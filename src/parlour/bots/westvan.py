"""What a bot knows about West Van Soft: a day is a chapter, and its points are all that counts."""


def chapter(state):
    """Play is judged at the end of a day."""
    return state.day
