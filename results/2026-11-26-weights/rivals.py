"""Prints the weighted count of a formula by Ganak or D4, from Python: rivals.py ganak|d4 FORMULA.cnf"""

import sys

which, path = sys.argv[1:]
n, clauses, weights = 0, [], {}
for line in open(path):
    words = line.split()
    if words[:2] == ["p", "cnf"]:
        n = int(words[2])
    elif words[:3] == ["c", "p", "weight"]:
        weights[int(words[3])] = words[4]
    elif words and words[0] != "c":
        clauses.append([int(word) for word in words[:-1]])
if which == "ganak":
    import pyganak

    counter = pyganak.WeightedCounter()
    counter.new_vars(n)
    counter.add_clauses(clauses)
    for literal, weight in weights.items():
        counter.set_lit_weight(literal, float(weight))
    print(repr(counter.count()))
else:
    import py_d4

    solver = py_d4.Solver(clauses, n)
    solver.setWeights(weights, py_d4.WeightType.FLOAT)
    print(solver.count().getResult())
