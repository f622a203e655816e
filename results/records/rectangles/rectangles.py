"""Squares cut into rectangles that all differ, in Knuth's format: python3 rectangles.py N RULE, where RULE says what may not be the same twice.

oblongs  A360498  no squares, sides in either order
sides    A360499  sides in either order
upright  A360256  height and width in this order
oblongs-upright  A360725  no squares, height and width in this order
areas    A360804  area
"""
import sys

n, rule = int(sys.argv[1]), sys.argv[2]
key = {
    "oblongs": lambda height, width: f"{min(height, width)}x{max(height, width)}",
    "sides": lambda height, width: f"{min(height, width)}x{max(height, width)}",
    "oblongs-upright": lambda height, width: f"{height}x{width}",
    "upright": lambda height, width: f"{height}x{width}",
    "areas": lambda height, width: f"a{height * width}",
}[rule]
sizes = [(height, width) for height in range(1, n + 1) for width in range(1, n + 1) if not rule.startswith("oblongs") or height != width]
cells = [f"{row},{column}" for row in range(n) for column in range(n)]
print(*cells, "|", *dict.fromkeys(key(*size) for size in sizes))
for height, width in sizes:
    for row in range(n - height + 1):
        for column in range(n - width + 1):
            print(*(f"{row + down},{column + right}" for down in range(height) for right in range(width)), key(height, width))
