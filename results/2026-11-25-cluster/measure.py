"""python measure.py FILE WORKERS MIB: sweeps FILE by Ray with WORKERS workers of this machine and MIB MiB for each task, and prints the count and rates."""

import pathlib
import sys
import tempfile
import time

import ray
from dlx_count.cluster import SweepPlan, count_by_sweep

path, workers, mib = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
ray.init(num_cpus=workers, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
made = {}


def arrived(driver):
    made.update(driver.level.made, level=driver.level.where[0])


with tempfile.TemporaryDirectory() as folder:
    started = time.perf_counter()
    outcome = count_by_sweep(pathlib.Path(path), folder, plan=SweepPlan(memory=mib << 20, keep=1e9), arrived=arrived)
    elapsed = time.perf_counter() - started
print(f"{path}: {outcome.count}, {workers} workers, {elapsed:.1f} s, {made['seconds']:.1f} s in tasks, {int(made['tasks'])} tasks")
print(f"  {made['states']:.0f} states, {made['bytes']:.0f} bytes sent: {made['states'] / made['seconds']:.0f} and {made['bytes'] / made['seconds']:.0f} for each second in tasks")
