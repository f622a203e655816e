"""What all tests have in common."""

import signal
from pathlib import Path

import pytest

# Where tests run in the background, SIGINT may be ignored, and then the programs that they start never receive Ctrl-C. With a handler here it works there, too.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def root() -> Path:
    """The folder of the repository."""
    return ROOT
