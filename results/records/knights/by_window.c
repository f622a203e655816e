/* Matchings of the knight's graph on n by n, modulo 2^61 - 1: ./by_window KIND N.

   A second way that knows nothing of exact covers. Squares are decided row by row. What matters of the past is
   which of the next 2n + 2 squares are already in a pair: a window of bits, in an array of all windows.

   Kinds: matchings, maximum. For odd n > 1 a maximum matching leaves out one square, of the color of the corners
   (for n = 3, too: the middle has no neighbors). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t P = (1ull << 61) - 1;

static void add(uint64_t *to, uint64_t what) {
    uint64_t sum = *to + what;
    *to = sum >= P ? sum - P : sum;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    int maximum = strcmp(argv[1], "maximum") == 0, n = atoi(argv[2]), bits = 2 * n + 2;
    int layers = maximum && n % 2 ? 2 : 1; /* the second layer: a square has been left out */
    size_t size = (size_t)1 << bits;
    uint64_t *now[2], *next[2];
    for (int k = 0; k < layers; k++) {
        now[k] = calloc(size, 8);
        next[k] = calloc(size, 8);
        if (!now[k] || !next[k]) return 1;
    }
    now[0][0] = 1;
    for (int square = 0; square < n * n; square++) {
        int r = square / n, c = square % n, steps[4], count = 0;
        for (int k = 0; k < 4; k++) {
            static const int down[4] = {1, 1, 2, 2}, right[4] = {-2, 2, -1, 1};
            if (r + down[k] < n && c + right[k] >= 0 && c + right[k] < n) steps[count++] = down[k] * n + right[k];
        }
        int single = !maximum ? 1 : (n % 2 && (r + c) % 2 == 0) ? 2 : 0;
        for (int k = 0; k < layers; k++) memset(next[k], 0, size * 8);
        for (int k = 0; k < layers; k++)
            for (size_t window = 0; window < size; window++) {
                uint64_t ways = now[k][window];
                if (!ways) continue;
                if (window & 1) {
                    add(&next[k][window >> 1], ways);
                    continue;
                }
                if (single == 1) add(&next[k][window >> 1], ways);
                if (single == 2 && k == 0) add(&next[1][window >> 1], ways);
                for (int s = 0; s < count; s++)
                    if (!(window >> steps[s] & 1)) add(&next[k][(window | (size_t)1 << steps[s]) >> 1], ways);
            }
        for (int k = 0; k < layers; k++) {
            uint64_t *swap = now[k];
            now[k] = next[k];
            next[k] = swap;
        }
    }
    printf("%s %d: %llu modulo %llu\n", argv[1], n, (unsigned long long)now[layers - 1][0], (unsigned long long)P);
    return 0;
}
