/* Triangles of n rows of zeros and ones in which no smallest triangle is all equal, modulo 2^61 - 1: ./unequal 21 up

   A second way. Cells are decided row by row, each row from right to left. A bit for each column: its latest cell. A
   new cell (r, c) replaces the one above it. `up`: both are in a triangle with (r, c + 1), the latest cell of the next
   column. `down`: both are in one with (r - 1, c - 1), the latest cell of the column before. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const uint64_t P = (1ull << 61) - 1;

int main(int argc, char **argv) {
    int n = argc == 3 ? atoi(argv[1]) : 0, up = n && argv[2][0] == 'u';
    if (n < 1 || n > 30) return 2;
    uint64_t *ways = calloc((size_t)1 << n, 8);
    if (!ways) return 1;
    ways[0] = ways[1] = 1;
    for (int r = 1; r < n; r++) {
        size_t size = (size_t)1 << (r + 1);
        for (size_t set = size / 2; set < size; set++) ways[set] = ways[set - size / 2];
        for (int c = r - 1; c >= 0; c--)
            for (size_t set = 0; set < size; set++) {
                if (set >> c & 1) continue;
                size_t with = set | (size_t)1 << c;
                uint64_t zero = ways[set], one = ways[with], both = (zero + one) % P;
                if (!up && c == 0) {
                    ways[set] = ways[with] = both;
                    continue;
                }
                int beside = set >> (up ? c + 1 : c - 1) & 1;
                ways[set] = beside ? both : one;
                ways[with] = beside ? zero : both;
            }
    }
    uint64_t total = 0;
    for (size_t set = 0; set < (size_t)1 << n; set++) total = (total + ways[set]) % P;
    printf("%d: %llu modulo %llu\n", n, (unsigned long long)total, (unsigned long long)P);
    return 0;
}
