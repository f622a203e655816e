//! Why a problem has no solution, if that follows from sizes alone.
//!
//! The options of a solution cover each primary item once. Items that are tied together by options, directly or over others, are covered by options of their
//! own; so the sizes of those options, counted in primary items, must add up to the number of the items. Twenty-nine people cannot be matched in pairs,
//! nor can a board of 25 cells, or one that falls into parts of 9 and 7, be covered by tetrominoes. Which sums some sizes have is what one
//! learns by paying with coins.

use dlx_core::problem::Problem;

/// Steps to spend on the sums of one part.
const EFFORT: usize = 1 << 24;

/// Why there is no solution, in words, if that follows from the sizes of items and options.
///
/// ```
/// use dlx_count::engine::obstacle;
/// use dlx_count::family::matching;
///
/// assert_eq!(obstacle(&matching(28)?), None);
/// assert_eq!(obstacle(&matching(29)?).unwrap(), "29 items cannot be covered by options of 2 each");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn obstacle(problem: &Problem) -> Option<String> {
    let (mut parts, all) = (parts(problem), problem.n_primary());
    parts.sort_unstable_by_key(|part| part.n_items);
    parts.iter().find_map(|part| part.obstacle(all))
}

/// Primary items that are tied together by options.
#[derive(Clone, Debug, Default)]
struct TiedItems {
    n_items: usize,
    /// One of these items.
    item: String,
    /// The sizes of their options, each once.
    sizes: Vec<usize>,
}

impl TiedItems {
    /// Why the items cannot be covered, if they cannot; the problem has `all` items.
    fn obstacle(&self, all: usize) -> Option<String> {
        if is_sum(self.n_items, &self.sizes) {
            return None;
        }
        if self.sizes.is_empty() {
            return Some(format!("no option covers item {}", self.item));
        }
        let sizes: Vec<String> = self.sizes.iter().map(usize::to_string).collect();
        let sizes = match sizes.as_slice() {
            [one] => format!("{one} each"),
            [some @ .., last] => format!("{} or {last}", some.join(", ")),
            [] => String::new(),
        };
        let where_ = if self.n_items < all { format!(" around {}", self.item) } else { String::new() };
        Some(format!("{} items{where_} cannot be covered by options of {sizes}", self.n_items))
    }
}

/// Can a number be paid with these coins? If that would take long to find out, whether their common divisor divides it.
fn is_sum(number: usize, sizes: &[usize]) -> bool {
    let divisor = sizes.iter().fold(0, |a, &b| gcd(a, b));
    if !number.is_multiple_of(divisor) {
        return false;
    }
    if divisor == 0 {
        return true;
    }
    if sizes.contains(&divisor) || (number / divisor).saturating_mul(sizes.len()) > EFFORT {
        return true;
    }
    let mut is_sum = vec![false; number / divisor + 1];
    is_sum[0] = true;
    for size in sizes.iter().map(|size| size / divisor) {
        for sum in size..is_sum.len() {
            is_sum[sum] |= is_sum[sum - size];
        }
    }
    is_sum[number / divisor]
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The parts of a problem.
fn parts(problem: &Problem) -> Vec<TiedItems> {
    let mut ties = Ties((0..problem.n_primary()).collect());
    let n_primary = problem.n_primary();
    let primary =
        |option| problem.items_of(option).iter().map(|item| item.index()).filter(move |&item| item < n_primary);
    for option in problem.choosable() {
        let mut items = primary(option);
        if let Some(first) = items.next() {
            items.for_each(|item| ties.tie(first, item));
        }
    }
    let mut parts = vec![TiedItems::default(); problem.n_primary()];
    for item in problem.items().take(problem.n_primary()).collect::<Vec<_>>().into_iter().rev() {
        let part = &mut parts[ties.leader(item.index())];
        (part.n_items, part.item) = (part.n_items + 1, problem.item_label(item).into());
    }
    for option in problem.choosable() {
        let Some(item) = primary(option).next() else { continue };
        let (size, part) = (primary(option).count(), &mut parts[ties.leader(item)]);
        if let Err(place) = part.sizes.binary_search(&size) {
            part.sizes.insert(place, size);
        }
    }
    parts.retain(|part| part.n_items > 0);
    parts
}

/// Which items are tied together: for each one a step nearer to the leader of its part (Galler and Fischer, 1964).
struct Ties(Vec<usize>);

impl Ties {
    /// The leader of a part; the way there is halved.
    fn leader(&mut self, mut item: usize) -> usize {
        while self.0[item] != item {
            self.0[item] = self.0[self.0[item]];
            item = self.0[item];
        }
        item
    }

    fn tie(&mut self, a: usize, b: usize) {
        let (a, b) = (self.leader(a), self.leader(b));
        self.0[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_families::{langford, matching, queens};

    #[test]
    fn numbers_are_sums_of_coins_or_not() {
        let payable = |sizes: &[usize]| (0..=20).filter(|&number| is_sum(number, sizes)).collect::<Vec<_>>();
        assert_eq!(payable(&[]), [0]);
        assert_eq!(payable(&[7]), [0, 7, 14]);
        assert_eq!(payable(&[6, 9]), [0, 6, 9, 12, 15, 18]);
        assert_eq!(payable(&[5, 7]), [0, 5, 7, 10, 12, 14, 15, 17, 19, 20]);
        assert!(is_sum(1 << 40, &[2, 6]) && !is_sum((1 << 40) + 1, &[2, 6]));
    }

    #[test]
    fn parts_are_looked_at_one_by_one() {
        let mut builder = Problem::builder();
        let items: Vec<_> = (0..8).map(|item| builder.primary(format!("i{item}")).unwrap()).collect();
        let shared = builder.secondary("s").unwrap();
        // A triangle and a pentagon, with edges as options: eight items in all, but three and five. A secondary item ties nothing.
        for (a, b) in [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 6), (6, 7), (7, 3)] {
            builder.option(&[items[a], items[b], shared]).unwrap();
        }
        let obstacle = obstacle(&builder.build());
        assert_eq!(obstacle.as_deref(), Some("3 items around i0 cannot be covered by options of 2 each"));
    }

    #[test]
    fn what_can_be_is_not_refused() {
        for problem in [queens(0), queens(3), queens(8), matching(2).unwrap(), langford(4).unwrap()] {
            assert_eq!(obstacle(&problem), None, "{}", problem.name());
        }
        let mut builder = Problem::builder();
        builder.primary("alone").unwrap();
        assert_eq!(obstacle(&builder.build()).as_deref(), Some("no option covers item alone"));
    }
}
