"""Chromatic polynomials of graphs, from counts of `dlx-count coloring`.

    python3 polynomials.py PROGRAM NAME N [-j PROCESSES] [-c COLORS,...]

NAME is grid, king, triangle, rhombic or staggered, N its side. Prints the coefficients, highest powers first, as OEIS has them.

A polynomial of degree V is known by its values at V + 1 numbers of colors. These are 0, 1, 2, and as many as are
needed from the width of the frontier on, where the time does not depend on the number. Three more values, one of them
far away, must then be right; so must the first coefficients, which are known: 1, minus the number of edges, and pairs of
edges less triangles. With -c, values at a few small numbers of colors are counted by the engine `frontier`, which knows
nothing of partitions and has the problem as an exact cover, and compared, too.
"""

import argparse
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction


def edges_of(name, n):
    """The edges of a graph between cells (row, column)."""
    is_in = lambda r, c: 0 <= r < n and 0 <= c < n and (name != "triangle" or c <= r)
    for r in range(n):
        for c in range(n):
            steps = [(0, 1), (1, 0)]
            if name == "king":
                steps += [(1, 1), (1, -1)]
            elif name == "triangle":
                steps += [(1, 1)]
            elif name == "rhombic":
                steps += [(1, -1)]
            elif name == "staggered":
                # Squares in columns 0, 2, 4 ... have a diagonal up to the right, the others down to the right.
                steps += [(1, 1), (1, -1)] if c % 2 else []
            for dr, dc in steps:
                if is_in(r, c) and is_in(r + dr, c + dc):
                    yield (r, c), (r + dr, c + dc)


def count(program, path, n_colors, *more):
    words = [program, "coloring", path, "--colors", str(n_colors), "-q", "-j", "1", *more]
    return int(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def interpolated(points):
    """The coefficients, lowest powers first, of the polynomial through these points: Newton's divided differences."""
    places = [place for place, _ in points]
    differences = [Fraction(value) for _, value in points]
    for step in range(1, len(points)):
        for k in range(len(points) - 1, step - 1, -1):
            differences[k] = (differences[k] - differences[k - 1]) / (places[k] - places[k - step])
    coefficients = [Fraction(0)]
    for place, difference in zip(reversed(places), reversed(differences)):
        shifted = [Fraction(0)] + coefficients
        coefficients = [a - place * b for a, b in zip(shifted, coefficients + [Fraction(0)])]
        coefficients[0] += difference
    while coefficients[-1] == 0:
        coefficients.pop()
    assert all(number.denominator == 1 for number in coefficients), "not whole"
    return [int(number) for number in coefficients]


def value(coefficients, place):
    total = 0
    for coefficient in reversed(coefficients):
        total = total * place + coefficient
    return total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("name")
    parser.add_argument("n", type=int)
    parser.add_argument("-j", type=int, default=1)
    parser.add_argument("-c", default="")
    args = parser.parse_args()
    edges = set(edges_of(args.name, args.n))
    vertices = {vertex for edge in edges for vertex in edge}
    degree = len(vertices)
    # The first end of an edge is the smaller one.
    triangles = sum(1 for a, b in edges for c in vertices if (a, c) in edges and (b, c) in edges)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(f"{a[0]},{a[1]} {b[0]},{b[1]}\n" for a, b in sorted(edges))
        file.flush()
        width = args.n + 2
        places = [0, 1, 2, *range(width, width + degree)] + [10**6]
        with ThreadPoolExecutor(args.j) as pool:
            values = list(pool.map(lambda place: count(args.program, file.name, place), places))
        points = list(zip(places, values))
        coefficients = interpolated(points[: degree + 1])
        for place, known in points[degree + 1 :]:
            assert value(coefficients, place) == known, place
        for place in map(int, filter(None, args.c.split(","))):
            known = count(args.program, file.name, place, "--engine", "frontier")
            assert value(coefficients, place) == known, place
            print(f"# {place} colors: {known}, by states of an exact cover", file=sys.stderr)
    coefficients.reverse()
    m = len(edges)
    assert coefficients[:3] == [1, -m, m * (m - 1) // 2 - triangles], coefficients[:3]
    print(*coefficients, sep=",")


main()
