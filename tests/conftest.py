"""What all tests share: property tests are the same in every run, and take their time."""

from hypothesis import settings

settings.register_profile("suite", derandomize=True, deadline=None)
settings.load_profile("suite")
