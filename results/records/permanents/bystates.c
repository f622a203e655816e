/* The permanent of a sparse 0/1 matrix, n <= 64, exactly (below 2^128): row by row, for each set of columns used so
   far the number of ways to use them. A set is dropped when a column is unused that no later row has. Rows are taken
   as they are, or in an order that leaves few columns open, or those with the fewest ones first:
   whichever has the least bound. Reads rows of 0 and 1; prints n, the permanent, and the most sets at once.

   gcc -O2 bystates.c -o bystates && ./bystates < matrix.txt */
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>

typedef uint64_t u64;
typedef unsigned __int128 u128;
typedef struct { u64 set, low, high; } entry;
typedef struct { entry *at; u64 size, used; } table;

static void make(table *t, u64 size) {
    t->size = size;
    t->used = 0;
    t->at = malloc(size * sizeof(entry));
    if (!t->at) { fprintf(stderr, "out of memory\n"); exit(1); }
    for (u64 i = 0; i < size; i++) t->at[i].set = t->at[i].low = t->at[i].high = 0;
}

static void add(table *t, u64 set, u128 ways) { /* an entry without ways is free */
    if (t->used * 10 > t->size * 7) {
        table old = *t;
        make(t, old.size * 2);
        for (u64 i = 0; i < old.size; i++)
            if (old.at[i].low | old.at[i].high) add(t, old.at[i].set, (u128)old.at[i].high << 64 | old.at[i].low);
        free(old.at);
    }
    u64 i = (set * 0x9E3779B97F4A7C15ull ^ set >> 29) * 0xBF58476D1CE4E5B9ull >> 20 & (t->size - 1);
    for (;; i = (i + 1) & (t->size - 1)) {
        entry *e = t->at + i;
        u128 had = (u128)e->high << 64 | e->low;
        if (had && e->set != set) continue;
        if (!had) t->used++;
        had += ways;
        e->set = set;
        e->low = (u64)had;
        e->high = (u64)(had >> 64);
        return;
    }
}

int main(void) {
    static char a[64][128];
    static u64 row[64], later[65];
    int n = 0;
    while (n < 64 && scanf("%127s", a[n]) == 1) n++;
    u64 left[64], order[3][64], open = 0, done = 0;
    for (int i = 0; i < n; i++) {
        left[i] = 0;
        for (int j = 0; j < n; j++) left[i] |= (u64)(a[i][j] == '1') << j;
        order[0][i] = left[i];
    }
    for (int k = 0; k < n; k++) { /* next: the row after which the fewest columns are open */
        int best = -1, least = 1 << 20;
        for (int i = 0; i < n; i++) {
            if (done >> i & 1) continue;
            u64 others = 0;
            for (int h = 0; h < n; h++) if (h != i && !(done >> h & 1)) others |= left[h];
            int count = __builtin_popcountll((open | left[i]) & others) * 64 + __builtin_popcountll(left[i] & ~open);
            if (count < least) { least = count; best = i; }
        }
        order[1][k] = left[best];
        open |= left[best];
        done |= (u64)1 << best;
    }
    int some = 0; /* the rows with the fewest ones first */
    for (int ones = 0; ones <= n; ones++)
        for (int i = 0; i < n; i++)
            if (__builtin_popcountll(left[i]) == ones) order[2][some++] = left[i];
    double sets[3] = {0, 0, 0}; /* at most: the sets of open columns of the right size, or the choices so far */
    for (int o = 0; o < 3; o++) {
        double choices = 1;
        for (int k = 0; k + 1 < n; k++) {
            u64 before = 0, after = 0;
            for (int h = 0; h < n; h++) *(h <= k ? &before : &after) |= order[o][h];
            int open = __builtin_popcountll(before & after), used = k + 1 - __builtin_popcountll(before & ~after);
            double ways = 1;
            for (int i = 0; i < used; i++) ways *= (double)(open - i) / (i + 1);
            choices *= __builtin_popcountll(order[o][k]);
            sets[o] += ways < choices ? ways : choices;
        }
    }
    int o = sets[1] < sets[0] ? 1 : 0;
    if (sets[2] < sets[o]) o = 2;
    for (int k = 0; k < n; k++) row[k] = order[o][k];
    for (int k = n - 1; k >= 0; k--) later[k] = later[k + 1] | row[k];
    table now, next;
    make(&now, 16);
    add(&now, 0, 1);
    u64 most = 1;
    for (int k = 0; k < n; k++) {
        make(&next, now.used < 1024 ? 1024 : now.size);
        u64 ending = row[k] & ~later[k + 1];
        for (u64 i = 0; i < now.size; i++) {
            u128 ways = (u128)now.at[i].high << 64 | now.at[i].low;
            if (!ways) continue;
            u64 set = now.at[i].set;
            for (u64 free = row[k] & ~set; free; free &= free - 1) {
                u64 to = set | (free & -free);
                if ((to & ending) == ending) add(&next, to & later[k + 1], ways);
            }
        }
        free(now.at);
        now = next;
        if (now.used > most) most = now.used;
        if (now.used > 150000000) { fprintf(stderr, "too many sets\n"); return 1; }
    }
    u128 value = 0;
    for (u64 i = 0; i < now.size; i++) value += (u128)now.at[i].high << 64 | now.at[i].low;
    char text[48], *t = text + 47;
    *t = 0;
    do *--t = '0' + (int)(value % 10); while (value /= 10);
    printf("%d %s (%llu sets)\n", n, t, (unsigned long long)most);
}
