//! A value for every node of a diagram, from the ends to the root: how many solutions there are, how many of each kind, the least cost, the best few, a sum of products of weights.
//!
//! What is needed is a value for each end, and what a node makes of the value without its option and the value with it. For counts that is a sum; for polynomials a sum in which the second
//! is multiplied by a variable; for costs a minimum. A value is dropped as soon as all parents have seen it.

use super::zdd::Zdd;
use dlx_core::problem::{OptionId, to_usize};

impl Zdd {
    /// The value of the root: `no` is that of the empty family, `empty` that of the family of the empty set alone, and `node` makes the value of a node from its option, the value of the
    /// sets without it, and the value of the others, the option left out.
    ///
    /// ```
    /// use dlx_count::{Session, family::queens};
    ///
    /// // The number of solutions of four queens, and the greatest sum of option numbers.
    /// let diagram = Session::new()?.diagram(&queens(4))?;
    /// let count = diagram.evaluate(0, 1, |_, without, with| without + with);
    /// let greatest = diagram.evaluate(None, Some(0), |option, without: &Option<usize>, with| {
    ///     (*without).max(with.map(|sum| sum + option.index()))
    /// });
    /// assert_eq!((count, greatest), (2, Some(1 + 7 + 8 + 14)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate<V: Clone>(&self, no: V, empty: V, node: impl FnMut(OptionId, &V, &V) -> V) -> V {
        self.evaluate_in(usize::MAX, no, empty, |_| 0, node).expect("nothing is larger than the largest number")
    }

    /// Does what [`evaluate`](Self::evaluate) does with values that are kept in `memory` bytes, of which each takes as many as `bytes` says. None if they take more.
    pub fn evaluate_in<V: Clone>(
        &self,
        memory: usize,
        no: V,
        empty: V,
        bytes: impl Fn(&V) -> usize,
        mut node: impl FnMut(OptionId, &V, &V) -> V,
    ) -> Option<V> {
        let mut uses = vec![0u32; self.n_nodes() + 2];
        for (_, ends) in self.nodes() {
            ends.iter().for_each(|&end| uses[to_usize(end)] += 1);
        }
        // The ends and the root are always needed.
        [0, 1, to_usize(self.root())].iter().for_each(|&kept| uses[kept] += 1);
        let (mut values, mut kept) = (vec![Some(no), Some(empty)], 0);
        for (option, ends) in self.nodes() {
            let [low, high] = ends.map(|end| values[to_usize(end)].as_ref().expect("children come before parents"));
            let value = node(option, low, high);
            kept += bytes(&value);
            if kept > memory {
                return None;
            }
            values.push(Some(value));
            for end in ends.map(to_usize) {
                uses[end] -= 1;
                if uses[end] == 0 {
                    kept -= values[end].take().map_or(0, |value| bytes(&value));
                }
            }
        }
        values.swap_remove(to_usize(self.root()))
    }
}
