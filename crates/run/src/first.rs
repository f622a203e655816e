//! Which items to branch on first, so that symmetry saves most.
//!
//! Let an orbit be some primary items that the symmetries of a problem carry into one another. The choices of options that cover the orbit, each of them some of it, are
//! carried into one another, too. So if the tree branches on nothing else until the orbit is covered, each choice meets all its images there, and of all that symmetry makes
//! equal one is left: on a square an eighth. A search that leaves the orbit earlier, for an item with fewer options, meets few of them. (Queens 16: the four lines in the
//! middle are an orbit; the tree that leaves them early keeps a third of its tasks instead of an eighth.)
//!
//! But it may be bad to branch on the items of an orbit. The cost of either way is estimated by random probes (see `engine::Probes`), each node below the orbit
//! taken by as many times less as its choice has images.

use rustc_hash::FxHashSet;

use super::merge::Keys;
use dlx_canon::symmetry::Symmetries;
use dlx_core::problem::{OptionId, to_place, to_usize, whole_part};
use dlx_core::stop::poll;
use dlx_engines::bits::{BitProblem, NodeWork, Subproblem};
use dlx_engines::{Mean, Sums};

/// The number of probes: of each way, to see which orbit promises most, and then at most of that one and of the tree as it is.
const N_PROBES: (u32, u32) = (60, 400);

/// Words that probes may look at: at first, and for the best orbit for each node of the tree, which is about a hundredth of the work of the tree.
const WORK: (f64, f64) = (1e6, 2.0);

/// A smaller tree is not worth a look.
const FEW_NODES: f64 = 20_000.0;

/// The most orbits that are tried, in the order of how much they promise.
const N_ORBITS: usize = 4;

/// The time for a task, in nodes.
const TASK_NODES: f64 = 100.0;

/// An orbit must promise to take this part of the time of the tree as it is, even if both estimates are off by two deviations. Where it is not clearly better, the tree as
/// it is merges more than the probes of it see, on levels further down.
const MARGIN: f64 = 0.5;

/// The time to make a way to cover an orbit, or to see that it does not go on, in nodes: by one thread, without tables. Only where solutions are listed; the tasks of a count are made within a time of their own. (All translates of four blocks of 80 points have one orbit, and nearly all ways
/// to cover it fail: as long as that cost nothing, 7.4 s went into ways, and all 112 solutions take 0.3 s.)
const ABOVE: f64 = 10.0;

/// The tasks that cover an orbit may take this part of the time of the tree as it is. Probes of which nearly all fail see much too little of what lies below an orbit. (Y pentacubes in
/// a box of 5 x 5 x 5: the orbit takes 4.5 million tasks, the tree as it is 104 and 52 million nodes.)
const TRIAL: f64 = 0.125;

/// What to cover first.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct First {
    /// The items of an orbit; none if the tree is good as it is.
    pub(super) items: Vec<usize>,
    /// With more tasks than this, and some of these items still to be covered, the orbit is given up.
    pub(super) most_tasks: usize,
}

/// The items of the orbit that promises most; none if the tree is good as it is, in which equal tasks are merged or not.
pub(super) fn first_items(whole: &BitProblem, keys: &Keys<'_>, is_merging: bool) -> First {
    let root = whole.root();
    let NodeWork::Branch(usual, _) = whole.look(&root, &[]) else { return First::default() };
    let mut prober = BranchProber { whole, keys, dice: fastrand::Rng::with_seed(1), work: 0.0 };
    let mut plain = match is_merging {
        true => Branching { first: vec![usual], is_usual: true, ..Branching::default() },
        false => Branching::default(),
    };
    prober.probe(&mut plain, N_PROBES.0, WORK.0);
    if plain.cost().value < FEW_NODES {
        return First::default();
    }
    let ways = candidates(whole, &root, keys.symmetries, usual).into_iter().map(|first| {
        let mut way = Branching { first, above: if is_merging { 0.0 } else { ABOVE }, ..Branching::default() };
        prober.probe(&mut way, N_PROBES.0, WORK.0);
        way
    });
    let Some(mut best) = ways.min_by(|one, other| one.cost().value.total_cmp(&other.cost().value)) else {
        return First::default();
    };
    let work = plain.cost().value * WORK.1;
    prober.probe(&mut plain, N_PROBES.1, work);
    prober.probe(&mut best, N_PROBES.1, work);
    let (own, usual) = (best.cost(), plain.cost());
    // Where nothing is merged otherwise, the tree as it is has no more to give than the probes say.
    let n_deviations = if is_merging { 2.0 } else { 0.0 };
    let is_better = own.value + n_deviations * own.deviation < MARGIN * (usual.value - n_deviations * usual.deviation);
    let most_tasks = to_place(whole_part(usual.value * TRIAL / TASK_NODES));
    if is_better { First { items: best.first, most_tasks } } else { First::default() }
}

/// Orbits with few options for each symmetry that fixes an item of the orbit; the orbit of the item that is branched on anyway comes first.
fn candidates(whole: &BitProblem, root: &Subproblem, symmetries: &Symmetries, usual: usize) -> Vec<Vec<usize>> {
    let orbits = symmetries.orbits().iter();
    let mut orbits: Vec<Vec<usize>> = orbits.map(|orbit| orbit.iter().map(|item| item.index()).collect()).collect();
    orbits.sort_by_cached_key(|orbit: &Vec<usize>| {
        (!orbit.contains(&usual), orbit.len() * whole.options_of(orbit[0], root).count())
    });
    orbits.truncate(N_ORBITS);
    orbits
}

/// A way of branching, and its cost by some probes.
#[derive(Clone, Debug, Default)]
struct Branching {
    /// The items to branch on first.
    first: Vec<usize>,
    /// Is that a single item that is not an orbit? Then only images that also branch on it are met.
    is_usual: bool,
    /// What a node above the tasks costs, in nodes.
    above: f64,
    /// The cost of the tree by the probes, in nodes.
    costs: Sums,
}

impl Branching {
    fn cost(&self) -> Mean {
        self.costs.mean()
    }
}

struct BranchProber<'a> {
    whole: &'a BitProblem,
    keys: &'a Keys<'a>,
    dice: fastrand::Rng,
    /// Words that may still be looked at.
    work: f64,
}

impl BranchProber<'_> {
    /// Probes a way of branching further, until there are `n_probes` probes or `work` words have been looked at.
    fn probe(&mut self, way: &mut Branching, n_probes: u32, work: f64) {
        self.work = work;
        while way.costs.number() < f64::from(n_probes) && self.work > 0.0 {
            let cost = self.walk(way);
            way.costs.add(cost);
        }
    }

    /// Walks down the tree at random. Returns an estimate of the cost of the tree from the nodes on the way, each taken for all of its level.
    fn walk(&mut self, way: &Branching) -> f64 {
        let (mut left, mut weight, mut cost) = (self.whole.root(), 1.0, 0.0);
        let mut prefix = Vec::new();
        // The tree as it is, where nothing is merged.
        let mut n_images = way.first.is_empty().then_some(1.0);
        loop {
            poll(left.alive.len() * self.whole.n_primary());
            self.work -= (left.alive.len() * self.whole.n_primary()) as f64;
            if n_images.is_none() && !self.whole.is_any_open(&left, &way.first) {
                let number = self.n_images(&left, way.is_usual.then(|| way.first[0]), &prefix) as f64;
                cost += weight / number * TASK_NODES;
                n_images = Some(number);
            }
            cost += n_images.map_or(weight * way.above, |number| weight / number);
            let NodeWork::Branch(item, n_options) = self.whole.look(&left, &way.first) else { return cost };
            let place = self.dice.usize(..to_usize(n_options));
            let Some(option) = self.whole.options_of(item, &left).nth(place) else { return cost };
            weight *= f64::from(n_options);
            self.whole.choose(&mut left, option);
            prefix.push(self.whole.id(option));
        }
    }

    /// How many different images a choice has; only those that cover this item, if one is given.
    fn n_images(&self, left: &Subproblem, item: Option<usize>, prefix: &[OptionId]) -> usize {
        let covers = |image: Option<&[OptionId]>| {
            let of = |option: OptionId| image.map_or(option, |image| image[option.index()]);
            item.is_none_or(|item| prefix.iter().any(|&option| self.whole.has(item, of(option))))
        };
        let alive = self.whole.living(left);
        let images = std::iter::once(None).chain(self.keys.symmetries.iter().map(Some));
        let hashes = self.keys.hashes(&alive).zip(images).filter(|(_, image)| covers(*image)).map(|(hash, _)| hash);
        hashes.collect::<FxHashSet<u64>>().len().max(1)
    }
}
