"""Counts exact covers as the definition says: every subset of the options is looked at."""

from itertools import combinations


def solutions(options, primary, secondary=()):
    """All solutions, as tuples of places. Items of an option are strings; a secondary item may have a color, `s:red`."""
    kept = [place for place, option in enumerate(options) if any(item in primary for item in option)]
    found = []
    for size in range(len(kept) + 1):
        found += [chosen for chosen in combinations(kept, size) if is_solution([options[place] for place in chosen], primary, secondary)]
    return found


def is_solution(chosen, primary, secondary):
    cells = [cell for option in chosen for cell in option]
    if any(cells.count(item) != 1 for item in primary):
        return False
    for item in secondary:
        tints = [cell.partition(":")[2] for cell in cells if cell.partition(":")[0] == item]
        if len(tints) > 1 and ("" in tints or len(set(tints)) > 1):
            return False
    return True
