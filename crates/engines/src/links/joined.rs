//! What the chosen options are joined to: disjoint sets with undo, and an early cut.
//!
//! Each choice notes which sets it has united, so that going back takes them apart again: sets are united by size and paths are never shortened (Galler and Fischer, 1964, without the part that cannot be undone).
//!
//! The cut: if all options that are still alive were chosen, would there be few enough components? And when no further component may begin, does each item that is still to be covered have an option that can be joined, or
//! that belongs to no component? Could all components of a color be joined? A cycle that closes before all vertices are on it is given up at once. Looking through all ports takes time; it is counted as updates.

use super::super::ports::{Ports, pairs};
use super::arena::Arena;
use super::index::Index;
use dlx_core::problem::{Color, to_u32, to_u64, to_usize};
use rustc_hash::FxHashMap;

/// With more ports than this the search does not look ahead: a look would take longer than a millisecond.
const MOST_PORTS: usize = 1 << 16;

/// Sets of nodes, joined by the options chosen so far.
#[derive(Clone, Debug)]
pub(super) struct Joined {
    ports: Ports,
    sets: DisjointSets,
    /// Components so far, those included that were closed before.
    n_components: usize,
    /// For looking ahead: the sets in which all living options are joined.
    ahead: DisjointSets,
    /// The place of the option of each node of the arena.
    places: Vec<u32>,
    /// Nodes that are kept apart so far.
    apart: Vec<[u32; 2]>,
    /// The choices so far: what there was before each.
    marks: Vec<BeforeChoice>,
}

/// What there is before a choice.
#[derive(Clone, Copy, Debug)]
struct BeforeChoice {
    n_notes: usize,
    n_components: usize,
    n_apart: usize,
}

/// Disjoint sets that can be taken apart again.
#[derive(Clone, Debug, Default)]
struct DisjointSets {
    parents: Vec<u32>,
    /// For each root how many nodes its set has.
    sizes: Vec<u32>,
    is_touched: Vec<bool>,
    /// The colors of roots; empty if there are none.
    colors: Vec<Color>,
    /// The changes, in order.
    notes: Vec<Note>,
}

#[derive(Clone, Copy, Debug)]
enum Note {
    Touched(u32),
    /// This root was put below another.
    United(u32),
    /// This root was given a color.
    Colored(u32),
}

impl DisjointSets {
    fn new(n_nodes: usize, colors: Vec<Color>) -> Self {
        Self {
            parents: (0..to_u32(n_nodes)).collect(),
            sizes: vec![1; n_nodes],
            is_touched: vec![false; n_nodes],
            colors,
            notes: Vec::new(),
        }
    }

    fn root(&self, mut node: u32) -> u32 {
        while self.parents[to_usize(node)] != node {
            node = self.parents[to_usize(node)];
        }
        node
    }

    /// Touches a root. Returns whether it was untouched.
    fn touch(&mut self, node: u32) -> bool {
        let is_new = !std::mem::replace(&mut self.is_touched[to_usize(node)], true);
        if is_new {
            self.notes.push(Note::Touched(node));
        }
        is_new
    }

    fn color(&self, root: u32) -> Color {
        self.colors.get(to_usize(root)).copied().unwrap_or(Color::NONE)
    }

    /// Have the sets of two nodes different colors?
    fn clash(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|node| self.color(self.root(node)));
        !a.is_none() && !b.is_none() && a != b
    }

    /// Unites two sets. Returns whether they were apart.
    fn unite(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return false;
        }
        let (low, high) = if self.sizes[to_usize(a)] < self.sizes[to_usize(b)] { (a, b) } else { (b, a) };
        self.parents[to_usize(low)] = high;
        self.sizes[to_usize(high)] += self.sizes[to_usize(low)];
        self.notes.push(Note::United(low));
        if self.color(high).is_none() && !self.color(low).is_none() {
            self.colors[to_usize(high)] = self.color(low);
            self.notes.push(Note::Colored(high));
        }
        true
    }

    /// Undoes all but the first notes.
    fn undo(&mut self, n_notes: usize) {
        for note in self.notes.drain(n_notes..).rev() {
            match note {
                Note::Touched(node) => self.is_touched[to_usize(node)] = false,
                Note::Colored(root) => self.colors[to_usize(root)] = Color::NONE,
                Note::United(low) => {
                    let high = self.parents[to_usize(low)];
                    self.sizes[to_usize(high)] -= self.sizes[to_usize(low)];
                    self.parents[to_usize(low)] = low;
                }
            }
        }
    }
}

impl Joined {
    pub(super) fn new<I: Index>(ports: &Ports, arena: &Arena<I>) -> Self {
        let mut sets = DisjointSets::new(ports.n_nodes, ports.colors.clone());
        (0..).zip(&mut sets.sizes).for_each(|(node, size)| *size = ports.size(node));
        (0..to_u32(ports.n_touched)).for_each(|node| {
            sets.touch(node);
        });
        let ahead = DisjointSets::new(ports.n_nodes, Vec::new());
        let n_components = ports.n_closed + ports.n_touched;
        let mut places = vec![0; arena.nodes.len()];
        for (place, &first) in arena.first.iter().enumerate() {
            arena.option_nodes(to_usize(first)).for_each(|node| places[node] = to_u32(place));
        }
        let (ports, apart) = (ports.clone(), ports.pairs.clone());
        Self { ports, sets, n_components, ahead, places, apart, marks: Vec::new() }
    }

    /// Chooses the option of a node. If that closes a cycle where none may be, or joins two colors, or what is kept apart, or too many nodes, leaves everything as it was and returns false.
    pub(super) fn choose(&mut self, node: usize) -> bool {
        let place = to_usize(self.places[node]);
        let (n_notes, n_components, n_apart) = (self.sets.notes.len(), self.n_components, self.apart.len());
        self.marks.push(BeforeChoice { n_notes, n_components, n_apart });
        let is_kept_apart = self.ports.keeps_apart(place);
        if is_kept_apart {
            self.apart.extend(pairs(self.ports.of_option(place)));
        }
        let is_right = (is_kept_apart || self.join(place)) && self.are_apart();
        if !is_right {
            self.unchoose();
        }
        is_right
    }

    /// Is everything apart that is to be?
    fn are_apart(&self) -> bool {
        self.apart.iter().all(|&[a, b]| self.sets.root(a) != self.sets.root(b))
    }

    /// Joins the ports of an option. Returns false if that may not be.
    fn join(&mut self, place: usize) -> bool {
        let nodes = self.ports.of_option(place);
        for (number, &node) in nodes.iter().enumerate() {
            self.n_components += usize::from(self.sets.touch(node));
            let clashes = self.sets.clash(nodes[0], node);
            if number > 0 && !clashes && self.sets.unite(nodes[0], node) {
                self.n_components -= 1;
            } else if clashes || number > 0 && self.ports.condition.is_acyclic {
                return false;
            }
        }
        let size = |&node: &u32| to_usize(self.sets.sizes[to_usize(self.sets.root(node))]);
        let most = self.ports.condition.nodes.most.unwrap_or(usize::MAX);
        nodes.first().is_none_or(|first| size(first) <= most)
    }

    /// Undoes [`choose`](Self::choose).
    pub(super) fn unchoose(&mut self) {
        if let Some(BeforeChoice { n_notes, n_components, n_apart }) = self.marks.pop() {
            self.sets.undo(n_notes);
            self.n_components = n_components;
            self.apart.truncate(n_apart);
        }
    }

    /// When all is covered: are the chosen options connected?
    pub(super) fn is_sound(&self) -> bool {
        self.ports.condition.admits(self.n_components) && self.has_sizes() && self.agrees(|node| self.sets.root(node))
    }

    /// Has each component that is still open as many nodes as it should?
    fn has_sizes(&self) -> bool {
        let is_root = |node: &usize| self.sets.is_touched[*node] && to_usize(self.sets.parents[*node]) == *node;
        self.ports.condition.nodes.least == 0
            || (0..self.ports.n_nodes)
                .filter(is_root)
                .all(|root| self.ports.condition.admits_size(to_usize(self.sets.sizes[root])))
    }

    /// Are all components of a color in one place?
    fn agrees(&self, place: impl Fn(u32) -> u32) -> bool {
        let mut place_of = FxHashMap::default();
        // Only the node itself says whether it is touched; sets are touched as a whole.
        self.ports.colored().filter(|&(node, _)| self.sets.is_touched[to_usize(node)]).all(|(node, color)| {
            let place = place(node);
            *place_of.entry(color).or_insert(place) == place
        })
    }

    /// Can it be seen that the chosen options lead to no solution, whichever living options are added?
    pub(super) fn is_hopeless<I: Index>(&mut self, arena: &mut Arena<I>) -> bool {
        let Ports { condition, colors, .. } = &self.ports;
        let most = condition.components.most;
        if (most.is_none() && colors.is_empty()) || self.ports.n_ports() > MOST_PORTS {
            return false;
        }
        arena.updates += to_u64(self.ports.n_ports());
        let (n_least, most) = (self.look_ahead(arena), most.unwrap_or(usize::MAX));
        n_least > most
            || n_least == most && (0..arena.n_primary).any(|item| self.is_lost(item, arena))
            || !self.agrees(|node| self.ahead.root(self.sets.root(node)))
    }

    /// Joins all options that are alive. Returns the number of components after that, without those that have not begun.
    fn look_ahead<I: Index>(&mut self, arena: &Arena<I>) -> usize {
        let Self { ports, sets, ahead, places, .. } = self;
        ahead.undo(0);
        // An option is alive if it is in the list of an item that is to be covered.
        let alive = (0..arena.n_primary).filter(|&item| arena.is_in_play(item)).flat_map(|item| arena.list(item, item));
        for nodes in alive.map(|node| ports.joined_by(to_usize(places[node]))) {
            let [first, others @ ..] = nodes else { continue };
            for &node in others {
                ahead.unite(sets.root(*first), sets.root(node));
            }
        }
        let n_open = (0..to_u32(ports.n_nodes))
            .filter(|&node| sets.root(node) == node && sets.is_touched[to_usize(node)])
            .filter(|&node| ahead.touch(ahead.root(node)))
            .count();
        ports.n_closed + n_open
    }

    /// Is the item to be covered, and would every option for it begin another component? This uses what the look ahead has found.
    fn is_lost<I: Index>(&self, item: usize, arena: &Arena<I>) -> bool {
        let begins = |node| match self.ports.joined_by(to_usize(self.places[node])) {
            [] => false,
            [first, ..] => !self.ahead.is_touched[to_usize(self.ahead.root(self.sets.root(*first)))],
        };
        arena.is_in_play(item) && arena.list(item, item).all(begins)
    }
}
