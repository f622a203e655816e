"""Certified terms of sequences, as far as a certificate is small: writes records.tsv.

    python3 find.py PATH/OF/dlx-count PATH/OF/dlx-check [SECONDS [MEGABYTES]]

For each sequence n = 1, 2, ... until making or checking a certificate takes longer than SECONDS (60) or it has more than MEGABYTES (32). `dist/verify-records` does all of them again.
"""

import os
import subprocess
import sys
import tempfile
import time

SEQUENCES = [
    ("polyhex-triangle-1-2", "polyhex triangle:{n} --pieces 1,2 --reuse", 1),
    ("polyhex-triangle-1-2-3", "polyhex triangle:{n} --pieces 1,2,3 --reuse", 1),
    ("polyhex-triangle-3", "polyhex triangle:{n} --pieces 3 --reuse", 1),
    ("polyhex-rhombus-1-2", "polyhex {n}x{n} --pieces 1,2 --reuse", 1),
    ("polyhex-hexagon-1-2", "polyhex hexagon:{n} --pieces 1,2 --reuse", 1),
    ("polyhex-hexagon-1-2-3", "polyhex hexagon:{n} --pieces 1,2,3 --reuse", 1),
    ("polyiamond-hexagon-1-2", "polyiamond hexagon:{n} --pieces 1,2 --reuse", 1),
    ("polyiamond-hexagon-3", "polyiamond hexagon:{n} --pieces 3 --reuse", 1),
    ("polyiamond-hexagon-1-2-3", "polyiamond hexagon:{n} --pieces 1,2,3 --reuse", 1),
    ("polyiamond-hexagon-6", "polyiamond hexagon:{n} --pieces 6 --reuse", 1),
    ("polyiamond-triangle-1-2", "polyiamond triangle:{n} --pieces 1,2 --reuse", 1),
    ("polyiamond-triangle-1-2-3", "polyiamond triangle:{n} --pieces 1,2,3 --reuse", 1),
    ("polyiamond-triangle-4", "polyiamond triangle:{n} --pieces 4 --reuse", 1),
    ("polyiamond-rhombus-6", "polyiamond {n}x{n} --pieces 6 --reuse", 1),
    ("tetrominoes-square", "polyomino {n}x{n} --pieces tetrominoes --reuse", 1),
    ("trominoes-square", "polyomino {n}x{n} --pieces trominoes --reuse", 1),
    ("queens", "queens {n}", 4),
]

seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 60
megabytes = float(sys.argv[4]) if len(sys.argv) > 4 else 32
folder = tempfile.TemporaryDirectory()
file = os.path.join(folder.name, "a.cert")
with open("records.tsv", "w") as records:
    print("sequence", "n", "command", "count", "bytes", sep="\t", file=records)
    for name, command, n in SEQUENCES:
        while n <= 60:
            words = command.format(n=n)
            begun = time.time()
            try:
                made = subprocess.run([sys.argv[1], "certify", *words.split(), "-o", file, "-q"], capture_output=True, text=True, timeout=seconds)
                if made.returncode != 0:
                    break
                checked = subprocess.run([sys.argv[2], file], capture_output=True, text=True, timeout=seconds)
            except subprocess.TimeoutExpired:
                break
            size = os.path.getsize(file)
            assert checked.stdout.split() == ["VERIFIED", made.stdout.strip()], (words, checked)
            if size > megabytes * 1e6:
                break
            print(name, n, words, made.stdout.strip(), size, sep="\t", file=records, flush=True)
            print(words, made.stdout.strip(), size, round(time.time() - begun, 1), flush=True)
            n += 1
