"""Graphillion on a square grid: `gr.py path|tour|spanning N`, N vertices a side; edges in its own breadth-first order."""
import resource, sys, time
from graphillion import GraphSet
kind, n = sys.argv[1], int(sys.argv[2])
cell = lambda x, y: y * n + x + 1
edges = [(cell(x, y), cell(x + 1, y)) for y in range(n) for x in range(n - 1)] + [(cell(x, y), cell(x, y + 1)) for y in range(n - 1) for x in range(n)]
GraphSet.set_universe(edges)
start = time.process_time()
if kind == "path": sets = GraphSet.paths(1, n * n)
elif kind == "tour": sets = GraphSet.cycles(is_hamilton=True)
else: sets = GraphSet.trees(is_spanning=True)
built = time.process_time()
count = sets.len()
counted = time.process_time()
print(kind, n, count, f"{built - start:.2f} s to build, {counted - built:.2f} s to count,", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, "MB")
