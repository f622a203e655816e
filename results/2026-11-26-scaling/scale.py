"""Wall and processor time of ten counts on 1, 2, 4, 8, 16 threads, in turns: `python3 scale.py PROGRAM OUT.tsv SECONDS`."""
import os, subprocess, sys, time
program, out, end = sys.argv[1], open(sys.argv[2], "a"), time.time() + float(sys.argv[3])
cases = [
    ("queens 18", "queens 18", "666090624"),
    ("Langford 15", "langford 15", "79619280"),
    ("Y pentominoes in a cube", "polyomino 5x5x5 --pieces Y5 --reuse", "60672"),
    ("pentominoes 3x4x5", "polyomino 3x4x5 --pieces pentominoes", "31520"),
    ("tetrominoes 10x10", "polyomino 10x10 --pieces tetrominoes --reuse", "72713560548906621"),
    ("V-ominoes 12x12", "file %s/v12.dlx --engine frontier" % os.path.dirname(os.path.abspath(__file__)), "3042688701839256277256"),
    ("Latin squares 8", "latin 8", "108776032459082956800"),
    ("sudoku grids 2x4", "sudoku --empty --box 2x4", "29136487207403520"),
    ("cycles 14x14", "tour grid:14x14 --engine frontier", "56126499620491437281263608"),
    ("paths 12x12", "path grid:12x12", "182413291514248049241470885236"),
]
for turn in range(1, 6):
    for name, words, count in cases:
        for threads in (1, 2, 4, 8, 16):
            if time.time() > end:
                sys.exit()
            start = time.time()
            child = subprocess.Popen([program, *words.split(), "--threads", str(threads), "--quiet"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            said = child.stdout.read().decode().strip()
            _, _, used = os.wait4(child.pid, 0)
            wall = time.time() - start
            assert said == count, (name, threads, said)
            out.write("%d\t%s\t%d\t%.3f\t%.3f\t%d\n" % (turn, name, threads, wall, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024))
            out.flush()
