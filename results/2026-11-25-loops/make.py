"""Makes the puzzles of tests/data/loops: a random solution, all its clues, and then as few clues as keep it the only one.

usage: make.py PROGRAM FOLDER
"""

import random
import subprocess
import sys
from pathlib import Path

PROGRAM, FOLDER = sys.argv[1], Path(sys.argv[2])


def count(kind, rows):
    text = "\n".join(rows) + "\n"
    run = subprocess.run([PROGRAM, kind, "-", "-q", "-j", "1", "--limit", "2"], input=text, capture_output=True, text=True)
    return run.stdout.strip()


def beside(cell):
    row, column = cell
    return [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]


def is_whole(cells):
    cells = set(cells)
    todo = [cells.pop()] if cells else []
    while todo:
        for other in beside(todo.pop()):
            if other in cells:
                cells.remove(other)
                todo.append(other)
    return not cells


def region(rows, columns, dice):
    """Cells in one piece around which there is one loop that does not touch itself, long enough to be interesting."""
    board = [(row, column) for row in range(rows) for column in range(columns)]
    around = [(row, column) for row in range(-1, rows + 1) for column in range(-1, columns + 1)]
    inside = {dice.choice(board)}
    for _ in range(12 * len(board)):
        cell = dice.choice(board)
        touching = sum(other in inside for other in beside(cell))
        if cell in inside or touching == 0 or touching > 1 and dice.random() < 0.9 or len(inside) > 0.6 * len(board):
            continue
        row, column = cell
        # The eight cells around it change between inside and outside twice: then the loop stays one loop.
        ring = [(row - 1, column - 1), (row - 1, column), (row - 1, column + 1), (row, column + 1), (row + 1, column + 1), (row + 1, column), (row + 1, column - 1), (row, column - 1)]
        sides = [other in inside for other in ring]
        if sum(sides[k] != sides[k - 1] for k in range(8)) == 2:
            inside.add(cell)
    assert is_whole(inside) and is_whole(set(around) - inside)
    return inside


def thinned(kind, clues, dice, rows, columns):
    """Leaves clues out, some at a time and from small puzzles then one by one, as long as there is one solution."""
    def written(clues):
        return ["".join(str(clues.get((row, column), ".")) for column in range(columns)) for row in range(rows)]
    if count(kind, written(clues)) != "1":
        return None
    for size in (8, 1) if rows < 12 else (20,):
        order = list(clues)
        dice.shuffle(order)
        for start in range(0, len(order), size):
            fewer = {cell: clue for cell, clue in clues.items() if cell not in order[start : start + size]}
            if count(kind, written(fewer)) == "1":
                clues = fewer
            if size == 1 and start > len(order) // 2:
                break
    return written(clues)


def slitherlink(rows, columns, dice):
    inside = region(rows, columns, dice)
    clues = {}
    for row in range(rows):
        for column in range(columns):
            clues[row, column] = sum((other in inside) != ((row, column) in inside) for other in beside((row, column)))
    return thinned("slitherlink", clues, dice, rows, columns)


def masyu(rows, columns, dice):
    # Cells are the corners of smaller ones.
    inside = region(rows - 1, columns - 1, dice)
    lines = {}
    for row in range(rows):
        for column in range(columns):
            up, right, down, left = [((row - 1, column - 1), (row - 1, column)), ((row - 1, column), (row, column)), ((row, column - 1), (row, column)), ((row - 1, column - 1), (row, column - 1))]
            lines[row, column] = [way for way, (a, b) in enumerate([up, right, down, left]) if (a in inside) != (b in inside)]
    clues = {}
    for cell, ways in lines.items():
        if ways:
            ahead = [lines[beside(cell)[way]] for way in ways]
            straight = [(others[1] - others[0]) == 2 for others in ahead]
            if ways[1] - ways[0] == 2 and not all(straight):
                clues[cell] = "w"
            if ways[1] - ways[0] != 2 and all(straight):
                clues[cell] = "b"
    return thinned("masyu", clues, dice, rows, columns)


def hashi(rows, columns, dice):
    islands, taken = {(dice.randrange(rows), dice.randrange(columns)): 0}, {}
    for _ in range(rows * columns):
        start = dice.choice(list(islands))
        way, length = dice.randrange(4), dice.randint(2, 5)
        cells, cell = [], start
        for _ in range(length):
            cell = beside(cell)[way]
            cells.append(cell)
            if cell in islands:
                break
        row, column = cells[-1]
        if len(cells) < 2 or not (0 <= row < rows and 0 <= column < columns) or any(cell in taken for cell in cells):
            continue
        if cells[-1] not in islands and any(other in islands for other in beside(cells[-1])):
            continue
        number = dice.randint(1, 2)
        if max(islands[start], islands.get(cells[-1], 0)) + number > 8:
            continue
        for cell in cells[:-1]:
            taken[cell] = True
        islands[start] += number
        islands[cells[-1]] = islands.get(cells[-1], 0) + number
    written = ["".join(str(islands.get((row, column), ".")) for column in range(columns)) for row in range(rows)]
    return written if count("hashi", written) == "1" else None


def nurikabe(rows, columns, dice):
    board = [(row, column) for row in range(rows) for column in range(columns)]
    black, island_of = set(board), {}
    def blocks(cells):
        return [(row, column) for row, column in cells if all((row + a, column + b) in cells for a in (0, 1) for b in (0, 1))]
    for _ in range(30 * len(board)):
        pools = blocks(black)
        if not pools:
            break
        row, column = dice.choice(pools)
        cell = (row + dice.randrange(2), column + dice.randrange(2))
        touched = {island_of[other] for other in beside(cell) if other in island_of}
        if len(touched) > 1 or not is_whole(black - {cell}):
            continue
        name = touched.pop() if touched else cell
        if sum(other == name for other in island_of.values()) < 6:
            island_of[cell] = name
            black.remove(cell)
    if blocks(black):
        return None
    clues = {}
    for name in set(island_of.values()):
        cells = [cell for cell in island_of if island_of[cell] == name]
        clues[dice.choice(cells)] = len(cells)
    written = ["".join(str(clues.get((row, column), ".")) for column in range(columns)) for row in range(rows)]
    return written if count("nurikabe", written) == "1" else None


def numberlink(rows, columns, dice):
    used, ends = set(), {}
    for name in "123456789"[: (rows + columns) // 2]:
        free = [(row, column) for row in range(rows) for column in range(columns) if (row, column) not in used]
        if not free:
            break
        path = [dice.choice(free)]
        while len(path) < 2 * rows:
            ways = [cell for cell in beside(path[-1]) if cell in free and cell not in path and sum(other in path for other in beside(cell)) == 1]
            if not ways:
                break
            path.append(dice.choice(ways))
        if len(path) > 2:
            used.update(path)
            ends[path[0]] = ends[path[-1]] = name
    if len(used) < rows * columns * 0.8:
        return None
    written = ["".join(ends.get((row, column), ".") for column in range(columns)) for row in range(rows)]
    return written if count("numberlink", written) == "1" else None


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    for make, sizes in [(slitherlink, [7, 10, 20]), (masyu, [7, 10]), (hashi, [7, 10, 20]), (nurikabe, [7, 10]), (numberlink, [5, 6])]:
        for size in sizes:
            path = FOLDER / f"{make.__name__}-{size}.txt"
            dice, found = random.Random(size), path.read_text().split() if path.exists() else None
            while found is None:
                found = make(size, size, dice)
            path.write_text("\n".join(found) + "\n")
            print(path, flush=True)


main()
