//! Twins: touched items of a suffix any two of which can be exchanged while all others stay in place.
//!
//! Only the number of twins in a class that are covered matters, so a state is written with the first ones covered. That is a few bit operations for
//! each new state, where a label would take a search; perfect matchings of K200 and permutations become chains of a few states a level by this alone.
//!
//! An exchange is tried option by option: each option with one of the two and not the other must be an option with the other in its place. Which pairs to try is read off
//! sums over the neighbors, which are equal for twins. Twins stay twins on all levels that follow, since those have fewer options.

use rustc_hash::FxHashMap;

use super::super::frontier::Twins;
use super::suffix::Suffix;
use dlx_canon::graph::mix;
use dlx_core::problem::{to_u16, to_u32, to_u64, to_usize};
use dlx_core::stop::poll;

/// Which items are known so far to be exchangeable: classes of them, which only grow.
#[derive(Debug)]
pub(super) struct Exchangeable {
    /// An item of the same class with a smaller number, or the item itself.
    roots: Vec<u32>,
    /// Options that may still be looked up.
    effort: usize,
}

/// Options that the search for twins may look up, all levels together: some tenths of a second.
const EFFORT: usize = 1 << 22;

/// The options of a suffix, to look up.
struct SuffixOptions<'a, const K: usize> {
    suffix: &'a Suffix<K>,
    /// How often an option occurs, by its vertices in order.
    numbers: FxHashMap<Vec<u16>, u32>,
    of_vertex: Vec<Vec<u32>>,
}

impl Exchangeable {
    pub(super) fn new(n_items: usize) -> Self {
        Self { roots: (0..to_u32(n_items)).collect(), effort: EFFORT }
    }

    fn root(&self, mut item: u32) -> u32 {
        while self.roots[to_usize(item)] != item {
            item = self.roots[to_usize(item)];
        }
        item
    }

    /// Finds the twins among the touched vertices of a suffix, and notes them in the suffix.
    pub(super) fn find<const K: usize>(&mut self, suffix: &mut Suffix<K>) -> Vec<Twins<K>> {
        let candidates: Vec<usize> = (0..suffix.items.len()).filter(|&vertex| suffix.can_be_twin(vertex)).collect();
        let mut leaders: FxHashMap<u32, usize> = FxHashMap::default();
        for &vertex in &candidates {
            leaders.entry(self.root(suffix.items[vertex])).or_insert(vertex);
        }
        if leaders.len() > 1 && self.effort > suffix.edges.len() {
            self.effort -= suffix.edges.len();
            let options = SuffixOptions::new(suffix);
            let mut leaders: Vec<usize> = leaders.into_values().collect();
            leaders.sort_unstable();
            for (one, other) in options.pairs(&leaders) {
                let (a, b) = (self.root(suffix.items[one]), self.root(suffix.items[other]));
                if a != b && options.are_twins(one, other, &mut self.effort) {
                    self.roots[to_usize(a.max(b))] = a.min(b);
                }
            }
        }
        let mut classes: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for &vertex in &candidates {
            classes.entry(self.root(suffix.items[vertex])).or_default().push(vertex);
        }
        let mut classes: Vec<(u32, Vec<usize>)> = classes.into_iter().filter(|(_, class)| class.len() > 1).collect();
        classes.sort_unstable();
        for (root, class) in &classes {
            class.iter().for_each(|&vertex| suffix.twins[vertex] = *root);
        }
        classes.iter().map(|(_, class)| Twins::new(class.iter().map(|&vertex| suffix.covered[vertex]))).collect()
    }
}

impl<const K: usize> Suffix<K> {
    /// Is this a touched item with one bit in the key?
    fn can_be_twin(&self, vertex: usize) -> bool {
        let n_bits: u32 = self.covered[vertex].iter().map(|word| word.count_ones()).sum();
        self.is_touched[vertex] && n_bits == 1 && self.kinds[vertex] % 3 < 2
    }
}

impl<'a, const K: usize> SuffixOptions<'a, K> {
    fn new(suffix: &'a Suffix<K>) -> Self {
        let mut numbers = FxHashMap::default();
        let mut of_vertex = vec![Vec::new(); suffix.items.len()];
        for (number, edge) in suffix.edges.iter().enumerate() {
            let mut vertices = suffix.vertices_of(edge).to_vec();
            poll(4 * vertices.len());
            vertices.iter().for_each(|&vertex| of_vertex[usize::from(vertex)].push(to_u32(number)));
            vertices.sort_unstable();
            *numbers.entry(vertices).or_insert(0) += 1;
        }
        Self { suffix, numbers, of_vertex }
    }

    /// Pairs that may be twins: they have equally many options, and these look the same from outside.
    fn pairs(&self, leaders: &[usize]) -> Vec<(usize, usize)> {
        let weight = |vertex: usize| mix(to_u64(vertex) + 1);
        let sum =
            |vertex: usize| {
                let around = self.of_vertex[vertex].iter().flat_map(|&edge| self.vertices(edge));
                around.fold(0u64, |sum, &other| {
                    if usize::from(other) == vertex { sum } else { sum.wrapping_add(weight(other.into())) }
                })
            };
        let sums: FxHashMap<usize, u64> = leaders.iter().map(|&vertex| (vertex, sum(vertex))).collect();
        let kind = |vertex: usize| (self.suffix.kinds[vertex], self.of_vertex[vertex].len());
        let mut pairs = Vec::new();
        // Those that have no option in common.
        let mut apart = FxHashMap::default();
        for &vertex in leaders {
            let first = *apart.entry((kind(vertex), sums[&vertex])).or_insert(vertex);
            if first != vertex {
                pairs.push((first, vertex));
            }
        }
        // Two that have m options in common see each other m times.
        let mut together = FxHashMap::<(usize, usize), u64>::default();
        for &one in leaders {
            for &other in self.of_vertex[one].iter().flat_map(|&edge| self.vertices(edge)) {
                let other = usize::from(other);
                poll(1);
                if other > one && sums.contains_key(&other) && kind(one) == kind(other) {
                    *together.entry((one, other)).or_insert(0) += 1;
                }
            }
        }
        let heard = |vertex: usize, m: u64| sums[&vertex].wrapping_add(m.wrapping_mul(weight(vertex)));
        let mut close: Vec<(usize, usize)> =
            together.into_iter().filter(|&((a, b), m)| heard(a, m) == heard(b, m)).map(|(pair, _)| pair).collect();
        close.sort_unstable();
        pairs.extend(close);
        pairs
    }

    fn vertices(&self, edge: u32) -> &[u16] {
        self.suffix.vertices_of(&self.suffix.edges[to_usize(edge)])
    }

    /// Does the exchange of two vertices carry options to options, each as often?
    fn are_twins(&self, one: usize, other: usize, effort: &mut usize) -> bool {
        let (a, b) = (to_u16(one), to_u16(other));
        self.of_vertex[one].iter().chain(&self.of_vertex[other]).all(|&edge| {
            let mut vertices = self.vertices(edge).to_vec();
            *effort = effort.saturating_sub(1);
            let n_before = *self.numbers.get(&sorted(vertices.clone())).unwrap_or(&0);
            for vertex in &mut vertices {
                *vertex = if *vertex == a {
                    b
                } else if *vertex == b {
                    a
                } else {
                    *vertex
                };
            }
            *effort > 0 && self.numbers.get(&sorted(vertices)) == Some(&n_before)
        })
    }
}

fn sorted(mut vertices: Vec<u16>) -> Vec<u16> {
    vertices.sort_unstable();
    vertices
}
