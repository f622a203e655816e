"""Problems with costs, from fixed seeds: random partitions, an assignment, tilings by dominoes with costs, queens with costs."""
import random, sys, subprocess
exe = sys.argv[1]
def partition(name, n, m, seed):
    dice = random.Random(seed)
    items = [f"i{k}" for k in range(n)]
    lines = [" ".join(items)]
    for _ in range(m):
        option = dice.sample(items, dice.randint(2, 6))
        lines.append(" ".join(option) + f" |${dice.randint(5, 30) * len(option) + dice.randint(0, 20)}")
    lines += [f"{item} |$60" for item in items]
    open(name, "w").write("\n".join(lines) + "\n")
def assignment(name, n, seed):
    dice = random.Random(seed)
    lines = [" ".join([f"r{i}" for i in range(n)] + [f"c{i}" for i in range(n)])]
    lines += [f"r{i} c{j} |${dice.randint(1, 1000)}" for i in range(n) for j in range(n)]
    open(name, "w").write("\n".join(lines) + "\n")
def cover(name, n, m, seed):
    """Set cover: each item at least once."""
    dice = random.Random(seed)
    lines = [" ".join(f"1:{m}|i{k}" for k in range(n))]
    for _ in range(m):
        option = dice.sample(range(n), dice.randint(3, 8))
        lines.append(" ".join(f"i{k}" for k in option) + f" |${dice.randint(10, 40)}")
    open(name, "w").write("\n".join(lines) + "\n")
def priced(name, source, cost):
    text = subprocess.run([exe, "convert", *source.split(), "--to", "dlx"], capture_output=True, text=True, check=True).stdout
    lines, seen = [], False
    for number, line in enumerate(text.splitlines()):
        if line.startswith("|"):
            lines.append(line)
        elif not seen:
            lines.append(line)
            seen = True
        else:
            lines.append(f"{line} |${cost(line)}")
    open(name, "w").write("\n".join(lines) + "\n")
partition("partition40.dlx", 40, 400, 5)
partition("partition60.dlx", 60, 1000, 6)
partition("partition100.dlx", 100, 2000, 7)
assignment("assignment40.dlx", 40, 8)
assignment("assignment100.dlx", 100, 9)
cover("cover40.dlx", 40, 80, 10)
dice = random.Random(11)
priced("dominoes8x8.dlx", "polyomino 8x8 --pieces dominoes --reuse", lambda _: dice.randint(1, 100))
priced("tetrominoes8x8.dlx", "polyomino 8x8 --pieces tetrominoes --reuse", lambda _: dice.randint(1, 100))
priced("pentominoes6x10.dlx", "polyomino 6x10 --pieces pentominoes", lambda _: dice.randint(1, 100))
def product(line):
    row, column = [int(word[1:]) for word in line.split() if word[0] in "rc"]
    return row * column * column % 97
priced("queens16.dlx", "queens 16", product)
