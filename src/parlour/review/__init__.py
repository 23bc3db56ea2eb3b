"""The review of a match: where it turned, what each decision cost, and how much was luck."""

from parlour.review.reviewed import Decision, Judged, Moment, Review, Share
from parlour.review.reviewing import review
from parlour.review.telling import ReviewSaid, told

__all__ = ["Decision", "Judged", "Moment", "Review", "ReviewSaid", "Share", "review", "told"]
