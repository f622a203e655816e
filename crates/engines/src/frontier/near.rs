//! How far slots are from each other: how many nodes lie between the nodes of every two, on the shortest way that options to come make. From these steps `parts` finds ways through other components.

use super::super::ports::Ports;
use super::parts::MAX_PARTED;
use super::predict::Spans;
use dlx_core::problem::{to_u64, to_usize};
use dlx_core::stop::poll;
use std::collections::VecDeque;

/// What one level knows about the ways to come: for each slot, and each number of nodes from 0 on, the slots with at most that many nodes between, by options behind this level.
#[derive(Clone, Debug, Default)]
pub(super) struct Near(Vec<Box<[u64]>>);

impl Near {
    /// What each level knows; `frontier` has the nodes behind each, with their slots.
    pub(super) fn levels(ports: &Ports, spans: &Spans, frontier: &[Vec<(usize, usize)>]) -> Vec<Self> {
        if !ports.has_apart() || frontier.iter().flatten().any(|&(_, slot)| slot >= MAX_PARTED) {
            return Vec::new();
        }
        let mut options = vec![Vec::new(); frontier.len()];
        for (place, &home) in spans.home.iter().enumerate() {
            options[home].push(place);
        }
        let (mut joins, mut levels) = (vec![Vec::new(); ports.n_nodes], Vec::new());
        for (frontier, options) in frontier.iter().zip(&options).rev() {
            levels.push(Self::behind(ports, &joins, frontier));
            for &place in options {
                ports.joined_by(place).iter().for_each(|&node| joins[to_usize(node)].push(place));
            }
        }
        levels.reverse();
        levels
    }

    fn behind(ports: &Ports, joins: &[Vec<usize>], frontier: &[(usize, usize)]) -> Self {
        // Two nodes at least are not between.
        let most = ports.condition.nodes.most.map_or(usize::MAX, |most| most.saturating_sub(2));
        let mut slot_of = vec![None; ports.n_nodes];
        frontier.iter().for_each(|&(node, slot)| slot_of[node] = Some(slot));
        let n_slots = frontier.iter().map(|&(_, slot)| slot + 1).max().unwrap_or(0);
        let mut within = vec![Box::default(); n_slots];
        for &(node, slot) in frontier {
            let mut sets: Vec<u64> = Vec::new();
            for (other, between) in distances(ports, joins, node, most) {
                if let Some(other) = slot_of[other] {
                    let known = sets.last().copied().unwrap_or(0);
                    sets.resize(sets.len().max(between + 1), known);
                    sets[between] |= 1 << other;
                }
            }
            within[slot] = sets.into();
        }
        Self(within)
    }

    /// The slots with at most `spare` nodes between them and a slot; without a bound all that can be reached.
    pub(super) fn within(&self, slot: usize, spare: Option<usize>) -> u64 {
        let sets = self.0.get(slot).map_or(&[][..], |sets| sets);
        spare.and_then(|spare| sets.get(spare)).or(sets.last()).copied().unwrap_or(0)
    }

    /// The slots with 0, 1, 2 ... nodes between them and a slot, or fewer; at most `spare`. Without a bound all that can be reached.
    pub(super) fn steps(&self, slot: usize, spare: Option<usize>) -> impl Iterator<Item = (usize, u64)> {
        let sets = self.0.get(slot).map_or(&[][..], |sets| sets);
        let first = if spare.is_none() { sets.len().saturating_sub(1) } else { 0 };
        let n_steps = spare.map_or(usize::MAX, |spare| spare.saturating_add(1));
        sets.iter().copied().enumerate().take(n_steps).skip(first)
    }

    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        self.0.iter().flat_map(|sets| std::iter::once(to_u64(sets.len())).chain(sets.iter().copied()))
    }
}

/// The nodes that options reach from one, each with the number of nodes between, `most` at most; the nearest first.
fn distances(ports: &Ports, joins: &[Vec<usize>], from: usize, most: usize) -> Vec<(usize, usize)> {
    poll(ports.n_nodes);
    let mut is_seen = vec![false; ports.n_nodes];
    is_seen[from] = true;
    let (mut queue, mut found) = (VecDeque::from([(from, 0)]), Vec::new());
    while let Some((node, between)) = queue.pop_front().filter(|&(_, between)| between <= most) {
        for &other in joins[node].iter().flat_map(|&place| ports.joined_by(place)) {
            let other = to_usize(other);
            if !std::mem::replace(&mut is_seen[other], true) {
                found.push((other, between));
                queue.push_back((other, between + 1));
            }
        }
    }
    found
}
