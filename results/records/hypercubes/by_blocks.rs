//! Dominating sets of the hypercube of dimension 2 + d, for d up to 4: `./by_blocks 6`.
//!
//! The hypercube is a square of four smaller ones. Opposite corners of the square do not touch. Let S and R be what is
//! chosen in two opposite corners, T and U in the other two, N[X] the vertices of X and their neighbors in the same
//! corner. All is dominated if
//!   N[T] and N[U] both contain C, the vertices that are neither in S nor in R, and
//!   the union of T and U contains D, the vertices that are not in both N[S] and N[R].
//! For a given C, the number of pairs T, U for every D comes from three sums over subsets. The pairs S, R that leave
//! out C are then gone through one by one. Sets C that a symmetry of the smaller cube carries into one another count
//! the same, so one of each kind is enough.

fn main() {
    let n: usize = std::env::args().nth(1).and_then(|word| word.parse().ok()).expect("a dimension from 2 to 6");
    assert!((2..=6).contains(&n));
    let cube = Cube::new(n - 2);
    let mut total = 0u128;
    let mut kinds = 0;
    for (left_out, size) in cube.kinds() {
        total += size * cube.with(left_out);
        kinds += 1;
    }
    println!("{n}: {total} ({kinds} kinds)");
}

struct Cube {
    dimension: usize,
    vertices: usize,
    /// For each set of vertices, these and their neighbors.
    closed: Vec<usize>,
}

impl Cube {
    fn new(dimension: usize) -> Self {
        let vertices = 1 << dimension;
        let around = |v: usize| (0..dimension).fold(1usize << v, |set, k| set | 1 << (v ^ 1 << k));
        let closed =
            (0..1usize << vertices).map(|set| (0..vertices).filter(|v| set >> v & 1 == 1).fold(0, |all, v| all | around(v)));
        Self { dimension, vertices, closed: closed.collect() }
    }

    /// One set of each kind, and how many sets are of this kind.
    fn kinds(&self) -> Vec<(usize, u128)> {
        let maps = self.symmetries();
        let mut seen = vec![false; 1 << self.vertices];
        let mut kinds = Vec::new();
        for set in 0..1usize << self.vertices {
            if seen[set] {
                continue;
            }
            let mut size = 0;
            for map in &maps {
                let image = (0..self.vertices).filter(|v| set >> v & 1 == 1).fold(0, |all, v| all | 1usize << map[v]);
                if !std::mem::replace(&mut seen[image], true) {
                    size += 1;
                }
            }
            kinds.push((set, size));
        }
        kinds
    }

    /// All maps of vertices to vertices: permutations of the coordinates, then reflections.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        let mut orders = vec![Vec::new()];
        for _ in 0..self.dimension {
            orders = orders
                .into_iter()
                .flat_map(|order: Vec<usize>| {
                    (0..self.dimension).filter(|k| !order.contains(k)).map(|k| [order.clone(), vec![k]].concat()).collect::<Vec<_>>()
                })
                .collect();
        }
        let vertex = |order: &[usize], v: usize| order.iter().enumerate().fold(0, |all, (k, to)| all | (v >> k & 1) << to);
        orders
            .iter()
            .flat_map(|order| (0..self.vertices).map(move |flip| (0..self.vertices).map(|v| vertex(order, v) ^ flip).collect()))
            .collect()
    }

    /// The number of dominating sets for which exactly `left_out` is neither in S nor in R.
    fn with(&self, left_out: usize) -> u128 {
        let all = (1usize << self.vertices) - 1;
        let mut pairs: Vec<i128> = self.closed.iter().map(|&closed| i128::from(closed & left_out == left_out)).collect();
        self.each_bit(&mut pairs, |without, with| *with += *without); // subsets of a set
        pairs.iter_mut().for_each(|count| *count *= *count);
        self.each_bit(&mut pairs, |without, with| *with -= *without); // pairs with this union
        self.each_bit(&mut pairs, |without, with| *without += *with); // pairs whose union contains it
        let chosen = all & !left_out;
        let mut total = 0;
        let mut s = chosen;
        loop {
            // R is what S lacks, and any part of S.
            let mut part = s;
            loop {
                let r = chosen & !s | part;
                total += pairs[all & !(self.closed[s] & self.closed[r])];
                if part == 0 {
                    break;
                }
                part = (part - 1) & s;
            }
            if s == 0 {
                return u128::try_from(total).expect("a count is not negative");
            }
            s = (s - 1) & chosen;
        }
    }

    fn each_bit(&self, values: &mut [i128], join: impl Fn(&mut i128, &mut i128)) {
        for bit in 0..self.vertices {
            for set in (0..values.len()).filter(|set| set >> bit & 1 == 1) {
                let (low, high) = values.split_at_mut(set);
                join(&mut low[set ^ 1 << bit], &mut high[0]);
            }
        }
    }
}
