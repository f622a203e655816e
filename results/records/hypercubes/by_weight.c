/* Dominating sets of the hypercube of dimension 6: ./by_weight

   A second way. Vertices are subsets of six points, by their number of points: 1, 6, 15, 20, 15, 6, 1. For each of the
   2^20 choices M among the triples, the choices below (none, points, pairs) are counted by the triples outside M that
   their pairs dominate; above it is the same with all sets replaced by their complements. Both halves together must
   dominate the triples outside M: the sum over the sets X of these, with alternating signs, of (choices below that
   dominate nothing outside X) times (choices above, likewise). Sets M that a permutation of the points carries into one another count the same: one of each of the 2136
   kinds is enough. Numbers are modulo 2^64, which is more than there are sets of vertices. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int pair_of[15], triple_of[20];          /* as sets of points */
static uint32_t pairs_under[20], points_under[1 << 15], triples_over[1 << 15];
static uint8_t with_empty[1 << 15], without_empty[1 << 15][64];

static void tables(void) {
    int pairs = 0, triples = 0;
    for (int a = 0; a < 6; a++)
        for (int b = a + 1; b < 6; b++) pair_of[pairs++] = 1 << a | 1 << b;
    for (int a = 0; a < 6; a++)
        for (int b = a + 1; b < 6; b++)
            for (int c = b + 1; c < 6; c++) triple_of[triples++] = 1 << a | 1 << b | 1 << c;
    for (int t = 0; t < 20; t++) {
        if (triple_of[19 - t] != (63 ^ triple_of[t])) exit(1);
        for (int p = 0; p < 15; p++)
            if ((pair_of[p] & triple_of[t]) == pair_of[p]) pairs_under[t] |= 1u << p;
    }
    for (int set = 0; set < 1 << 15; set++) {
        for (int p = 0; p < 15; p++)
            if (set >> p & 1) points_under[set] |= pair_of[p];
        for (int t = 0; t < 20; t++)
            if (set & pairs_under[t]) triples_over[set] |= 1u << t;
        /* Sets of points that meet all pairs of this set: with the empty set chosen any, without it those that are not
           empty and contain the points that no chosen pair dominates. */
        for (int points = 0; points < 64; points++) {
            int meets = 1;
            for (int p = 0; p < 15; p++)
                if (set >> p & 1 && !(pair_of[p] & points)) meets = 0;
            if (!meets) continue;
            with_empty[set]++;
            for (int must = 0; points && must < 64; must++)
                if ((must & points) == must) without_empty[set][must]++;
        }
    }
}

/* For each set X of triples outside M: the choices below that dominate no triple outside M and X. */
static int below(uint32_t m, uint64_t *count) {
    int place[20], free = 0;
    uint32_t shadow = 0;
    for (int t = 0; t < 20; t++) {
        place[t] = free;
        if (m >> t & 1) shadow |= pairs_under[t]; else free++;
    }
    /* triples_over, packed into the places outside M, by halves */
    static uint32_t low[1 << 10], high[1 << 10];
    for (int half = 0; half < 1 << 10; half++) {
        low[half] = high[half] = 0;
        for (int t = 0; t < 10; t++) {
            if (half >> t & 1 && !(m >> t & 1)) low[half] |= 1u << place[t];
            if (half >> t & 1 && !(m >> (t + 10) & 1)) high[half] |= 1u << place[t + 10];
        }
    }
    for (uint32_t x = 0; x < 1u << free; x++) count[x] = 0;
    for (int pairs = 0; pairs < 1 << 15; pairs++) {
        int open = 0x7fff & ~(pairs | shadow);
        uint32_t over = triples_over[pairs];
        count[low[over & 1023] | high[over >> 10]] += with_empty[open] + without_empty[open][63 & ~points_under[pairs]];
    }
    for (int k = 0; k < free; k++)
        for (uint32_t x = 0; x < 1u << free; x++)
            if (x >> k & 1) count[x] += count[x ^ 1u << k];
    return free;
}

/* Where the 720 permutations of the points carry the triples. */
static int images[720][20];

static void permutations(void) {
    int count = 0;
    for (int code = 0; code < 46656; code++) {
        int to[6], used = 0;
        for (int k = 0, rest = code; k < 6; k++, rest /= 6) used |= 1 << (to[k] = rest % 6);
        if (used != 63) continue;
        for (int t = 0; t < 20; t++) {
            int image = 0;
            for (int k = 0; k < 6; k++)
                if (triple_of[t] >> k & 1) image |= 1 << to[k];
            for (int s = 0; s < 20; s++)
                if (triple_of[s] == image) images[count][t] = s;
        }
        count++;
    }
    if (count != 720) exit(1);
}

/* Marks the sets of triples that a permutation makes of M; how many there are. */
static int kind(uint32_t m, uint8_t *seen) {
    int size = 0;
    for (int p = 0; p < 720; p++) {
        uint32_t image = 0;
        for (int t = 0; t < 20; t++) image |= (m >> t & 1) << images[p][t];
        size += !seen[image];
        seen[image] = 1;
    }
    return size;
}

int main(void) {
    tables();
    permutations();
    int kinds = 0;
    uint8_t *seen = calloc(1, 1 << 20);
    uint64_t *lower = malloc(8u << 20), *upper = malloc(8u << 20), total = 0;
    if (!lower || !upper || !seen) return 1;
    for (uint32_t m = 0; m < 1u << 20; m++) {
        uint32_t mirror = 0;
        if (seen[m]) continue;
        uint64_t size = kind(m, seen);
        kinds++;
        for (int t = 0; t < 20; t++) mirror |= (m >> t & 1) << (19 - t);
        int free = below(m, lower);
        below(mirror, upper);
        for (uint32_t x = 0; x < 1u << free; x++) {
            uint32_t back = 0;
            for (int k = 0; k < free; k++) back |= (x >> k & 1) << (free - 1 - k);
            uint64_t product = size * lower[x] * upper[back];
            total += (free - __builtin_popcount(x)) % 2 ? -product : product;
        }
    }
    printf("6: %llu (%d kinds)\n", (unsigned long long)total, kinds);
    return 0;
}
