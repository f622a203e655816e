"""Counts each problem with each program, in turns, one run each: turns.py DLX_COUNT PYTHON MINIEXACT FOLDER [FIRST].

FOLDER is where rival.mjs stands beside `npm install dancing-links`. Processor seconds of the whole process, which other work on the machine changes little; `-` is more than LIMIT of them."""

import os
import resource
import subprocess
import sys
import tempfile

ours, python, miniexact, folder = sys.argv[1:5]
first = int(sys.argv[5]) if len(sys.argv) > 5 else 0  # the problem to begin with
here = os.path.dirname(os.path.abspath(__file__))
LIMIT = 20
SEARCHERS = {
    "miniexact": [miniexact, "-c", "-e"],
    "exact-cover": [python, f"{here}/rival.py", "exact_cover"],
    "xcover": [python, f"{here}/rival.py", "xcover"],
    "dancing-links": ["node", f"{folder}/rival.mjs"],
}
PROBLEMS = [
    "queens 8",
    "queens 12",
    "polyomino 6x10 --pieces pentominoes",
    "polyomino 8x8 --pieces pentominoes --remove 4,4;4,5;5,4;5,5",
    "langford 11",
    "latin 5",
    "matching 16",
    "polyomino 8x8 --pieces dominoes --reuse",
    "steiner 9",
    "sudoku --empty --box 2x2",
    "polyomino 8x8 --pieces tetrominoes --reuse",
    "latin 6",
    "latin 7",
    "steiner 13",
]


def run(words):
    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))

    with tempfile.TemporaryFile("w+") as errors:
        program = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, preexec_fn=bound)
        # Some print every solution: only the end is kept.
        end = subprocess.Popen(["tail", "-c", "300"], stdin=program.stdout, stdout=subprocess.PIPE, text=True)
        program.stdout.close()
        printed = end.communicate()[0]
        _, status, usage = os.wait4(program.pid, 0)
        errors.seek(0)
        said = errors.read().strip() or "failed"
    if os.WIFSIGNALED(status):
        return "-", None
    if os.WEXITSTATUS(status) not in (0, 20):  # miniexact ends with 20 where the search has come to its end
        return f"({said.splitlines()[-1][:60]})", None
    numbers = [word for word in printed.split()[-4:] if word.isdigit()]
    return f"{usage.ru_utime + usage.ru_stime:.3f} s", numbers[-1]


for problem in PROBLEMS[first:]:
    words = [word.replace(";", " ") for word in problem.split()]
    with tempfile.TemporaryDirectory() as place:
        dlx, cnf = f"{place}/problem.dlx", f"{place}/problem.cnf"
        for path, to in [(dlx, "dlx"), (cnf, "cnf")]:
            subprocess.run([ours, "convert", *words, "--to", to, "-o", path], check=True, stderr=subprocess.DEVNULL)
        figure, count = run([ours, *words, "-q", "--threads", "1"])
        print(f"{problem}: {count}\n  dlx-count: {figure}", flush=True)
        programs = {"ganak": [python, f"{here}/rival.py", "ganak", cnf]}
        if count is None or int(count) < 10**8:
            programs |= {name: [*line, dlx] for name, line in SEARCHERS.items()}
        for name, line in programs.items():
            figure, other = run(line)
            wrong = "" if other in (None, count) or count is None else f" COUNTS {other}"
            print(f"  {name}: {figure}{wrong}", flush=True)
