"""Runs commands and says what each took: python3 measure.py PROGRAM FILE, where FILE has the words of a command in each line."""
import os, subprocess, sys, time

for line in open(sys.argv[2]):
    words = line.split()
    if not words:
        continue
    began = time.time()
    child = subprocess.Popen([sys.argv[1], *words, "-q"], stdout=subprocess.PIPE, text=True)
    said = child.stdout.read().strip()
    _, status, used = os.wait4(child.pid, 0)
    spent = used.ru_utime + used.ru_stime
    print(f"{line.strip()}: {said}, {spent:.1f} s of processors ({used.ru_stime:.1f} system), {time.time() - began:.1f} s, "
          f"{used.ru_maxrss / 1024:.0f} MiB, status {os.waitstatus_to_exitcode(status)}", flush=True)
