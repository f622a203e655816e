"""Dominating sets of the hypercube of dimension 6, by dlx-count: python3 layers.py [DLX-COUNT]

Vertices are sets of six points. What is chosen among the 20 triples is fixed first; a permutation of the points changes
nothing, so one choice of each of 2136 kinds is enough. For each the program counts the models of a formula that has a
variable for each of the other 44 vertices, and a clause for each vertex that no chosen triple dominates.
"""
import itertools, os, subprocess, sys, tempfile

program = sys.argv[1] if len(sys.argv) > 1 else "dlx-count"
triples = [v for v in range(64) if bin(v).count("1") == 3]
place = {v: k for k, v in enumerate(triples)}
variable = {v: k + 1 for k, v in enumerate(v for v in range(64) if v not in place)}
closed = [[v] + [v ^ 1 << k for k in range(6)] for v in range(64)]

def moved(v, points):
    return sum(1 << points[k] for k in range(6) if v >> k & 1)

maps = [[place[moved(v, points)] for v in triples] for points in itertools.permutations(range(6))]

def kinds():
    seen = bytearray(1 << 20)
    for m in range(1 << 20):
        if not seen[m]:
            chosen = [k for k in range(20) if m >> k & 1]
            images = {sum(1 << image[k] for k in chosen) for image in maps}
            for image in images:
                seen[image] = 1
            yield {triples[k] for k in chosen}, len(images)

def formula(chosen):
    clauses = [[variable[w] for w in around if w in variable] for around in closed if not chosen & set(around)]
    lines = ["p cnf %d %d" % (len(variable), len(clauses))] + [" ".join(map(str, c)) + " 0" for c in clauses]
    return "\n".join(lines) + "\n"

total, count = 0, 0
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "layer.cnf")
    for chosen, size in kinds():
        with open(path, "w") as file:
            file.write(formula(chosen))
        command = [program, "cnf", path, "--engine", "learn", "--threads", "1", "-q"]
        total += size * int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        count += 1
print("6: %d (%d kinds)" % (total, count))
