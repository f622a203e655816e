/* The permanent of a 0/1 matrix, n <= 40, modulo 2^128, by Ryser's formula: the sum over all sets of columns of
   (-1)^(n - size) times the product of the row sums. The permanent is smaller than 2^128 for all matrices it was
   used for, so it is exact. The first eight columns are summed in blocks, the others in the order of a Gray code.
   Reads rows of 0 and 1; prints n and the permanent.

   gcc -O3 -march=native ryser.c -o ryser && ./ryser < matrix.txt */
#include <stdio.h>
#include <stdint.h>

typedef uint64_t u64;
typedef unsigned __int128 u128;

static uint8_t low[40][256] __attribute__((aligned(64)));
static uint8_t sums[40];
static u64 eight[5][256] __attribute__((aligned(64)));

/* the product of eight row sums, each at most 40, for all sets of the first eight columns */
static void multiply(int g) {
    const uint8_t *r[8], *s = sums + 8 * g;
    for (int i = 0; i < 8; i++) r[i] = low[8 * g + i];
    for (int x = 0; x < 256; x++) {
        uint16_t a = (uint16_t)((uint8_t)(r[0][x] + s[0]) * (uint8_t)(r[1][x] + s[1]));
        uint16_t b = (uint16_t)((uint8_t)(r[2][x] + s[2]) * (uint8_t)(r[3][x] + s[3]));
        uint16_t c = (uint16_t)((uint8_t)(r[4][x] + s[4]) * (uint8_t)(r[5][x] + s[5]));
        uint16_t d = (uint16_t)((uint8_t)(r[6][x] + s[6]) * (uint8_t)(r[7][x] + s[7]));
        eight[g][x] = (u64)((uint32_t)a * b) * ((uint32_t)c * d);
    }
}

int main(void) {
    static char a[64][128];
    int n = 0;
    while (n < 40 && scanf("%127s", a[n]) == 1) n++;
    int k = n < 8 ? n : 8, groups = (n + 7) / 8;
    for (int i = 0; i < 40; i++) { /* rows that are not there are factors of one */
        sums[i] = i >= n;
        for (int x = 0; x < 256; x++)
            for (int j = 0; j < k; j++) low[i][x] += i < n && (x >> j & 1) && a[i][j] == '1';
    }
    for (int g = 0; g < 5; g++) multiply(g);
    u128 even = 0, odd = 0; /* by the parity of the size of the set */
    u64 chosen = 0;
    for (u64 step = 0; step < (u64)1 << (n - k); step++) {
        if (step) {
            int j = __builtin_ctzll(step);
            chosen ^= (u64)1 << j;
            int sign = chosen >> j & 1 ? 1 : -1;
            for (int i = 0; i < n; i++) sums[i] += a[i][j + k] == '1' ? sign : 0;
            for (int g = 0; g < groups; g++) multiply(g);
        }
        u128 part[2] = {0, 0};
        for (int x = 0; x < 1 << k; x++) {
            u128 p = (u128)eight[0][x] * eight[1][x];
            if (groups > 2) p *= groups > 3 ? (u128)eight[2][x] * eight[3][x] : (u128)eight[2][x];
            if (groups > 4) p *= eight[4][x];
            part[__builtin_parity(x)] += p;
        }
        int odds = __builtin_parityll(chosen);
        even += part[odds];
        odd += part[!odds];
    }
    u128 value = n % 2 ? odd - even : even - odd;
    char text[48], *t = text + 47;
    *t = 0;
    do *--t = '0' + (int)(value % 10); while (value /= 10);
    printf("%d %s\n", n, t);
}
