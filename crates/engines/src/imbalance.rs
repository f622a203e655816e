//! Why a problem has no solution, if weights of the items show it.
//!
//! Give each primary item a weight, so that the items of every option weigh nothing together. Then the items of a solution, which are all items, weigh nothing together; if they weigh something, there is no solution. A chessboard without two
//! opposite corners cannot be covered by dominoes, since black cells weigh 1 and white ones -1 (Golomb, Polyominoes, 1954). In Langford pairings of 6 numbers every second place and every second number weigh 1, modulo 2.
//!
//! Such weights exist, in a field, if the vector of ones is no combination of the options, so elimination finds them: with numbers modulo 2, 3, 5, 7, and modulo a large prime, which shows what
//! rational numbers can show. It is asked of problems that take long, since it costs more than most small counts.

use dlx_core::problem::{ItemId, OptionId, Problem};
use dlx_core::stop::poll;

/// A prime below 2^31: what holds modulo this one and not modulo small ones is said with numbers that may be negative.
const LARGE: u64 = (1 << 31) - 1;

/// The primes, in the order in which they are tried.
const PRIMES: [u64; 5] = [2, LARGE, 3, 5, 7];

/// The largest denominator of rational weights.
const MOST_DENOMINATOR: u64 = 60;

/// Steps of an elimination.
const EFFORT: usize = 20_000_000;

/// The most items whose weights are said.
const FEW: usize = 12;

/// Weights of items by which every option weighs nothing, and all primary items together something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imbalance {
    /// Weights are meant modulo this prime; none if they are plain numbers.
    pub modulus: Option<u64>,
    /// The items that weigh something.
    pub weights: Vec<(ItemId, i64)>,
    /// What all weigh together; not 0.
    pub total: i64,
}

impl Imbalance {
    /// Weights that show that there is no solution, if there are some: for problems without items that are covered a number of times, and not for large ones.
    ///
    /// ```
    /// use dlx_count::engine::Imbalance;
    /// use dlx_count::family::langford;
    ///
    /// let found = Imbalance::of(&langford(6)?).unwrap();
    /// assert_eq!((found.modulus, found.total), (Some(2), 1));
    /// assert_eq!(Imbalance::of(&langford(7)?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(problem: &Problem) -> Option<Self> {
        if problem.has_quotas() || !problem.times().is_empty() {
            return None;
        }
        let mut options: Vec<OptionId> = problem.choosable().collect();
        fastrand::Rng::with_seed(1).shuffle(&mut options);
        PRIMES.iter().find_map(|&prime| Self::modulo(problem, &options, prime))
    }

    /// The options come in any order: where the ones are a combination of some, nearly always, the first few suffice to see it.
    fn modulo(problem: &Problem, options: &[OptionId], prime: u64) -> Option<Self> {
        let n = problem.n_primary();
        let (mut basis, mut effort) = (Basis { prime, rows: Vec::new() }, 0);
        for (number, &option) in (1..).zip(options) {
            let steps = n * (1 + basis.rows.len());
            poll(steps);
            effort += steps;
            let mut vector = vec![0; n];
            let items = problem.items_of(option).iter().filter(|&&item| problem.is_primary(item));
            items.for_each(|item| vector[item.index()] = 1);
            basis.add(vector);
            if effort > EFFORT || (number % n == 0 && basis.left_of_ones(n).iter().all(|&one| one == 0)) {
                return None;
            }
        }
        let rest = basis.left_of_ones(n);
        let columns = (0..rest.len()).filter(|&column| rest[column] != 0);
        let weights = columns.map(|column| basis.orthogonal(column));
        let fewest = weights.min_by_key(|weights| weights.iter().filter(|&&weight| weight != 0).count())?;
        if prime == LARGE { Self::plain(problem, &fewest) } else { Some(Self::new(problem, fewest, Some(prime))) }
    }

    /// The multiple that is the smallest in plain numbers, of some multiples: weights may be fractions.
    fn plain(problem: &Problem, weights: &[u64]) -> Option<Self> {
        let size = |weight: u64| weight.min(LARGE - weight);
        let multiple = |factor: u64| weights.iter().map(move |weight| weight * factor % LARGE);
        let sum = |factor: u64| multiple(factor).map(size).sum::<u64>();
        let factor = (1..=MOST_DENOMINATOR).min_by_key(|&factor| sum(factor))?;
        // Then sums are what they are modulo the prime.
        (sum(factor) < LARGE).then(|| Self::new(problem, multiple(factor).collect(), None))
    }

    fn new(problem: &Problem, weights: Vec<u64>, modulus: Option<u64>) -> Self {
        let number = |weight: u64| i64::try_from(weight).expect("it is below 2^31");
        let signed = |weight: u64| {
            let is_negative = modulus.is_none() && weight > LARGE / 2;
            if is_negative { -number(LARGE - weight) } else { number(weight) }
        };
        let all = problem.items().zip(weights).filter(|&(_, weight)| weight != 0);
        let weights: Vec<(ItemId, i64)> = all.map(|(item, weight)| (item, signed(weight))).collect();
        let total: i64 = weights.iter().map(|&(_, weight)| weight).sum();
        let total = modulus.map_or(total, |modulus| total.rem_euclid(number(modulus)));
        Self { modulus, weights, total }
    }

    /// In words.
    ///
    /// ```
    /// use dlx_count::engine::Imbalance;
    /// use dlx_count::format::knuth;
    ///
    /// let path = knuth::read("a b c\na b\nb c\n".as_bytes())?;
    /// let words = "let a b c weigh 1 and all others 0, modulo 2: then every option weighs 0, but all items together weigh 1";
    /// assert_eq!(Imbalance::of(&path).unwrap().words(&path), words);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn words(&self, problem: &Problem) -> String {
        let mut sizes: Vec<i64> = self.weights.iter().map(|&(_, weight)| weight).collect();
        sizes.sort_unstable_by(|one, other| other.cmp(one));
        sizes.dedup();
        let with = |size: &i64| {
            let items = self.weights.iter().filter(|(_, weight)| weight == size);
            let labels: Vec<&str> = items.map(|&(item, _)| problem.item_label(item)).collect();
            let n_more = labels.len().saturating_sub(FEW);
            let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
            format!("{}{more} weigh {size}", labels[..labels.len() - n_more].join(" "))
        };
        let weights: Vec<String> = sizes.iter().take(FEW).map(with).collect();
        let more = if sizes.len() > FEW { " and so on" } else { "" };
        let modulo = self.modulus.map_or(String::new(), |modulus| format!(", modulo {modulus}"));
        format!(
            "let {}{more} and all others 0{modulo}: then every option weighs 0, but all items together weigh {}",
            weights.join(", "),
            self.total
        )
    }
}

/// Independent vectors, each with a 1 in a column in which all after it have 0.
struct Basis {
    prime: u64,
    /// The column, and the vector.
    rows: Vec<(usize, Vec<u64>)>,
}

impl Basis {
    /// Takes out what is a combination of the basis.
    fn reduce(&self, vector: &mut [u64]) {
        for (column, row) in &self.rows {
            let factor = self.prime - vector[*column];
            if factor < self.prime {
                vector.iter_mut().zip(row).for_each(|(one, other)| *one = (*one + factor * other) % self.prime);
            }
        }
    }

    /// What is left of n ones without what is a combination of the basis.
    fn left_of_ones(&self, n: usize) -> Vec<u64> {
        let mut rest = vec![1; n];
        self.reduce(&mut rest);
        rest
    }

    fn add(&mut self, mut vector: Vec<u64>) {
        self.reduce(&mut vector);
        let Some(column) = vector.iter().position(|&one| one != 0) else { return };
        let inverse = self.inverse(vector[column]);
        vector.iter_mut().for_each(|one| *one = *one * inverse % self.prime);
        self.rows.push((column, vector));
    }

    /// The vector that has 1 in this column, 0 in all others without a row, and is orthogonal to all rows.
    fn orthogonal(&self, column: usize) -> Vec<u64> {
        let mut vector = vec![0; self.rows.first().map_or(column + 1, |(_, row)| row.len())];
        vector[column] = 1;
        // A row has 0 in the columns of the rows before it.
        for (own, row) in self.rows.iter().rev() {
            let sum = row.iter().zip(&vector).fold(0, |sum, (one, other)| (sum + one * other) % self.prime);
            vector[*own] = (self.prime - sum) % self.prime;
        }
        vector
    }

    /// By Fermat: the power with exponent p - 2.
    fn inverse(&self, number: u64) -> u64 {
        let (mut power, mut square, mut exponent) = (1, number, self.prime - 2);
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = power * square % self.prime;
            }
            (square, exponent) = (square * square % self.prime, exponent / 2);
        }
        power
    }
}
