"""What all tests share: property tests are the same in every run, and take their time."""

import os
import secrets

from hypothesis import settings

settings.register_profile("suite", derandomize=True, deadline=None)
settings.load_profile("suite")

# The slow property tests are others in every run; set it to repeat one.
SEED = os.environ.setdefault("CLEARWAY_PROPERTY_SEED", str(secrets.randbits(32)))


def pytest_report_header() -> str:
    return f"CLEARWAY_PROPERTY_SEED={SEED}"
