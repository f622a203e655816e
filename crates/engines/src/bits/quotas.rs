//! Items with quotas in bit sets: each option of such an item that is chosen takes a token.
//!
//! Tokens are options that no item has and that are never chosen: as many for an item as options of it may be chosen. So the living options still say everything about a state. What has been counted is packed, looked up and
//! compared with them, and nothing has to be undone. When the last token is gone, so are the options of the item; when fewer options are left than are needed, the state is dead.
//!
//! The first token that is left is always the one that is taken: states with equally many tokens left are equal.

use super::instructions::Instructions;
use super::tables::{Set, Tables, insert};
use crate::quota::Quota;
use dlx_core::problem::to_usize;

/// The sets of these quotas, options and tokens in turn, in as many words each as `of_item` has for the options of each item; and for each quota how many tokens may be left in a solution. Tokens are numbered from `first`.
pub(super) fn sets(quotas: &[Quota], first: usize, of_item: &[Vec<u64>]) -> (Vec<u64>, Vec<u32>) {
    let (mut sets, mut spare, mut next) = (Vec::new(), Vec::new(), first);
    for quota in quotas {
        let options = &of_item[to_usize(quota.item)];
        let (mut tokens, end) = (vec![0; options.len()], next + to_usize(quota.most));
        (next..end).for_each(|token| insert(&mut tokens, token));
        next = end;
        sets.extend_from_slice(options);
        sets.append(&mut tokens);
        spare.push(quota.most - quota.least);
    }
    (sets, spare)
}

/// Takes a token for each item of this option that has a quota. Returns whether enough options are left for all of them.
#[inline(always)]
pub(super) fn take(n_words: usize, sets: &[u64], spare: &[u32], alive: &mut [u64], option: usize) -> bool {
    let is_there = |set: &[u64]| set[option / 64] >> (option % 64) & 1 == 1;
    for pair in sets.chunks_exact(2 * n_words.max(1)) {
        let (options, tokens) = pair.split_at(n_words);
        if !is_there(options) {
            continue;
        }
        let mut left = alive.iter_mut().zip(tokens).filter(|(alive, tokens)| **alive & **tokens != 0);
        let is_last = match left.next() {
            None => true,
            Some((alive, tokens)) => {
                let mine = *alive & tokens;
                *alive &= !(mine & mine.wrapping_neg());
                *alive & tokens == 0 && left.next().is_none()
            }
        };
        if is_last {
            alive.iter_mut().zip(options).for_each(|(alive, options)| *alive &= !options);
        }
    }
    are_enough(n_words, sets, spare, alive)
}

/// Are there as many options of each item with a quota as are still needed?
#[inline(always)]
pub(super) fn are_enough(n_words: usize, sets: &[u64], spare: &[u32], alive: &[u64]) -> bool {
    let number = |set: &[u64]| -> u32 { set.iter().zip(alive).map(|(set, alive)| (set & alive).count_ones()).sum() };
    sets.chunks_exact(2 * n_words.max(1)).zip(spare).all(|(pair, spare)| {
        let (options, tokens) = pair.split_at(n_words);
        let n_left = number(tokens);
        n_left <= *spare || number(options) >= n_left - spare
    })
}

impl<const W: usize> Tables<W> {
    /// Takes the tokens of an option that has been chosen. Returns whether enough options are left.
    #[inline(always)]
    pub(super) fn take_tokens(&self, alive: &mut Set<W>, option: usize, level: Instructions) -> bool {
        self.spare.is_empty() || self.take_some(alive, option, level)
    }

    fn take_some(&self, alive: &mut Set<W>, option: usize, level: Instructions) -> bool {
        match level {
            // SAFETY: the instructions were detected.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) | Instructions::Avx512(_) => unsafe { self.take_some_avx2(alive, option) },
            _ => take(W, self.quotas.as_flattened(), &self.spare, alive, option),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn take_some_avx2(&self, alive: &mut Set<W>, option: usize) -> bool {
        take(W, self.quotas.as_flattened(), &self.spare, alive, option)
    }

    /// Are there as many living options of each item with a quota as are still needed?
    pub(super) fn has_enough(&self, alive: &Set<W>) -> bool {
        are_enough(W, self.quotas.as_flattened(), &self.spare, alive)
    }
}
