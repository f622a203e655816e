"""Writes a problem: make.py TABLE KIND LEVEL SEED > FILE, where TABLE is gens, gens2 or gens3. `cliquetree 1 c` of gens3 is the problem that the tables call cliquetree-1-c."""
import importlib
import random
import sys

table, kind, level, seed = sys.argv[1:]
text, words, _ = importlib.import_module(table).K[kind](int(level), random.Random(f"audit {kind} {level} {seed}"))
print(text, end="")
print("dlx-count", *words, file=sys.stderr)
