"""For all tests."""

from hypothesis import settings

# How long an example takes is the machine's affair.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
