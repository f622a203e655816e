#!/usr/bin/env python3
"""dlx_check.py FILE.cert [--problem FILE.dlx]: is the count in a certificate right?

FORMAT.md describes the file, and why this check is enough. This program is for those who trust no compiler; dlx-check does the same work faster.
"""

import re
import secrets
import sys
import zlib

MAGIC = b"dlx-certificate 1\n"
LONGEST = 4096


class Wrong(Exception):
    """The first thing that is wrong."""


def require(condition, why):
    if not condition:
        raise Wrong(why)


class Input:
    """The certificate, unpacked piece by piece."""

    def __init__(self, file):
        require(file.read(len(MAGIC)) == MAGIC, "this is no certificate")
        self.file, self.zlib, self.buffer, self.place = file, zlib.decompressobj(), b"", 0

    def piece(self):
        """Unpacks another piece; an empty one at the end."""
        while not self.zlib.eof:
            data = self.zlib.unconsumed_tail or self.file.read(1 << 16)
            piece = self.zlib.decompress(data, 1 << 18)
            if piece or not data:
                return piece
        return b""

    def take(self, number):
        while len(self.buffer) - self.place < number:
            piece = self.piece()
            require(piece, "the certificate ends too early")
            self.buffer, self.place = self.buffer[self.place:] + piece, 0
        self.place += number
        return self.buffer[self.place - number:self.place]

    def number(self):
        number = 0
        for shift in range(0, 63, 7):
            byte = self.take(1)[0]
            number |= (byte & 127) << shift
            if byte < 128:
                return number
        raise Wrong("a number is too long")

    def amount(self):
        length = self.number()
        require(length <= LONGEST, "a count is too long")
        return int.from_bytes(self.take(length), "little")

    def end(self):
        is_end = self.place == len(self.buffer) and not self.piece() and self.zlib.eof
        require(is_end and not self.zlib.unused_data and not self.file.read(1), "the certificate does not end with the count")


def small(digits):
    require(re.fullmatch(rb"[0-9]{1,9}", digits), f"the problem has a number {digits}")
    return int(digits)


def read_items(words):
    """The items of a line as (name, bounds; None for secondary ones)."""
    items, bar = [], words.index(b"|") if b"|" in words else len(words)
    for word in words[:bar]:
        times, _, name = word.rpartition(b"|")
        bounds = times.split(b":") if b"|" in word else [b"1"]
        require(len(bounds) <= 2, f"the problem has an item {word}")
        items.append((name, (small(bounds[0]), small(bounds[-1]))))
        require(items[-1][1][0] <= items[-1][1][1], f"the problem has an item {word}")
    items += [(name, None) for name in words[bar + 1:]]
    for name, _ in items:
        require(name and not re.search(rb"[|:]", name), f"the problem has an item {name}")
    require(len(dict(items)) == len(items), "the problem has two items of a name")
    return items


def read_problem(text):
    """Items, and options as lists of (item, color; empty for none)."""
    items, options, names = [], [], None
    for line in text.split(b"\n"):
        words = [word for word in re.split(rb"[ \t\r]+", line) if word]
        if line.startswith(b"|") or not words:
            continue
        if names is None:
            items = read_items(words)
            names = {name: item for item, (name, _) in enumerate(items)}
            continue
        option = {}
        for word in words[:-1] if words[-1].startswith(b"|") else words:
            name, colon, color = word.partition(b":")
            require(name in names, f"the problem has no item {name}")
            is_bad_color = colon and (not color or b":" in color or items[names[name]][1])
            require(not is_bad_color and names[name] not in option, f"the problem has an option with {word}")
            option[names[name]] = color
        options.append(list(option.items()))
    require(names is not None, "the problem has no items")
    return items, options


def comparable(problem):
    """The problem whatever the order of items and options."""
    items, options = problem
    cells = [sorted((items[item][0], color) for item, color in option) for option in options]
    return sorted((name, bounds or ()) for name, bounds in items), sorted(cells)


def is_prime(n):
    """Miller and Rabin's test with forty random bases."""
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    powers = (pow(2 + secrets.randbelow(n - 3), (n - 1) >> twos, n) for _ in range(40))
    return all(power == 1 or any(pow(power, 1 << k, n) == n - 1 for k in range(twos)) for power in powers)


def check(source):
    """The count, if everything behind the problem is right."""
    items, listed = read_problem(source.take(source.number()))
    problem, n_items = (items, listed), len(items)
    order = [source.number() for _ in range(sum(bounds is not None for _, bounds in items))]
    require(sorted(order) == list(range(len(order))), "the order of the items is none")
    position = {item: place for place, item in enumerate(order)}
    # Options as lists of (item, status that a secondary one gets). One without a primary item is never chosen.
    colors, degrees, groups = [{} for _ in items], [0] * n_items, [[] for _ in order]
    for option in listed:
        cells = [(item, colors[item].setdefault(color, 2 + len(colors[item])) if color else 1) for item, color in option]
        primary = [position[item] for item, _ in cells if item in position]
        if primary:
            groups[min(primary)].append(cells)
            for item, _ in cells:
                degrees[item] += 1
    is_primary = [bounds is not None for _, bounds in items]
    least = [bounds[0] if bounds else 0 for _, bounds in items]
    most = [min(items[i][1][1], degrees[i]) if is_primary[i] else 1 + len(colors[i]) for i in range(n_items)]
    # Levels: an item, and options of which at most one is chosen.
    levels = []
    for item, group in zip(order, groups):
        parts = [[option] for option in group] if items[item][1][1] > 1 else [group] if group else []
        levels += [(item, part) for part in parts]
    settled, live, seen = [[] for _ in levels], [[] for _ in levels], {}
    for level, (_, part) in enumerate(levels):
        for option in part:
            for item, _ in option:
                seen[item] = (seen.get(item, (level,))[0], level)
    for item in sorted(seen):
        first, last = seen[item]
        settled[last].append(item)
        for level in range(first + 1, last + 1):
            live[level].append((item, most[item].bit_length()))
    # The certificate is on the disk; now the coins are thrown.
    prime = 0
    while not prime or not is_prime(prime):
        prime = secrets.randbits(126) | 1 << 126 | 1
    coins = [[1] + [1 + secrets.randbelow(prime - 1) for _ in range(most[item])] for item in range(n_items)]
    found, led, total = [0] * len(levels), [0] * len(levels), 0

    def hand_on(level, status, count):
        """Adds ways to a state before a level, or before the next one whose item takes more."""
        nonlocal total
        while level < len(levels) and status[levels[level][0]] == most[levels[level][0]]:
            if any(status[item] < least[item] for item in settled[level]):
                return
            level += 1
        if level == len(levels):
            total += count
            return
        for item, _ in live[level]:
            count = count * coins[item][status[item]] % prime
        led[level] += count

    def choose(level, status, count):
        if all(status[item] >= least[item] for item in settled[level]):
            hand_on(level + 1, status, count)

    def record(level, key, count):
        status, product = [0] * n_items, count
        for item, bits in live[level]:
            status[item], key = key & (1 << bits) - 1, key >> bits
            require(status[item] <= most[item], f"level {level} has a record with an impossible state")
            product = product * coins[item][status[item]] % prime
        require(key == 0, f"level {level} has a record with an impossible state")
        found[level] += product
        choose(level, status, count)
        for option in levels[level][1]:
            if all(status[i] < most[i] if is_primary[i] else status[i] == 0 or status[i] == tint > 1 for i, tint in option):
                after = status[:]
                for item, tint in option:
                    after[item] = status[item] + 1 if is_primary[item] else tint
                choose(level, after, count)

    if not any(degrees[item] == 0 and least[item] > 0 for item in range(n_items)):
        hand_on(0, [0] * n_items, 1)
    while (level := source.number() - 1) >= 0:
        require(level < len(levels), f"there is no level {level}")
        length = (sum(bits for _, bits in live[level]) + 7) // 8
        for _ in range(source.number()):
            key = int.from_bytes(source.take(length), "little")
            record(level, key, source.amount())
    for level in range(len(levels)):
        why = f"level {level} is out of balance: its records are not what the levels before lead to"
        require((found[level] - led[level]) % prime == 0, why)
    claimed = source.amount()
    require(total == claimed, f"the count is {total}, not {claimed}")
    source.end()
    return problem, total


def main(words):
    require(len(words) == 1 or words[1:2] == ["--problem"] and len(words) == 3, "usage: dlx_check.py FILE.cert [--problem FILE.dlx]")
    sys.set_int_max_str_digits(0)
    with open(words[0], "rb") as file:
        problem, count = check(Input(file))
    if len(words) == 3:
        with open(words[2], "rb") as file:
            is_same = comparable(read_problem(file.read())) == comparable(problem)
        require(is_same, f"the certificate is about another problem than {words[2]}")
    print(f"VERIFIED {count}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Wrong, OSError, zlib.error) as why:
        print(f"NOT VERIFIED: {why}")
        sys.exit(1)
