"""What all tests have in common."""

import signal
from pathlib import Path

import pytest

# Who runs tests in the background may have SIGINT ignored, and programs that are begun then never hear of Ctrl-C. What has a handler here is as it should be there.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def root() -> Path:
    """The folder of the repository."""
    return ROOT
