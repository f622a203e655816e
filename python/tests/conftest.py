"""What all tests have in common."""

import signal
from contextlib import contextmanager
from pathlib import Path

import pytest

# Where tests run in the background, SIGINT may be ignored, and then the programs that they start never receive Ctrl-C. With a handler here it works there, too.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@contextmanager
def cluster_of(n_workers):
    """A Ray cluster on this machine: a head without processors, and nodes with one each."""
    import ray
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args={**node, "num_cpus": 0})
    cluster.workers = [cluster.add_node(**node) for _ in range(n_workers)]
    cluster.node = node
    yield cluster
    ray.shutdown()
    cluster.shutdown()
