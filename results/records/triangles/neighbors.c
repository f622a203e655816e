/* Triangles of n rows of zeros and ones in which no cell has four ones in a row among its neighbors, modulo 2^61 - 1:
   ./neighbors 12

   A second way. Cells are decided row by row, each row from right to left. Two bits for each column, its latest cell
   and the one above that, in an array of all states. When (r + 1, c) is decided, all neighbors of (r, c) are. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const uint64_t P = (1ull << 61) - 1;

/* Six neighbors clockwise, from the right: bits of ones; places outside are never ones. */
static int four_in_a_row(int ones) {
    int twice = ones | ones << 6;
    return (twice & twice >> 1 & twice >> 2 & twice >> 3 & 63) != 0;
}

static int latest(size_t state, int column) { return column < 0 ? 0 : state >> (2 * column) & 1; }
static int older(size_t state, int column) { return column < 0 ? 0 : state >> (2 * column + 1) & 1; }

int main(int argc, char **argv) {
    int n = argc == 2 ? atoi(argv[1]) : 0;
    if (n < 2 || n > 14) return 2;
    uint64_t *ways = calloc((size_t)1 << (2 * n), 8), total = 0;
    int bad[64];
    if (!ways) return 1;
    for (int ones = 0; ones < 64; ones++) bad[ones] = four_in_a_row(ones);
    ways[0] = ways[1] = 1;
    for (int r = 0; r + 1 < n; r++) {
        size_t size = (size_t)1 << (2 * (r + 2)), last = size / 4;
        for (size_t state = 0; state < last; state++) ways[last + state] = ways[state]; /* the cell (r + 1, r + 1) */
        for (int c = r; c >= 0; c--) {
            size_t here = (size_t)1 << (2 * c), above = here << 1;
            for (size_t rest = 0; rest < size; rest++) {
                if (rest & (here | above)) continue;
                /* Column c has (r, c) and (r - 1, c) now, and (r + 1, c) and (r, c) afterwards. */
                int fixed = older(rest, c + 1) | latest(rest, c + 1) << 1 | latest(rest, c - 1) << 3 | older(rest, c - 1) << 4;
                uint64_t from[2][2] = {{ways[rest], ways[rest | above]}, {ways[rest | here], ways[rest | here | above]}};
                for (int below = 0; below < 2; below++)
                    for (int cell = 0; cell < 2; cell++) {
                        uint64_t sum = 0;
                        for (int up = 0; up < 2; up++)
                            if (!bad[fixed | below << 2 | up << 5]) sum += from[cell][up];
                        ways[rest | (below ? here : 0) | (cell ? above : 0)] = sum % P;
                    }
            }
        }
    }
    for (size_t state = 0; state < (size_t)1 << (2 * n); state++) {
        int fine = 1; /* the last row */
        for (int c = 0; fine && c < n; c++) {
            int right = c + 1 < n ? latest(state, c + 1) : 0, up = c + 1 < n ? older(state, c) : 0;
            fine = !bad[right | latest(state, c - 1) << 3 | older(state, c - 1) << 4 | up << 5];
        }
        if (fine) total = (total + ways[state]) % P;
    }
    printf("%d: %llu modulo %llu\n", n, (unsigned long long)total, (unsigned long long)P);
    return 0;
}
