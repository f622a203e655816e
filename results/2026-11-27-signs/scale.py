"""Wall and processor time of counts on 1, 2, 4, 8, 16 threads, in turns: `python3 scale.py PROGRAM OUT.tsv SECONDS`."""
import os, subprocess, sys, time
program, out, end = sys.argv[1], open(sys.argv[2], "a"), time.time() + float(sys.argv[3])
here = os.path.dirname(os.path.abspath(__file__))
ALL = (1, 2, 4, 8, 16)
matrix = os.path.join(os.path.dirname(os.path.abspath(sys.argv[2])), "m30.txt")
with open(matrix, "w") as file:
    subprocess.run([sys.executable, os.path.join(here, "draw.py"), "matrix", "30"], stdout=file, check=True)
cases = [
    ("Langford 16", "langford 16", "653443600", ALL),
    ("permanent 30x30", "permanent " + matrix, None, ALL),
    ("Latin squares 8", "latin 8", "108776032459082956800", ALL),
    ("Latin squares 8, isomorph", "latin 8 --engine isomorph", "108776032459082956800", ALL),
    ("sudoku grids 2x4", "sudoku --empty --box 2x4", "29136487207403520", ALL),
    ("tetrominoes 10x10", "polyomino 10x10 --pieces tetrominoes --reuse", "72713560548906621", ALL),
    ("cycles 14x14", "tour grid:14x14 --engine frontier", "56126499620491437281263608", ALL),
    ("pentominoes 3x4x5", "polyomino 3x4x5 --pieces pentominoes", "31520", ALL),
    ("queens 18", "queens 18", "666090624", (8, 16)),
    ("Langford 19", "langford 19", "513629782560", (16,)),
    ("Langford 20", "langford 20", "5272675722400", (16,)),
]
known = {}
for turn in range(1, 4):
    for name, words, count, all_threads in cases:
        for threads in all_threads if turn == 1 or len(all_threads) > 1 else ():
            if time.time() > end:
                sys.exit()
            start = time.time()
            child = subprocess.Popen([program, *words.split(), "--threads", str(threads)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            said = child.stdout.read().decode().split()
            _, _, used = os.wait4(child.pid, 0)
            wall = time.time() - start
            found, engine = said[said.index("solutions") - 1], said[said.index("solutions") + 1].rstrip(",")
            assert found == known.setdefault(name, count or found), (name, threads, said)
            out.write("%d\t%s\t%d\t%.3f\t%.3f\t%d\t%s\t%s\n" % (turn, name, threads, wall, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, engine, found))
            out.flush()
