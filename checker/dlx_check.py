#!/usr/bin/env python3
"""dlx_check.py FILE.cert [--problem FILE.dlx]: is the count in a certificate right?

FORMAT.md describes the file, and why this check is enough. This program is for those who trust no compiler; dlx-check does the same work faster.
"""

import re
import secrets
import sys
import zlib
from collections import Counter, defaultdict

MAGICS = b"dlx-certificate 1\n", b"dlx-certificate 2\n"
LONGEST = 4096


class Wrong(Exception):
    """The first thing that is wrong."""


def require(condition, why):
    if not condition:
        raise Wrong(why)


class Input:
    """The certificate, unpacked piece by piece."""

    def __init__(self, file):
        magic = file.read(len(MAGICS[0]))
        require(magic in MAGICS, "this is no certificate")
        self.has_classes = magic == MAGICS[1]
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


class Balance:
    """What the records add up to, less what steps lead to; and the ways to the end. The certificate is on the disk; now the coins are thrown."""

    def __init__(self):
        while not is_prime(prime := secrets.randbits(126) | 1 << 126 | 1):
            pass
        self.prime, self.sums, self.total = prime, Counter(), 0
        self.coins = defaultdict(lambda: 1 + secrets.randbelow(prime - 1))

    def add(self, level, state, count):
        for place, byte in enumerate(state.to_bytes((state.bit_length() + 7) // 8, "little")):
            count = count * self.coins[place, byte] % self.prime if byte else count
        self.sums[level] += count

    def check(self):
        for level, number in sorted(self.sums.items()):
            require(number % self.prime == 0, f"level {level} is out of balance: its records are not what steps lead to")
        return self.total


def check(source):
    """The problem, and its count, if everything behind the problem is right."""
    problem = read_problem(source.take(source.number()))
    total = (check_classes if source.has_classes else check_states)(source, *problem)
    claimed = source.amount()
    require(total == claimed, f"the count is {total}, not {claimed}")
    source.end()
    return problem, total


def check_classes(source, items, listed):
    """The count that records of classes prove. A set of items is a number, with a bit for each."""
    is_plain = not any(color for cells in listed for _, color in cells) and all(bounds in (None, (1, 1)) for _, bounds in items)
    require(is_plain, "classes are for problems without colors and bounds")
    n_items, primary = len(items), sum(1 << item for item, (_, bounds) in enumerate(items) if bounds)
    options = [(sum(1 << item for item, _ in cells), [item for item, _ in cells]) for cells in listed]
    options = [option for option in options if option[0] & primary]
    copies, balance = Counter(mask for mask, _ in options), Balance()

    def permuted(state, fits):
        """The state with other items in the place of its own, of which options say the same."""
        images = {item: source.number() for item in range(n_items) if state >> item & 1}
        is_good = all(to < n_items and (primary >> to ^ primary >> item) & 1 == 0 for item, to in images.items())
        require(is_good and len(set(images.values())) == len(images), "a step has an impossible permutation")
        bits = {item: 1 << to for item, to in images.items()}
        image = sum(bits.values())
        is_good = all(copies.get(sum(bits[item] for item in option)) == copies[mask] for mask, option in fits)
        is_good = is_good and sum(mask & ~image == 0 for mask, _ in options) == len(fits)
        require(is_good, "a step has a permutation that does not carry options to options")
        return image

    def follow(left, fits, count):
        """Adds the ways to what is left, if these options fit."""
        state = 0
        for mask, _ in fits:
            state |= mask
        if not left & primary:
            balance.total += count
        elif not left & primary & ~state:
            way = source.number()
            require(way <= 1, "a step has an impossible permutation")
            balance.add(0, permuted(state, fits) if way else state, -count)

    follow((1 << n_items) - 1, options, 1)
    while (branch := source.number() - 1) >= 0:
        state = int.from_bytes(source.take((n_items + 7) // 8), "little")
        require((primary & state) >> branch & 1 and state >> n_items == 0, "a record has an impossible state")
        count = source.amount()
        balance.add(0, state, count)
        fits = [option for option in options if option[0] & ~state == 0]
        for left in [state & ~mask for mask, _ in fits if mask >> branch & 1]:
            follow(left, [option for option in fits if option[0] & ~left == 0], count)
    return balance.check()


def check_states(source, items, listed):
    """The count that records of states prove."""
    n_items = len(items)
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
    balance = Balance()

    def hand_on(level, status, count):
        """Adds ways to a state before a level, or before the next one whose item takes more."""
        while level < len(levels) and status[levels[level][0]] == most[levels[level][0]]:
            if any(status[item] < least[item] for item in settled[level]):
                return
            level += 1
        if level == len(levels):
            balance.total += count
            return
        state = place = 0
        for item, bits in live[level]:
            state, place = state | status[item] << place, place + bits
        balance.add(level, state, -count)

    def choose(level, status, count):
        if all(status[item] >= least[item] for item in settled[level]):
            hand_on(level + 1, status, count)

    def record(level, key, count):
        status = [0] * n_items
        balance.add(level, key, count)
        for item, bits in live[level]:
            status[item], key = key & (1 << bits) - 1, key >> bits
            require(status[item] <= most[item], f"level {level} has a record with an impossible state")
        require(key == 0, f"level {level} has a record with an impossible state")
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
    return balance.check()


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
