"""Counts the exact covers of a file in Knuth's format (or CNF, for ganak) with another program: rival.py PROGRAM FILE."""

import sys


def read(path):
    """Primary items, secondary items, options as lists of names."""
    with open(path) as file:
        lines = [line.split() for line in file if line.strip() and not line.startswith("|")]
    bar = lines[0].index("|") if "|" in lines[0] else len(lines[0])
    return lines[0][:bar], lines[0][bar + 1 :], lines[1:]


def exact_cover(path):
    import numpy
    from exact_cover import get_solution_count

    primary, secondary, options = read(path)
    assert not secondary, "it knows no secondary items"
    number = {name: k for k, name in enumerate(primary)}
    matrix = numpy.zeros((len(options), len(primary)), dtype="int32")
    for row, option in enumerate(options):
        matrix[row, [number[name] for name in option]] = 1
    return get_solution_count(matrix)


def xcover(path):
    from xcover import covers

    primary, secondary, options = read(path)
    return sum(1 for _ in covers(options, primary=primary, secondary=secondary))


def ganak(path):
    from pyganak import Counter

    counter = Counter()
    with open(path) as file:
        for line in file:
            if line[0] not in "cp":
                counter.add_clause([int(word) for word in line.split()[:-1]])
    return counter.count()


print({"exact_cover": exact_cover, "xcover": xcover, "ganak": ganak}[sys.argv[1]](sys.argv[2]))
