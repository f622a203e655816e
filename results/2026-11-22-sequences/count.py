"""Counts sequences of tilings, each term by two engines, and writes a table and b-files: python count.py dlx-count SECONDS

A term stands here only if two ways have counted it, with the same result: the whole problem by `frontier`; and the problem split into some twenty tasks, each counted by itself, with an order of its own, and
the records gathered. The next term is tried as long as each way needs less than so many seconds.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent

SEQUENCES = [
    ("hexagon-hexagons-1-2", "hexagon of hexagons, single cells and pairs", "polyhex hexagon:{n} --pieces 1,2 --reuse", "not found by name"),
    ("hexagon-hexagons-1-2-3", "hexagon of hexagons, pieces of one to three cells", "polyhex hexagon:{n} --pieces 1,2,3 --reuse", "not found by name"),
    ("triangle-hexagons-1-2", "triangle of hexagons, single cells and pairs", "polyhex triangle:{n} --pieces 1,2 --reuse", "A269869"),
    ("triangle-hexagons-1-2-3", "triangle of hexagons, pieces of one to three cells", "polyhex triangle:{n} --pieces 1,2,3 --reuse", "not found by name"),
    ("triangle-hexagons-3", "triangle of hexagons, pieces of three cells", "polyhex triangle:{n} --pieces 3 --reuse", "not found by name"),
    ("rhombus-hexagons-1-2", "rhombus of hexagons, single cells and pairs", "polyhex {n}x{n} --pieces 1,2 --reuse", "not found by name"),
    ("hexagon-triangles-2", "hexagon of triangles, pairs", "polyiamond hexagon:{n} --pieces 2 --reuse", "A008793"),
    ("hexagon-triangles-1-2", "hexagon of triangles, single cells and pairs", "polyiamond hexagon:{n} --pieces 1,2 --reuse", "not found by name"),
    ("hexagon-triangles-3", "hexagon of triangles, pieces of three", "polyiamond hexagon:{n} --pieces 3 --reuse", "not found by name"),
    ("hexagon-triangles-1-2-3", "hexagon of triangles, pieces of one to three", "polyiamond hexagon:{n} --pieces 1,2,3 --reuse", "not found by name"),
    ("hexagon-triangles-6", "hexagon of triangles, hexiamonds", "polyiamond hexagon:{n} --pieces 6 --reuse", "not found by name"),
    ("triangle-triangles-1-2", "triangle of triangles, single cells and pairs", "polyiamond triangle:{n} --pieces 1,2 --reuse", "not found by name"),
    ("triangle-triangles-1-2-3", "triangle of triangles, pieces of one to three", "polyiamond triangle:{n} --pieces 1,2,3 --reuse", "not found by name"),
    ("triangle-triangles-4", "triangle of triangles, pieces of four", "polyiamond triangle:{n} --pieces 4 --reuse", "not found by name"),
    ("rhombus-triangles-6", "rhombus of triangles, hexiamonds", "polyiamond {n}x{n} --pieces 6 --reuse", "not found by name"),
]


def whole(program, words, seconds):
    command = [program, *words.split(), "--engine", "frontier", "--time-limit", f"{seconds}s", "--memory", "6GiB", "--threads", "1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    said = json.loads(done.stdout) if done.stdout.strip() else {"complete": False}
    return int(said["count"]) if said["complete"] else None


def in_tasks(program, words, seconds):
    with tempfile.TemporaryDirectory() as folder:
        tasks, done = f"{folder}/tasks", f"{folder}/done"
        subprocess.run([program, "split", *words.split(), "--tasks", "20", "-q", "-o", tasks], check=True)
        subprocess.run([program, "work", tasks, "--engine", "frontier", "--time-limit", f"{seconds}s", "--memory", "6GiB", "--threads", "1", "-q", "-o", done])
        gathered = subprocess.run([program, "gather", tasks, done, "-q"], capture_output=True, text=True)
        return int(gathered.stdout) if gathered.returncode == 0 else None


def main():
    program, seconds = sys.argv[1], int(sys.argv[2])
    rows = []
    half = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    for name, what, words, oeis in SEQUENCES[half::2]:
        terms = []
        for n in range(1, 100):
            one = whole(program, words.format(n=n), seconds)
            other = None if one is None else in_tasks(program, words.format(n=n), seconds)
            if other is None:
                break
            assert one == other, f"{words.format(n=n)}: {one} and {other}"
            terms.append(one)
        (FOLDER / f"b-{name}.txt").write_text("".join(f"{n} {term}\n" for n, term in enumerate(terms, 1)))
        shown = ", ".join(map(str, terms[:8]))
        rows.append(f"| {what} | `{words}` | {shown}{', ...' if len(terms) > 8 else ''} | {len(terms)} | {oeis} |")
        print(rows[-1], flush=True)


if __name__ == "__main__":
    main()
