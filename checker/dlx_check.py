#!/usr/bin/env python3
"""dlx_check.py FILE.cert [--problem FILE.dlx]: is the count in a certificate right?

FORMAT.md describes the file, and why this check is enough. This program is for those who trust no
compiler; dlx-check does the same work faster. States and sets are numbers, with a bit for each
thing that they have.
"""

import re
import secrets
import sys
import zlib
from collections import Counter, defaultdict

MAGIC = b"dlx-certificate 4\n"


class Wrong(Exception):
    """The first thing that is wrong."""


def require(condition, why):
    if not condition:
        raise Wrong(why)


class Source:
    """The certificate, unpacked as it is read."""

    def __init__(self, file):
        magic = file.read(len(MAGIC))
        is_some = len(magic) == len(MAGIC) and magic.startswith(b"dlx-certificate ")
        require(is_some, "this is no certificate")
        require(magic == MAGIC, "this certificate is not of format 4, which this checker reads")
        self.file, self.zlib, self.buffer = file, zlib.decompressobj(), bytearray()

    def unpack(self):
        """Unpacks a little more: so little that it is never much when unpacked."""
        packed = self.file.read(4096)
        require(packed and not self.zlib.eof, "the certificate ends too early, or is damaged")
        try:
            self.buffer += self.zlib.decompress(packed)
        except zlib.error:
            raise Wrong("the certificate ends too early, or is damaged") from None

    def take(self, length):
        while len(self.buffer) < length:
            self.unpack()
        taken = bytes(self.buffer[:length])
        del self.buffer[:length]
        return taken

    def number(self):
        """Seven bits in each byte, the least first; all bytes but the last have the high bit."""
        number = 0
        for shift in range(0, 63, 7):
            byte = self.take(1)[0]
            number |= (byte & 127) << shift
            if byte < 128:
                return number
        raise Wrong("a number is too long")

    def numbers(self, number):
        return [self.number() for _ in range(number)]

    def count(self):
        """The number of bytes of a count, and these, the least first."""
        length = self.number()
        require(length <= 4096, "a count is too long")
        return int.from_bytes(self.take(length), "little")

    def end(self):
        while not self.zlib.eof:
            self.unpack()
        is_end = not self.buffer and not self.zlib.unused_data and not self.file.read(1)
        require(is_end, "something follows the count")


def small(digits):
    require(re.fullmatch("[0-9]{1,9}", digits), f"the problem has a number {digits}")
    return int(digits)


class Problem:
    """Items are names with bounds, none for secondary ones. Options are those with a primary item;
    others are in no solution. A cell is an item and what an option does to its status: it adds 1,
    or a secondary item has 2 + the place of its color among those that it has."""

    def __init__(self, text):
        try:
            lines = [line for line in text.decode().split("\n") if line[:1] != "|"]
        except UnicodeDecodeError:
            raise Wrong("the problem is not in UTF-8") from None
        lines = [[word for word in re.split("[ \t\r]+", line) if word] for line in lines]
        lines = [words for words in lines if words]
        require(lines, "the problem has no items")
        self.read_items(lines[0])
        self.colors, self.options = [{} for _ in self.bounds], []
        self.costs, self.words = [], []
        for words in lines[1:]:
            self.read_option(words)

    def read_items(self, words):
        self.n_primary = words.index("|") if "|" in words else len(words)
        self.names, self.bounds = {}, []
        for word in words[:self.n_primary] + words[self.n_primary + 1:]:
            is_primary = len(self.bounds) < self.n_primary
            times, divider, name = word.rpartition("|") if is_primary else ("", "", word)
            least, colon, most = (times if divider else "1").partition(":")
            bounds = (small(least), small(most if colon else least))
            is_good = name and not re.search("[|:]", name) and bounds[0] <= bounds[1]
            require(is_good, f"the problem has an item {word}")
            require(name not in self.names, "the problem has two items of a name")
            self.names[name] = len(self.bounds)
            self.bounds.append(bounds if is_primary else None)

    def read_option(self, words):
        cells, cost = {}, words.pop() if words[-1][0] == "|" else ""
        for word in words:
            name, colon, color = word.partition(":")
            require(name in self.names, f"the problem has no item {name}")
            item = self.names[name]
            is_good = not colon or color and ":" not in color and not self.bounds[item]
            require(is_good and item not in cells, f"the problem has an option with {word}")
            colors = self.colors[item]
            cells[item] = colors.setdefault(color, 2 + len(colors)) if color else 1
        if any(item < self.n_primary for item in cells):
            self.options.append(sorted(cells.items()))
            self.costs.append(cost)
            self.words.append(sorted(words))

    def in_order(self, has_costs):
        """Items, and options with their costs, in an order that does not depend on theirs."""
        items = zip(self.names, (bounds or () for bounds in self.bounds))
        costs = (units(cost, 18) if has_costs else 0 for cost in self.costs)
        return sorted(items), sorted(zip(self.words, costs))

    def require_plain(self):
        """Some certificates know neither bounds nor colors."""
        is_plain = not any(self.colors) and all(it in (None, (1, 1)) for it in self.bounds)
        require(is_plain, "this kind of certificate is for problems without colors and bounds")


class Balance:
    """What records say, less what steps lead to, modulo a random prime of 127 bits."""

    def __init__(self):
        """The certificate is on the disk; now the coins are thrown."""
        self.prime = 1
        # Miller and Rabin's test with forty random bases, for primes that are 3 modulo 4.
        while self.prime == 1 or not all(self.passes() for _ in range(40)):
            self.prime = secrets.randbits(126) | 1 << 126 | 3
        self.sums = Counter()
        self.coins = defaultdict(lambda: 1 + secrets.randbelow(self.prime - 1))

    def passes(self):
        base = 2 + secrets.randbelow(self.prime - 3)
        return pow(base, self.prime // 2, self.prime) in (1, self.prime - 1)

    def add(self, level, state, count):
        for place, byte in enumerate(state.to_bytes((state.bit_length() + 7) // 8, "little")):
            count = count * self.coins[place, byte] % self.prime if byte else count
        self.sums[level] += count

    def check(self):
        for level, number in sorted(self.sums.items()):
            why = f"level {level} is out of balance: its records are not what steps lead to"
            require(number % self.prime == 0, why)


class Level:
    """At each level at most one of some options is chosen, all of which have its item."""

    def __init__(self, item, options, settled=(), bits=0):
        self.item, self.options = item, options
        # Items that no later option has; those that a state shows, and their bits; and all in use.
        self.settled, self.live, self.bits, self.taken = list(settled), [], bits, 0


class Proof:
    """Records of states and of classes. An item has a status: how often it is covered, or the color
    of a secondary item. The status of each item has its place in a state."""

    def __init__(self, source, problem, has_places, budget=None):
        """The places of items are read, or they follow each other, each in one word."""
        self.source, self.options, self.n_primary = source, problem.options, problem.n_primary
        self.budget, self.total, self.balance = budget, 0, Balance()
        sums = Counter()
        for item, more in (cell for option in problem.options for cell in option):
            sums[item] += more
        self.is_sum = [bounds is not None for bounds in problem.bounds]
        self.least = [bounds[0] if bounds else 0 for bounds in problem.bounds]
        self.most = [min(bounds[1], sums[item]) if bounds else 1 + len(problem.colors[item])
                     for item, bounds in enumerate(problem.bounds)]
        widths = [most.bit_length() for most in self.most]
        self.places = source.numbers(len(widths)) if has_places else list(range(len(widths)))
        is_possible = all(place % 64 + width <= 64 and (place < 4096 or not has_places)
                          for place, width in zip(self.places, widths))
        require(is_possible, "an item has an impossible place")
        self.bits = [(1 << width) - 1 << place for place, width in zip(self.places, widths)]

    def status(self, item, state):
        return (state & self.bits[item]) >> self.places[item]

    def is_enough(self, item, state):
        return self.status(item, state) >= self.least[item]

    def chosen(self, option, state):
        """The state after an option; none if it does not fit."""
        for item, more in option:
            status = self.status(item, state)
            if self.is_sum[item]:
                if status + more > self.most[item]:
                    return None
                state += more << self.places[item]
            elif status == 0 or status == more > 1:
                state = state & ~self.bits[item] | more << self.places[item]
            else:
                return None
        return state

    def states(self):
        """The count that states prove."""
        order = self.source.numbers(self.n_primary)
        is_order = sorted(order) == list(range(self.n_primary))
        require(is_order, "the order of the items is none")
        position = {item: place for place, item in enumerate(order)}
        groups, self.levels, uses = [[] for _ in order], [], {}
        for option in self.options:
            groups[min(position[item] for item, _ in option if item in position)].append(option)
        for item, group in zip(order, groups):
            parts = [[option] for option in group] if self.most[item] > 1 else [group]
            self.levels += [Level(item, part) for part in parts if part]
        # An item is in use from the first level with an option that has it to the last.
        for number, level in enumerate(self.levels):
            for item, _ in (cell for option in level.options for cell in option):
                uses[item] = uses.get(item, (number,))[0], number
        for item, (first, last) in sorted(uses.items()):
            self.levels[last].settled.append(item)
            for number, level in enumerate(self.levels[first:last + 1]):
                require(level.taken & self.bits[item] == 0, "two items have the same place")
                level.taken |= self.bits[item]
                if number > 0:
                    level.live.append(item)
                    level.bits |= self.bits[item]
        return self.check(self.arrive)

    def classes(self):
        """The count that classes prove. Each item that has to be covered is a level of its own, and
        all states are in one balance. An option is the mask of its items, too."""
        self.masks = [(sum(1 << item for item, _ in option), option) for option in self.options]
        self.copies = Counter(mask for mask, _ in self.masks)
        having = [[option for mask, option in self.masks if mask >> item & 1]
                  for item in range(self.n_primary)]
        self.all = (1 << len(self.places)) - 1
        self.levels = [Level(*level, [level[0]], self.all) for level in enumerate(having)]
        return self.check(self.arrive_at_class)

    def check(self, arrive):
        """Reads records and checks them, and how they balance."""
        if all(self.least[item] == 0 or most > 0 for item, most in enumerate(self.most)):
            arrive(0, 0, 1)
        n_words, n_read = max((place // 64 + 1 for place in self.places), default=0), 0
        while (level := self.source.number() - 1) >= 0:
            require(level < len(self.levels), "a block is of no level")
            number, length, width = self.source.numbers(3)
            is_possible = 1 <= number <= 65536 and length <= 8 * n_words and width <= 4096
            require(is_possible, "a block is too large")
            block = self.source.take(number * (length + width))
            for place in range(number):
                record, n_read = block[place::number], n_read + 1
                state = int.from_bytes(record[:length], "little")
                count = int.from_bytes(record[length:], "little")
                try:
                    self.record(level, state, count, arrive)
                except Wrong as why:
                    raise Wrong(f"record {n_read}: {why}") from None
        self.balance.check()
        return self.total

    def record(self, number, state, count, arrive):
        """Checks a record: the number of ways that lead to a state."""
        level = self.levels[number]
        is_good = self.is_open(level, state) and state & ~level.bits == 0
        is_good = is_good and all(self.status(it, state) <= self.most[it] for it in level.live)
        require(is_good, "its state is impossible")
        self.balance.add(number if arrive == self.arrive else 0, state, count)
        for after in [state] + [self.chosen(option, state) for option in level.options]:
            if after is not None and self.is_settled(level, after):
                arrive(number + 1, after, count)

    def is_open(self, level, state):
        return self.status(level.item, state) < self.most[level.item]

    def is_settled(self, level, state):
        return all(self.is_enough(item, state) for item in level.settled)

    def arrive(self, number, state, count):
        """Adds ways to a state before a level, or the next one with something to choose; or to the
        end."""
        for number in range(number, len(self.levels)):
            level = self.levels[number]
            state &= level.bits
            if self.is_open(level, state):
                self.balance.add(number, state, -count)
                return
            if not self.is_settled(level, state):
                return
        is_best = self.budget is None or self.status(len(self.most) - 1, state) == self.budget
        require(is_best, "a solution is better than the best")
        self.total += count

    def arrive_at_class(self, _, state, count):
        """Adds ways to a state, or to the one that is read for its class."""
        primary, left = (1 << self.n_primary) - 1, 0
        fitting = [(mask, option) for mask, option in self.masks if mask & state == 0]
        for mask, _ in fitting:
            left |= mask
        if not primary & ~state:
            self.total += count
        elif not primary & ~state & ~left:
            way = self.source.number()
            require(way <= 1, "a step has an impossible permutation")
            left = self.permuted(left, fitting) if way else left
            # Items without an option that fits count as covered.
            self.balance.add(0, self.all & ~left, -count)

    def permuted(self, left, fitting):
        """Reads which items take the place of those that are left, and checks that they carry the
        options that fit to those that fit then."""
        n_items, images, there = len(self.places), {}, 0
        for item in range(n_items):
            if left >> item & 1:
                to = self.source.number()
                is_alike = to < n_items and (to < self.n_primary) == (item < self.n_primary)
                require(is_alike and not there >> to & 1, "a step has an impossible permutation")
                images[item], there = 1 << to, there | 1 << to
        is_right = all(self.copies.get(sum(images[item] for item, _ in option)) == self.copies[mask]
                       for mask, option in fitting)
        is_right = is_right and sum(not mask & ~there for mask, _ in self.masks) == len(fitting)
        require(is_right, "a step has a permutation that does not carry options to options")
        return there


def ones(number):
    """The places of its bits."""
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


class Tree:
    """Records of a tree: what it branches on, and leaves, which are counted here. `left` has a bit
    for each option that can be chosen, `status` says how often items are covered."""

    def __init__(self, source, problem):
        self.source, self.options, self.n_leaves = source, problem.options, 0
        self.bounds = [bounds or (0, 1) for bounds in problem.bounds]
        # The options that have an item, and those that have it with this color or do not have it.
        self.having, agreeing = defaultdict(int), defaultdict(int)
        for number, option in enumerate(self.options):
            for item, tint in option:
                self.having[item] |= 1 << number
                agreeing[item, tint] |= 1 << number if tint > 1 else 0
        self.agreeing = {cell: ~self.having[cell[0]] | mask for cell, mask in agreeing.items()}

    def count(self, n_primary):
        left = (1 << len(self.options)) - 1
        for item, (_, most) in enumerate(self.bounds):
            left = left if most else left & ~self.having[item]
        return self.read(range(n_primary), left, [0] * len(self.bounds))

    def branches(self, item, left, status):
        """What is left, and how often items are covered, for each option of an item, if it is the
        first of these that is chosen; and if none is, where that is enough."""
        for option in ones(left & self.having[item]):
            left ^= 1 << option
            after, now = left, status[:]
            for other, tint in self.options[option]:
                now[other] += 1
                if now[other] >= self.bounds[other][1]:
                    after &= self.agreeing[other, tint]
            yield after, now
        if status[item] >= self.bounds[item][0]:
            yield left, status

    def branching_item(self, items, left, status):
        """The item with the fewest branches, and whether all can be covered often enough."""
        fewest, branch = len(self.options) + 1, None
        for item in items:
            n_left = (left & self.having[item]).bit_count()
            needed = max(0, self.bounds[item][0] - status[item])
            if n_left < needed:
                return None, False
            if n_left and n_left - needed < fewest:
                fewest, branch = n_left - needed, item
        return branch, True

    def search(self, items, left, status):
        """How many sets of these options complete these items: each is tried."""
        branch, is_completable = self.branching_item(items, left, status)
        if branch is None:
            return int(is_completable)
        total = 0
        for after, now in self.branches(branch, left, status):
            total += self.search(items, after, now)
        return total

    def parts(self, items, left, status):
        """Items that have options, by the parts that share none, and no secondary item that is not
        covered yet."""
        items = [item for item in items if left & self.having[item]]
        while items:
            seen, open_items = set(), [items[0]]
            while open_items:
                if (item := open_items.pop()) not in seen:
                    seen.add(item)
                    cells = (it for option in ones(left & self.having[item])
                             for it, _ in self.options[option])
                    open_items += [it for it in cells if status[it] < self.bounds[it][1]]
            yield [item for item in items if item in seen]
            items = [item for item in items if item not in seen]

    def read(self, items, left, status):
        """What the next records say about some items and options; leaves are counted again."""
        number = self.source.number()
        if number == 0:
            self.n_leaves += 1
            total, claimed = self.search(items, left, status), self.source.count()
            why = f"leaf {self.n_leaves}: the count is {total}, not {claimed}"
            require(total == claimed, why)
            return total
        _, is_completable = self.branching_item(items, left, status)
        require(is_completable, "the tree goes on where nothing can be completed")
        if number == 1:
            parts, total = list(self.parts(items, left, status)), 1
            require(len(parts) > 1, "the tree has parts where there are none")
            for part in parts:
                total *= self.read(part, left, status)
            return total
        item, total = number - 2, 0
        is_good = item in items and left & self.having[item]
        require(is_good, "the tree branches on an item without options")
        for after, now in self.branches(item, left, status):
            total += self.read(items, after, now)
        return total


def units(cost, digits):
    """A cost, `|$-2.5`, in units of which 10^digits make 1."""
    number = re.fullmatch(r"\|*\$*(-?)([0-9]{0,19})(?:\.([0-9]*))?", cost)
    is_good = number and len(number[3] or "") <= digits
    require(is_good, "a cost is not a number, or has too many digits")
    return int(f"{number[1]}0{number[2]}{(number[3] or '').ljust(digits, '0')}")


def check_best(source, problem, sign):
    """The number of solutions of least cost, or of greatest: an item pays its price each time that
    it is covered, and options spend what is left of their costs."""
    digits = source.number()
    require(digits <= 18, "costs have too many digits")
    best, prices = 0, []
    for least, most in problem.bounds[:problem.n_primary]:
        number = source.number()
        prices.append(number // 2 if number % 2 == 0 else -(number + 1) // 2)
        is_fixed = prices[-1] == 0 or least == most
        require(is_fixed, "a price is for an item that is not covered a fixed number of times")
        best += prices[-1] * least
    budget, n_items = source.number(), len(problem.bounds)
    for option, cost in zip(problem.options, problem.costs):
        paid = sum(prices[item] for item, _ in option if item < problem.n_primary)
        spent = sign * units(cost, digits) - paid
        require(spent >= 0, "the items of an option have prices above its cost")
        option.append((n_items, spent))
    problem.bounds.append((0, budget))
    count = Proof(source, problem, True, budget).states()
    require(count > 0, "no solution has the best cost")
    best = sign * (best + budget)
    text = str(abs(best)).rjust(digits + 1, "0")
    text = f"{text[:-digits]}.{text[-digits:]}".rstrip("0").rstrip(".") if digits else text
    return count, f" of {'least' if sign > 0 else 'greatest'} cost {'-' if best < 0 else ''}{text}"


def check_kinds(source, problem, order):
    """The numbers of solutions that each symmetry of a group leaves as they are, added up. Their
    mean is the number of solutions up to symmetry, by the lemma of Cauchy and Frobenius."""
    problem.require_plain()
    options = [frozenset(item for item, _ in option) for option in problem.options]
    n_items, n_primary = len(problem.bounds), problem.n_primary
    places, total, group = {items: place for place, items in enumerate(options)}, 0, set()
    require(len(places) == len(options), "two options are equal")
    require(1 <= order <= 1000, "a group has an impossible order")
    for _ in range(order):
        to = tuple(source.numbers(n_items))
        is_good = sorted(to) == list(range(n_items))
        is_good = is_good and all((to[it] < n_primary) == (it < n_primary) for it in range(n_items))
        require(is_good, "this is no permutation")
        carried = [places.get(frozenset(to[item] for item in items)) for items in options]
        require(None not in carried, "a permutation is no symmetry")
        # Options that it carries to one another are chosen together, if they share no item.
        problem.options = []
        for start in range(len(options)):
            cycle = [start]
            while carried[cycle[-1]] != start:
                cycle.append(carried[cycle[-1]])
            items = frozenset().union(*(options[option] for option in cycle))
            if min(cycle) == start and len(items) == len(cycle) * len(options[start]):
                problem.options.append([(item, 1) for item in items])
        total += Proof(source, problem, True).states()
        require(to not in group, "a symmetry comes twice")
        group.add(to)
    is_group = all(tuple(b[item] for item in a) in group for a in group for b in group)
    require(is_group, "the symmetries are no group")
    return total


def check(source, other):
    """What is verified, if everything is right."""
    problem = Problem(source.take(source.number()))
    kind, order, words = source.number(), 1, ""
    if other is not None:
        with open(other, "rb") as file:
            mine = Problem(file.read())
        has_costs = kind in (2, 3) and any(mine.costs)
        is_same = mine.in_order(has_costs) == problem.in_order(has_costs)
        require(is_same, f"the certificate is about another problem than {other}")
    require(kind <= 5, "this kind of certificate is unknown")
    if kind == 0:
        total = Proof(source, problem, True).states()
    elif kind == 1:
        problem.require_plain()
        total = Proof(source, problem, False).classes()
    elif kind == 4:
        order = source.number()
        total, words = check_kinds(source, problem, order), f" up to a group of order {order}"
    elif kind == 5:
        total = Tree(source, problem).count(problem.n_primary)
    else:
        total, words = check_best(source, problem, 1 if kind == 2 else -1)
    claimed, mean = source.count(), f" / {order}" if order > 1 else ""
    require(claimed * order == total, f"the count is {total}{mean}, not {claimed}")
    source.end()
    return f"{claimed}{words}"


def main(words):
    is_good = len(words) == 1 or words[1:2] == ["--problem"] and len(words) == 3
    if not is_good or words[0].startswith("-"):
        print("usage: dlx_check.py FILE.cert [--problem FILE.dlx]", file=sys.stderr)
        sys.exit(2)
    sys.set_int_max_str_digits(0)
    sys.setrecursionlimit(10 ** 6)
    with open(words[0], "rb") as file:
        print(f"VERIFIED {check(Source(file), words[2] if len(words) == 3 else None)}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Wrong, OSError) as error:
        print(f"NOT VERIFIED: {error}")
        sys.exit(1)
