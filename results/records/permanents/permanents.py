"""Matrices of 0 and 1 whose permanents are the terms of sequences of the OEIS.

    python3 permanents.py A103687 20 > matrix.txt
    dlx-count permanent matrix.txt

Rows and columns are numbered from 1. If n is 0 the matrix is empty: a(0) = 1.
"""

import sys
from math import factorial, gcd, isqrt


def prime(m):
    """The test of Miller and Rabin; certain below 3.3 * 10^24, and larger numbers occur in A321805 only."""
    if m < 2:
        return False
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    for p in bases:
        if m % p == 0:
            return m == p
    odd, twos = m - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in bases:
        x = pow(base, odd, m)
        if x in (1, m - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % m
            if x == m - 1:
                break
        else:
            return False
    return True


def square(m):
    return isqrt(m) ** 2 == m


def triangular(m):
    return square(8 * m + 1)


def semiprime(m):
    factors, p = 0, 2
    while p * p <= m:
        while m % p == 0:
            m, factors = m // p, factors + 1
        p += 1
    return factors + (m > 1) == 2


FIBONACCI = [0, 1]
while len(FIBONACCI) < 60:
    FIBONACCI.append(FIBONACCI[-1] + FIBONACCI[-2])
FIBONACCI = set(FIBONACCI)
FACTORIALS = {factorial(k) for k in range(1, 30)}

# n by n: is there a one at (i, j)?
RULES = {
    # permutations p of 1..n, and what holds for all i and j = p(i)
    "A095986": lambda n, i, j: square(i + j),
    "A096901": lambda n, i, j: triangular(i + j),
    "A103687": lambda n, i, j: prime(i + j + 1),
    "A276735": lambda n, i, j: semiprime(i + j),
    "A392408": lambda n, i, j: not prime(i + j),
    "A321597": lambda n, i, j: prime(i * j + 1),
    "A321805": lambda n, i, j: prime(factorial(i) * j + 1),
    "A324372": lambda n, i, j: prime(abs(i - j)),
    "A324373": lambda n, i, j: abs(i - j) in FIBONACCI,
    "A324374": lambda n, i, j: triangular(abs(i - j)),
    "A324375": lambda n, i, j: square(abs(i - j)),
    "A324376": lambda n, i, j: abs(i - j) in FACTORIALS,
    "A352857": lambda n, i, j: i & j > 0,
    "A354756": lambda n, i, j: i * j // gcd(i, j) <= n,
    "A354830": lambda n, i, j: gcd(i, j) > 1,
    # pairs of an odd number 2i - 1 and an even number 2j
    "A000348": lambda n, i, j: prime((2 * i - 1) ** 2 + (2 * j) ** 2),
    "A009679": lambda n, i, j: gcd(2 * i - 1, 2 * j) == 1,
    "A342136": lambda n, i, j: prime(2 * i - 1 + 2 * j) and prime(abs(2 * i - 1 - 2 * j)),
    # the numbers from 1 to n^2, row by row
    "A110950": lambda n, i, j: not prime(n * (i - 1) + j),
    "A110951": lambda n, i, j: n * (i - 1) + j not in FIBONACCI,
    # permutations of 1..2n
    "A351722": lambda n, i, j: i & j == 0,
    # The terms are squares of the permanents. The sum of the powers of i and p(i) is odd, but for 1 and 1: the odd
    # numbers go to the even ones and the even ones to the odd ones, and if n is odd 1 goes to 1, so what is left are
    # two permutations on their own.
    "A321610": lambda n, i, j: prime((2 * (i + n % 2) - 1) ** 2 + (2 * j) ** 2),
    "A321611": lambda n, i, j: prime((2 * (i + n % 2) - 1) ** 4 + (2 * j) ** 4),
}
SQUARES = ("A321610", "A321611")


def matrix(name, n):
    numbers = range(1, (2 * n if name == "A351722" else n // 2 if name in SQUARES else n) + 1)
    if name == "A354830":  # 1 and the primes above n / 2 stay where they are
        numbers = [m for m in range(2, n + 1) if not prime(m) or 2 * m <= n]
    return [[int(RULES[name](n, i, j)) for j in numbers] for i in numbers]


if __name__ == "__main__":
    for row in matrix(sys.argv[1], int(sys.argv[2])):
        print("".join(map(str, row)))
