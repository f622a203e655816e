#!/usr/bin/env python3
"""dlx_check.py FILE.cert [--problem FILE.dlx]: is the count in a certificate right?

FORMAT.md describes the file, and why this check is enough. This program is for those who trust no compiler; dlx-check does the same work faster.
"""

import re
import secrets
import sys
import zlib
from collections import Counter, defaultdict

MAGIC = b"dlx-certificate 3\n"


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

    def numbers(self, number):
        return [self.number() for _ in range(number)]

    def amount(self):
        length = self.number()
        require(length <= 4096, "a count is too long")
        return int.from_bytes(self.take(length), "little")

    def end(self):
        is_end = self.place == len(self.buffer) and not self.piece() and self.zlib.eof
        require(is_end and not self.zlib.unused_data and not self.file.read(1), "something follows the count")


def small(digits):
    require(re.fullmatch("[0-9]{1,9}", digits), f"the problem has a number {digits}")
    return int(digits)


def read_items(words):
    """The items of a line as (name, bounds; None for secondary ones)."""
    items, bar = [], words.index("|") if "|" in words else len(words)
    for word in words[:bar]:
        times, divider, name = word.rpartition("|")
        least, colon, most = (times if divider else "1").partition(":")
        items.append((name, (small(least), small(most if colon else least))))
        require(items[-1][1][0] <= items[-1][1][1], f"the problem has an item {word}")
    items += [(name, None) for name in words[bar + 1:]]
    for name, _ in items:
        require(name and not re.search("[|:]", name), f"the problem has an item {name}")
    require(len(dict(items)) == len(items), "the problem has two items of a name")
    return items


def read_problem(text):
    """Items, and options as ([(item, color; empty for none)], cost)."""
    lines = [[word for word in re.split("[ \t\r]+", line) if word] for line in text.decode().split("\n") if line[:1] != "|"]
    lines = [words for words in lines if words]
    require(lines, "the problem has no items")
    items, options = read_items(lines[0]), []
    names = {name: item for item, (name, _) in enumerate(items)}
    for words in lines[1:]:
        cells, cost = {}, words.pop() if words[-1][0] == "|" else ""
        for word in words:
            name, colon, color = word.partition(":")
            require(name in names, f"the problem has no item {name}")
            is_bad_color = colon and (not color or ":" in color or items[names[name]][1])
            require(not is_bad_color and names[name] not in cells, f"the problem has an option with {word}")
            cells[names[name]] = color
        options.append((list(cells.items()), cost))
    return items, options


def comparable(problem):
    """The problem whatever the order of items and options, and the costs."""
    items, options = problem
    cells = [sorted((items[item][0], color) for item, color in option) for option, _ in options]
    return sorted((name, bounds or ()) for name, bounds in items), sorted(cells)


def plain(items, options):
    """The items of each option that has a primary one; for certificates that know neither bounds nor colors."""
    is_plain = not any(color for cells, _ in options for _, color in cells) and all(bounds in (None, (1, 1)) for _, bounds in items)
    require(is_plain, "this kind of certificate is for problems without colors and bounds")
    return [[i for i, _ in cells] for cells, _ in options if any(items[i][1] for i, _ in cells)]


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
    kind = source.number()
    require(kind <= 5, "this kind of certificate is unknown")
    total, words = [check_count, check_classes, check_best, check_best, check_kinds, check_tree][kind](source, *problem, kind)
    claimed = source.amount()
    require(total == claimed, f"the count is {total}, not {claimed}")
    source.end()
    return problem, f"{total}{words}"


def check_count(source, items, options, _):
    return check_states(source, items, options), ""


def check_classes(source, items, options, _):
    """The count that records of classes prove. A set of items is a number, with a bit for each."""
    n_items, primary = len(items), sum(1 << item for item, (_, bounds) in enumerate(items) if bounds)
    options = [(sum(1 << item for item in cells), cells) for cells in plain(items, options)]
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
    return balance.check(), ""


def units(cost, digits):
    """A cost, `|$-2.5`, in units of which 10^digits make 1."""
    number = re.fullmatch(r"\|*\$*(-?)([0-9]{0,19})(?:\.([0-9]*))?", cost)
    require(number and len(number[3] or "") <= digits, "a cost is not a number, or has too many digits")
    return int(f"{number[1]}0{number[2]}{(number[3] or '').ljust(digits, '0')}")


def check_best(source, items, options, kind):
    """The number of solutions of least cost, or of greatest, which items and options pay with prices and what is spent beyond them."""
    digits, sign = source.number(), 1 if kind == 2 else -1
    require(digits <= 18, "costs have too many digits")
    prices = [price // 2 if price % 2 == 0 else -(price + 1) // 2 for price in source.numbers(sum(bounds is not None for _, bounds in items))]
    is_fixed = all(price == 0 or bounds[0] == bounds[1] for price, (_, bounds) in zip(prices, items))
    require(is_fixed, "a price is for an item that is not covered a fixed number of times")
    most = source.number()
    spends = [sign * units(cost, digits) - sum(prices[i] for i, _ in cells if i < len(prices)) for cells, cost in options]
    is_paid = all(spent >= 0 or not any(items[i][1] for i, _ in cells) for spent, (cells, _) in zip(spends, options))
    require(is_paid, "the items of an option have prices above its cost")
    count = check_states(source, items, options, spends, most)
    require(count > 0, "no solution has the best cost")
    cost = sign * (most + sum(price * bounds[0] for price, (_, bounds) in zip(prices, items)))
    text = str(abs(cost)).rjust(digits + 1, "0")
    text = f"{text[:-digits]}.{text[-digits:]}".rstrip("0").rstrip(".") if digits else text
    return count, f" of {'least' if kind == 2 else 'greatest'} cost {'-' if cost < 0 else ''}{text}"


def fixed(items, options, images, carried):
    """The problem whose solutions are those that a symmetry leaves as they are: options that it carries to one another are chosen together."""
    def cycle(start, to):
        places = [start]
        while to[places[-1]] != start:
            places.append(to[places[-1]])
        return places

    kept = {item: place for place, item in enumerate(i for i in range(len(items)) if min(cycle(i, images)) == i)}
    cycles = [cycle(option, carried) for option in range(len(options)) if min(cycle(option, carried)) == option]
    together = [[item for option in places for item in options[option]] for places in cycles]
    together = [all_items for all_items in together if len(set(all_items)) == len(all_items)]
    return [items[item] for item in kept], [([(kept[i], "") for i in all_items if i in kept], "") for all_items in together]


def check_kinds(source, items, options, _):
    """The number of solutions up to the symmetries of a group: the mean number of those that a symmetry leaves as they are."""
    options, order = plain(items, options), source.number()
    places, total, group = {frozenset(cells): place for place, cells in enumerate(options)}, 0, set()
    require(len(places) == len(options), "two options are equal")
    require(1 <= order <= 1000, "a group has an impossible order")
    for _ in range(order):
        images = source.numbers(len(items))
        is_good = sorted(images) == list(range(len(items))) and all(bool(items[i][1]) == bool(items[to][1]) for i, to in enumerate(images))
        require(is_good, "this is no permutation")
        carried = [places.get(frozenset(images[item] for item in cells)) for cells in options]
        require(None not in carried, "a permutation is no symmetry")
        total += check_states(source, *fixed(items, options, images, carried))
        require(tuple(images) not in group, "a symmetry comes twice")
        group.add(tuple(images))
    require(all(tuple(b[item] for item in a) in group for a in group for b in group), "the symmetries are no group")
    require(total % order == 0, "the mean is not whole")
    return total // order, f" up to a group of order {order}"


def ones(number):
    """The places of its bits."""
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


def check_tree(source, items, options, _):
    """The count that a tree proves; what is below its leaves is counted here. A set of options is a number, with a bit for each."""
    options, n_leaves = [cells for cells, _ in options if any(items[item][1] for item, _ in cells)], 0
    bounds, having = [bounds or (0, 1) for _, bounds in items], defaultdict(int)
    for number, option in enumerate(options):
        for item, color in option:
            having[item] |= 1 << number
            having[item, color] |= 1 << number

    def shut(item, color, left):
        return left & ~(having[item] ^ having[item, color] if color else having[item])

    def branches(item, left, status):
        """What is left, and how often items are covered, for each option of an item, if it is the first of these that is chosen; and if none is, where that is enough."""
        for option in ones(left & having[item]):
            left ^= 1 << option
            after, now = left, status[:]
            for other, color in options[option]:
                now[other] += 1
                if now[other] >= bounds[other][1]:
                    after = shut(other, color, after)
            yield after, now
        if status[item] >= bounds[item][0]:
            yield left, status

    def search(part, left, status):
        """The number of ways to complete these items, each of which is tried."""
        fewest, branch, total = len(options) + 1, None, 0
        for item in part:
            n_left, needed = (left & having[item]).bit_count(), max(0, bounds[item][0] - status[item])
            if n_left < needed:
                return 0
            if n_left and n_left - needed < fewest:
                fewest, branch = n_left - needed, item
        if branch is None:
            return 1
        for after, now in branches(branch, left, status):
            total += search(part, after, now)
        return total

    def parts(part, left, status):
        """These items, if they have options, by the parts that share none, and no secondary item that is not covered yet."""
        part = [item for item in part if left & having[item]]
        while part:
            seen, open_ = set(), [part[0]]
            while open_:
                item = open_.pop()
                if item not in seen:
                    seen.add(item)
                    open_ += [other for option in ones(left & having[item]) for other, _ in options[option] if status[other] < bounds[other][1]]
            yield [item for item in part if item in seen]
            part = [item for item in part if item not in seen]

    def read(part, left, status):
        """What the next records say about these items; leaves are counted again."""
        nonlocal n_leaves
        number = source.number()
        if number == 0:
            n_leaves += 1
            total, claimed = search(part, left, status), source.amount()
            require(total == claimed, f"leaf {n_leaves}: the count is {total}, not {claimed}")
            return total
        is_short = any(status[item] + (left & having[item]).bit_count() < bounds[item][0] for item in part)
        require(not is_short, "the tree goes on where nothing can be completed")
        if number == 1:
            several, total = list(parts(part, left, status)), 1
            require(len(several) > 1, "the tree has parts where there are none")
            for one in several:
                total *= read(one, left, status)
        else:
            require(number - 2 in part and left & having[number - 2], "the tree branches on an item without options")
            total = 0
            for after, now in branches(number - 2, left, status):
                total += read(part, after, now)
        return total

    left = (1 << len(options)) - 1
    for item, (_, most) in enumerate(bounds):
        left = left if most else shut(item, "", left)
    return read([item for item, (_, bounds) in enumerate(items) if bounds], left, [0] * len(items)), ""


def check_states(source, items, listed, spends=None, most_spent=0):
    """The count that records of states prove. If options spend something, it is that of the solutions that spend the most that they may; no solution may spend less."""
    n_items = len(items)
    order = source.numbers(sum(bounds is not None for _, bounds in items))
    require(sorted(order) == list(range(len(order))), "the order of the items is none")
    position = {item: place for place, item in enumerate(order)}
    # Options as lists of (item, what it adds to the status, or makes it). One without a primary item is never chosen.
    colors, degrees, groups = [{} for _ in items], [0] * n_items, [[] for _ in order]
    for number, (option, _) in enumerate(listed):
        cells = [(item, colors[item].setdefault(color, 2 + len(colors[item])) if color else 1) for item, color in option]
        primary = [position[item] for item, _ in cells if item in position]
        if primary:
            groups[min(primary)].append(cells + ([(n_items, spends[number])] if spends is not None else []))
            for item, _ in cells:
                degrees[item] += 1
    is_sum = [bounds is not None for _, bounds in items]
    least = [bounds[0] if bounds else 0 for _, bounds in items]
    most = [min(items[i][1][1], degrees[i]) if is_sum[i] else 1 + len(colors[i]) for i in range(n_items)]
    if spends is not None:
        is_sum, least, most = is_sum + [True], least + [0], most + [most_spent]
    places = source.numbers(len(most))
    require(all(place < 4096 and place % 64 + number.bit_length() <= 64 for place, number in zip(places, most)), "an item has an impossible place")
    field = [(1 << number.bit_length()) - 1 << place for place, number in zip(places, most)]
    # Levels: an item, and options of which at most one is chosen.
    levels, seen = [], {}
    for item, group in zip(order, groups):
        levels += [(item, part) for part in ([[option] for option in group] if items[item][1][1] > 1 else [group] if group else [])]
    for level, (_, part) in enumerate(levels):
        for item, _ in (cell for option in part for cell in option):
            seen[item] = (seen.get(item, (level,))[0], level)
    settled, live, bits, taken = [[] for _ in levels], [[] for _ in levels], [0] * len(levels), [0] * len(levels)
    for item, (first, last) in sorted(seen.items()):
        settled[last].append(item)
        for level in range(first, last + 1):
            require(taken[level] & field[item] == 0, "two items have the same place")
            taken[level] |= field[item]
        for level in range(first + 1, last + 1):
            live[level].append(item)
            bits[level] |= field[item]
    balance = Balance()

    def status(item, state):
        return (state & field[item]) >> places[item]

    def is_settled(level, state):
        return all(status(item, state) >= least[item] for item in settled[level])

    def arrive(level, state, count):
        """Adds ways to a state before a level, or before the next one whose item takes more; or to the end."""
        while level < len(levels):
            state &= bits[level]
            if status(levels[level][0], state) < most[levels[level][0]]:
                balance.add(level, state, -count)
                return
            if not is_settled(level, state):
                return
            level += 1
        require(spends is None or status(n_items, state) == most_spent, "a solution is better than the best")
        balance.total += count

    def fits(item, more, state):
        now = status(item, state)
        return now + more <= most[item] if is_sum[item] else now == 0 or now == more > 1

    def record(level, state, count):
        is_good = state & ~bits[level] == 0 and all(status(item, state) <= most[item] for item in live[level])
        require(is_good, "a record has an impossible state")
        balance.add(level, state, count)
        afters = [state]
        for option in levels[level][1]:
            if all(fits(item, more, state) for item, more in option):
                after = state
                for item, more in option:
                    after = after + (more << places[item]) if is_sum[item] else after & ~field[item] | more << places[item]
                afters.append(after)
        for after in afters:
            if is_settled(level, after):
                arrive(level + 1, after, count)

    if all(item in seen or least[item] == 0 for item in range(len(most))):
        arrive(0, 0, 1)
    while (level := source.number() - 1) >= 0:
        require(level < len(levels), "a block is of no level")
        number, width, length = source.number(), source.number(), (bits[level].bit_length() + 7) // 8
        require(1 <= number <= 65536 and width <= 4096, "a block is too large")
        block = source.take(number * (length + width))
        for place in range(number):
            bytes_ = block[place::number]
            record(level, int.from_bytes(bytes_[:length], "little"), int.from_bytes(bytes_[length:], "little"))
    return balance.check()


def main(words):
    require(len(words) == 1 or words[1:2] == ["--problem"] and len(words) == 3, "usage: dlx_check.py FILE.cert [--problem FILE.dlx]")
    sys.set_int_max_str_digits(0)
    sys.setrecursionlimit(10 ** 6)
    with open(words[0], "rb") as file:
        problem, said = check(Input(file))
    if len(words) == 3:
        with open(words[2], "rb") as file:
            is_same = comparable(read_problem(file.read())) == comparable(problem)
        require(is_same, f"the certificate is about another problem than {words[2]}")
    print(f"VERIFIED {said}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Wrong, OSError, UnicodeDecodeError, zlib.error) as why:
        print(f"NOT VERIFIED: {why}")
        sys.exit(1)
