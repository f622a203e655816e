//! Subsets of a set of points, and their ranks.

use dlx_core::problem::to_u64;

/// The number of ways to choose k of n; the largest `usize` if that is too large.
pub(super) fn choose(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    let step = |product: u128, j: usize| match product.checked_mul(to_u64(n - j).into()) {
        Some(product) => product / (u128::from(to_u64(j)) + 1),
        None => u128::MAX,
    };
    (0..k.min(n - k)).try_fold(1, |product, j| Some(step(product, j)).filter(|&it| it < u128::MAX)).unwrap_or(u128::MAX)
}

/// All subsets of k of the points 0 to n - 1, in lexicographic order, each sorted.
pub(super) fn subsets(n: usize, k: usize) -> impl Iterator<Item = Vec<usize>> {
    let first = (k <= n).then(|| (0..k).collect::<Vec<usize>>());
    std::iter::successors(first, move |subset| next(subset, n))
}

/// The subset after this one.
fn next(subset: &[usize], n: usize) -> Option<Vec<usize>> {
    let k = subset.len();
    let place = (0..k).rfind(|&place| subset[place] < n - k + place)?;
    let raised = subset[place] + 1..;
    Some(subset[..place].iter().copied().chain(raised.take(k - place)).collect())
}

/// The points numbered from 1, with commas between them.
pub(super) fn shown(subset: &[usize]) -> String {
    subset.iter().map(|point| (point + 1).to_string()).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_there_in_order() {
        assert_eq!(subsets(4, 2).map(|it| shown(&it)).collect::<Vec<_>>(), ["1,2", "1,3", "1,4", "2,3", "2,4", "3,4"]);
        assert_eq!((subsets(3, 0).count(), subsets(0, 0).count(), subsets(2, 3).count()), (1, 1, 0));
        for (n, k) in (0..9).flat_map(|n| (0..10).map(move |k| (n, k))) {
            let all: Vec<_> = subsets(n, k).collect();
            assert_eq!(all.len() as u128, choose(n, k));
            assert!(all.is_sorted() && all.windows(2).all(|pair| pair[0] != pair[1]));
        }
        assert_eq!(choose(24, 8), 735_471);
        assert_eq!(choose(100_000, 50_000), u128::MAX);
    }
}
