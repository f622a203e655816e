//! The search: frames, each a part of what is left, an item of it, and the options of the item that have not been tried.

use std::sync::Arc;

use super::conflicts::Activity;
use super::decomposition::closeness;
use super::facts::{Facts, Impossible};
use super::first_solution::FirstSolutions;
use super::known_parts::{KnownPart, KnownParts};
use super::layout::{Fact, Layout, Pivot, option_of};
use super::parts::{LoosePart, PartFinder};
use super::progress::LaterWork;
use super::shared_part::SharedPart;
use crate::task::OpenSubtrees;
use dlx_core::problem::{OptionId, to_u32, to_usize};
use dlx_core::tally::{Count, Counted, Semiring, Stats, Tally};

/// Work in a look at a signal and the next, in options looked at: about a millisecond.
pub(super) const POLL_WORK: usize = 1 << 16;

/// The weight of a clause with no literal left, in units of activity: so that one of two weighs as much as ten conflicts. Five to twenty conflicts did about as well (results/2026-11-26-learn).
const CLAUSE_WEIGHT: f64 = 40.0;

/// A part that is being counted.
#[derive(Clone, Debug)]
pub(super) struct OpenPart<A> {
    pub(super) part: LoosePart,
    /// What it is branched on; none for the whole, which has a single branch.
    pub(super) pivot: Option<Pivot>,
    /// The ways to decide that which have not been tried, the next one last, and how many there were.
    pub(super) todo: Vec<Fact>,
    width: usize,
    /// The way that is being tried.
    pub(super) way: Option<Fact>,
    /// Ways that are left, and the sum of others, if several searches try them.
    pub(super) shared: Option<Arc<SharedPart<A>>>,
    /// Has it been open when one last looked for parts to share?
    pub(super) is_old: bool,
    /// How many branches that it is in have parts that may have no solution.
    pub(super) doubts: usize,
    /// The level of facts at which the part was opened.
    pub(super) base: usize,
    /// How many facts had been added when it was opened, and how many nodes visited.
    begun: u64,
    opened: u64,
    /// The nodes of the first way, once it has been tried.
    first: Option<u64>,
    pub(super) sum: A,
    pub(super) branch: Option<Branch<A>>,
}

impl<A> OpenPart<A> {
    fn new(part: LoosePart, base: usize, (begun, opened): (u64, u64), sum: A) -> Self {
        let (pivot, todo, way, shared, first, branch) = (None, Vec::new(), None, None, None, None);
        let (width, is_old, doubts) = (1, false, 0);
        Self { part, pivot, todo, width, way, shared, is_old, doubts, base, begun, opened, first, sum, branch }
    }

    /// Is it branched on a fact about the states of a chain, which no task says?
    fn is_about_states(&self, layout: &Layout) -> bool {
        self.pivot.is_some_and(|pivot| matches!(pivot, Pivot::Option(option) if layout.is_state(option)))
    }

    /// How many branches with parts that may have no solution is a part of the branch in?
    pub(super) fn doubts_above(&self) -> usize {
        let is_doubtful = |branch: &Branch<A>| !branch.parts.is_empty() && !branch.is_sure;
        self.doubts + usize::from(self.branch.as_ref().is_some_and(is_doubtful))
    }
}

/// What is left of a part below one of its options.
#[derive(Clone, Debug)]
pub(super) struct Branch<A> {
    /// The way to cover the item; none if it was the only one left, or for the whole.
    tried: Option<Fact>,
    product: A,
    /// Parts that are to be counted, the next one last, and how many there were.
    pub(super) parts: Vec<LoosePart>,
    n_parts: usize,
    /// Has a solution of each of them been looked for, and found?
    pub(super) is_asked: bool,
    pub(super) is_sure: bool,
    /// When it began, for what is known of parts.
    then: usize,
    /// How many nodes had been visited then, and those of the first part, once it has been counted.
    opened: u64,
    first: Option<u64>,
}

impl Branch<Count> {
    /// A lower bound of the solutions of the branch, by one of the part that is being counted; if there is none, all parts that are left are yet to be counted.
    pub(super) fn at_least(&self, open: Option<Count>) -> Count {
        match (self.parts.is_empty(), self.is_sure) {
            (false, false) => Count::ZERO,
            _ => open.map_or_else(|| self.product.clone(), |open| self.product.clone() * open),
        }
    }
}

/// A search and what it has learned.
#[derive(Clone, Debug)]
pub(super) struct PartSearch<R: Semiring = Counted> {
    pub(super) ring: R,
    /// What each option makes of an amount, if it is not the same; empty if no option changes any.
    pub(super) gains: Vec<Option<R::Amount>>,
    pub(super) facts: Facts,
    pub(super) activity: Activity,
    finder: PartFinder,
    pub(super) known: KnownParts<R>,
    closeness: Arc<[f64]>,
    /// The number of items by that of the largest bag of the decomposition.
    pub(super) looseness: f64,
    /// What clauses weigh for the options of the part that is opened.
    weights: Vec<f64>,
    pub(super) frames: Vec<OpenPart<R::Amount>>,
    /// Are there other searches to share parts with?
    pub(super) is_shared: bool,
    n_nodes: u64,
    /// What later ways of a part, and later parts of a branch, have taken.
    later_ways: LaterWork,
    later_parts: LaterWork,
    pub(super) first_solutions: FirstSolutions,
    /// How often a solution of the hidden part that is looked at has been looked for.
    pub(super) n_looks: usize,
    pub(super) work: usize,
    /// The signal, and other searches, are looked at after about this much work.
    pub(super) patience: usize,
    total: R::Amount,
    /// Has the whole problem turned out to have no solution?
    is_void: bool,
}

impl<R: Semiring> PartSearch<R> {
    /// A search for the sum of these amounts, where chosen options multiply them.
    pub(super) fn new(layout: Arc<Layout>, memory: usize, ring: R, gains: Vec<Option<R::Amount>>) -> Self {
        let (closeness, looseness) = closeness(&layout);
        let n_options = layout.ids.len();
        let facts = Facts::new(layout);
        Self {
            activity: Activity::new(n_options),
            finder: PartFinder::new(&facts),
            known: KnownParts::with(memory),
            facts,
            closeness: closeness.into(),
            looseness,
            weights: vec![0.0; n_options],
            frames: Vec::new(),
            is_shared: false,
            n_nodes: 0,
            later_ways: LaterWork::default(),
            later_parts: LaterWork::default(),
            first_solutions: FirstSolutions::new(n_options),
            n_looks: 0,
            work: 0,
            patience: POLL_WORK,
            total: ring.zero(),
            is_void: false,
            ring,
            gains,
        }
    }

    /// Begins to count below a prefix.
    pub(super) fn begin(&mut self, prefix: &[OptionId]) {
        self.abandon();
        self.n_nodes = 0;
        self.total = self.ring.zero();
        let is_void = |gain: &Option<R::Amount>| gain.as_ref().is_some_and(|gain| *gain == self.ring.zero());
        let layout = Arc::clone(&self.facts.layout);
        let worthless = (0..).zip(&self.gains).filter(|(_, gain)| is_void(gain)).map(|(option, _)| layout.fact(option));
        self.is_void = self.is_void || layout.is_starving || self.facts.begin(worthless).is_err();
        if self.is_void || !self.choose_all(prefix) {
            return;
        }
        let (options, clauses) = (layout.searched(), 0..to_u32(layout.clauses.len()));
        let part = LoosePart { options: options.collect(), clauses: clauses.collect(), ..LoosePart::default() };
        self.frames.push(OpenPart::new(part, self.facts.level(), (0, 0), self.ring.zero()));
        self.enter(None);
    }

    /// Forgets what was begun. What is known of parts is kept if nothing can make it doubtful any more.
    pub(super) fn abandon(&mut self) {
        self.frames.clear();
        self.known.forget_since(0);
        self.facts.go_back(0);
    }

    fn choose_all(&mut self, prefix: &[OptionId]) -> bool {
        let layout = Arc::clone(&self.facts.layout);
        let mut choose = |fact: Fact| match self.facts.truth(fact) {
            None => self.facts.decide(fact).is_ok(),
            Some(is_chosen) => is_chosen,
        };
        let choose_all = |id: &OptionId| layout.meaning(*id).is_some_and(|facts| facts.iter().all(|&it| choose(it)));
        prefix.iter().all(choose_all)
    }

    /// Goes on until it ends or is told to pause; from time to time it says how many nodes it has visited. Has it ended?
    pub(super) fn go_on(&mut self, mut is_to_pause: impl FnMut(&Self) -> bool) -> bool {
        while let Some(frame) = self.frames.last() {
            if self.work > self.patience {
                self.work = 0;
                if is_to_pause(self) {
                    return false;
                }
                if self.is_shared {
                    self.share();
                    continue;
                }
            }
            if frame.branch.is_some() { self.next_part() } else { self.next_option() }
        }
        true
    }

    /// Continues with a part of the branch, or closes it.
    fn next_part(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let Some(branch) = &mut frame.branch else { return };
        let (nodes, n_done) = (self.n_nodes - branch.opened, branch.n_parts - branch.parts.len());
        if n_done > 0 {
            branch.first.get_or_insert(nodes);
        }
        let Some(part) = branch.parts.pop() else {
            branch.first.into_iter().for_each(|first| self.later_parts.note(first, nodes, n_done - 1));
            if branch.n_parts > 1 && frame.doubts == 0 {
                self.known.trust_since(branch.then);
            }
            let product = branch.product.clone();
            return self.leave(&product);
        };
        // Facts learned since may have decided some of its options, and taken it apart.
        if !part.options.iter().all(|&option| self.facts.is_open(option)) {
            let (n_before, gain) = (branch.parts.len(), gained(&self.ring, &self.gains, &self.facts, &part));
            gain.into_iter().for_each(|gain| self.ring.multiply(&mut branch.product, gain));
            self.finder.find(&self.facts, &part, &mut branch.parts);
            branch.n_parts += (branch.parts.len() - n_before).saturating_sub(1);
            return;
        }
        self.work += part.options.len();
        if part.items.len() == 1 && part.clauses.is_empty() {
            let sum = self.sum_of_ways(part.items[0]);
            return self.multiply(sum);
        }
        match self.known.get(&part) {
            Some(KnownPart::Amount(amount)) => return self.multiply(amount),
            Some(KnownPart::Open(shared)) if self.is_shared && frame.doubts_above() == 0 => {
                return self.open_shared(part, shared);
            }
            _ => {}
        }
        if !part.options.iter().any(|&option| self.facts.layout.is_shown(option)) {
            return self.look_at_hidden(part);
        }
        if let Err(conflict) = self.look_for_solution(&part) {
            return self.resolve(conflict);
        }
        if part.options.iter().all(|&option| self.facts.is_open(option)) {
            self.open(part);
        } else {
            self.go_on_with(part);
        }
    }

    /// Puts a part back that is to be counted next.
    pub(super) fn go_on_with(&mut self, part: LoosePart) {
        if let Some(branch) = self.frames.last_mut().and_then(|frame| frame.branch.as_mut()) {
            branch.parts.push(part);
        }
    }

    /// Opens a part at one of its items, for each of the item's options: at one that is close to the root of the decomposition, active, and in many short clauses, and that has few options.
    fn open(&mut self, part: LoosePart) {
        self.n_nodes += 1;
        self.weigh(&part);
        let facts = &self.facts;
        let score = |item: u32| {
            let users = facts.layout.users[to_usize(item)].iter().map(|user| user.0);
            let open = users.filter(|&option| facts.is_open(option));
            let options: f64 = open.map(|option| self.activity.of(option) + self.weights[to_usize(option)]).sum();
            (self.closeness[to_usize(item)] + options) / f64::from(facts.n_live[to_usize(item)].max(1))
        };
        let items = part.items.iter().filter(|&&item| self.has_shown_way(item));
        let scored = items.map(|&item| (score(item), Pivot::Item(item)));
        let scored = scored.chain(self.scored_states(&part));
        let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
        let pivot = best.map(|(_, pivot)| if let Pivot::Item(item) = pivot { self.pivot_at(item) } else { pivot });
        let ways = pivot.into_iter().flat_map(|pivot| facts.layout.ways_of(pivot));
        let mut todo: Vec<Fact> = ways.filter(|&fact| facts.truth(fact).is_none()).collect();
        todo.reverse();
        let (width, frame) = (todo.len(), self.opened(part));
        self.frames.push(OpenPart { pivot, todo, width, ..frame });
    }

    /// Facts about the states of chains that may be decided, with their scores: half of a sum may be told from the other half. Such a fact is hidden where only some options are shown.
    fn scored_states(&self, part: &LoosePart) -> impl Iterator<Item = (f64, Pivot)> {
        let layout = &self.facts.layout;
        let states = part.options.iter().filter(|&&option| !layout.is_projected() && layout.is_state(option));
        states.map(|&option| {
            let closeness = self.closeness[to_usize(layout.cells[to_usize(option)][0].0)];
            let score = closeness + self.activity.of(option) + self.weights[to_usize(option)];
            (score / 2.0, Pivot::Option(option))
        })
    }

    fn opened(&self, part: LoosePart) -> OpenPart<R::Amount> {
        let doubts = self.frames.last().map_or(0, OpenPart::doubts_above);
        let frame = OpenPart::new(part, self.facts.level(), (self.facts.n_added, self.n_nodes), self.ring.zero());
        OpenPart { doubts, ..frame }
    }

    /// Opens a part that another search has begun, at the same item.
    fn open_shared(&mut self, part: LoosePart, shared: Arc<SharedPart<R::Amount>>) {
        self.n_nodes += 1;
        let width = self.facts.layout.ways_of(shared.pivot).len();
        let frame = self.opened(part);
        self.frames.push(OpenPart { pivot: Some(shared.pivot), width, shared: Some(shared), ..frame });
    }

    /// What the clauses of a part weigh for each of its options: a clause weighs half as much with each further literal (Jeroslow and Wang, 1990).
    fn weigh(&mut self, part: &LoosePart) {
        part.options.iter().for_each(|&option| self.weights[to_usize(option)] = 0.0);
        for &clause in &part.clauses {
            let literals = &self.facts.layout.clauses[to_usize(clause)];
            let open = || literals.iter().filter(|&&fact| self.facts.truth(fact).is_none());
            let weight = CLAUSE_WEIGHT / (1u64 << open().count().min(63)) as f64;
            open().for_each(|&fact| self.weights[option_of(fact)] += weight);
        }
    }

    /// Tries the next option of the item, or closes the part.
    fn next_option(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        if let Some(shared) = frame.shared.clone() {
            return self.next_shared(&shared);
        }
        let is_true = |&fact: &Fact| self.facts.truth(fact) == Some(true);
        let forced = frame.pivot.and_then(|pivot| self.facts.layout.ways_of(pivot).into_iter().find(is_true));
        if let Some(forced) = forced {
            // Facts learned since leave no other way. It may have been tried already.
            let is_new = frame.todo.contains(&forced);
            frame.todo.clear();
            if is_new {
                frame.way = Some(forced);
                return self.enter(None);
            }
        }
        while let Some(fact) = frame.todo.pop() {
            if self.facts.truth(fact).is_none() {
                frame.way = Some(fact);
                return self.decide(fact);
            }
        }
        self.close();
    }

    /// Tries another way of a part that others count, too, or closes the part.
    fn next_shared(&mut self, shared: &SharedPart<R::Amount>) {
        while let Some(fact) = shared.take() {
            self.frames.last_mut().into_iter().for_each(|frame| frame.way = Some(fact));
            match self.facts.truth(fact) {
                None => return self.decide(fact),
                Some(true) => return self.enter(None),
                Some(false) => shared.finish(fact, &self.ring, &self.ring.zero()),
            }
        }
        self.close();
    }

    fn decide(&mut self, fact: Fact) {
        match self.facts.decide(fact) {
            Ok(()) => self.enter(Some(fact)),
            Err(conflict) => self.resolve(conflict),
        }
    }

    /// Looks for the parts of what is left below an option.
    fn enter(&mut self, tried: Option<u32>) {
        match self.agree() {
            Ok(true) => {}
            Ok(false) => return self.leave(&self.ring.zero()),
            Err(conflict) => return self.resolve(conflict),
        }
        let Some(frame) = self.frames.last_mut() else { return };
        let (mut parts, then) = (Vec::new(), self.known.now());
        self.finder.find(&self.facts, &frame.part, &mut parts);
        self.work += frame.part.options.len();
        let n_parts = parts.len();
        let product = gained(&self.ring, &self.gains, &self.facts, &frame.part);
        let product = product.unwrap_or_else(|| self.ring.one());
        let (is_asked, is_sure, opened, first) = (false, false, self.n_nodes, None);
        frame.branch = Some(Branch { tried, product, parts, n_parts, is_asked, is_sure, then, opened, first });
    }

    /// Leaves the branch of the last frame, which comes to this amount.
    fn leave(&mut self, amount: &R::Amount) {
        let Some(frame) = self.frames.last_mut() else { return };
        match (&frame.shared, frame.way.take()) {
            (Some(shared), Some(way)) => shared.finish(way, &self.ring, amount),
            _ => self.ring.add(&mut frame.sum, amount),
        }
        frame.first.get_or_insert(self.n_nodes - frame.opened);
        frame.branch = None;
        let (base, is_whole) = (frame.base, frame.pivot.is_none());
        if is_whole {
            self.close();
        } else {
            self.facts.go_back(base);
        }
    }

    /// Multiplies the product of the last branch.
    pub(super) fn multiply(&mut self, amount: R::Amount) {
        let Some(frame) = self.frames.last_mut() else { return };
        self.work += R::heap(&amount);
        if amount != self.ring.zero() {
            if let Some(branch) = &mut frame.branch {
                self.ring.multiply(&mut branch.product, amount);
            }
            return;
        }
        self.drop_open();
        self.leave(&self.ring.zero());
    }

    /// A part has been counted.
    fn close(&mut self) {
        let Some(mut frame) = self.frames.pop() else { return };
        if frame.pivot.is_none() {
            return self.ring.add(&mut self.total, &frame.sum);
        }
        if let Some(shared) = &frame.shared {
            frame.sum = shared.so_far().0;
        }
        if frame.sum == self.ring.zero() {
            self.first_solutions.in_vain += self.facts.n_added - frame.begun;
        }
        if let Some(first) = frame.first.filter(|_| frame.shared.is_none()) {
            self.later_ways.note(first, self.n_nodes - frame.opened, frame.width - 1);
        }
        self.known.note(&frame.part, frame.sum.clone(), frame.doubts > 0);
        self.facts.forget_clauses();
        self.multiply(frame.sum);
    }

    /// Learns from a conflict, and goes back to where the learned clause says something.
    pub(super) fn resolve(&mut self, mut conflict: Impossible) {
        loop {
            self.work += self.facts.trail.len();
            let level = self.activity.level(conflict, &mut self.facts);
            let root = self.frames.first().map_or(0, |frame| frame.base);
            if level <= root {
                // Nothing is left below the prefix.
                self.is_void |= level == 0;
                return self.end_with_nothing();
            }
            let clause = self.activity.learn(conflict, level, &mut self.facts);
            while let Some(frame) = self.frames.last().filter(|frame| frame.base >= level) {
                self.first_solutions.in_vain += self.facts.n_added - frame.begun;
                self.drop_open();
                self.frames.pop();
            }
            self.drop_open();
            if let Some(frame) = self.frames.last_mut()
                && let (Some(way), Some(shared)) = (frame.way.take(), &frame.shared)
            {
                shared.finish(way, &self.ring, &self.ring.zero());
            }
            self.facts.go_back(level - 1);
            match self.facts.assert(clause) {
                Ok(()) => return,
                Err(next) => conflict = next,
            }
        }
    }

    /// Drops the branch of the last frame, and forgets what was found in it.
    pub(super) fn drop_open(&mut self) {
        let branch = self.frames.last_mut().and_then(|frame| frame.branch.take());
        if let Some(branch) = branch.filter(|branch| branch.n_parts > 1) {
            self.known.forget_since(branch.then);
        }
    }

    fn end_with_nothing(&mut self) {
        self.abandon();
        self.total = self.ring.zero();
    }

    /// What it has come to when the search has ended.
    pub(super) const fn total(&self) -> &R::Amount {
        &self.total
    }

    pub(super) const fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// The share of the search that is done, if it goes on as it has gone so far.
    pub(super) fn share_done(&self) -> f64 {
        let (mut share, mut done) = (1.0, 0.0);
        let mut step = |later: &LaterWork, first: Option<u64>, opened: u64, n: usize, n_open: usize| {
            let first = first.unwrap_or(self.n_nodes - opened);
            let (before, now) = later.shares(first, n, n.saturating_sub(n_open));
            done += share * before;
            share *= now;
        };
        for frame in &self.frames {
            let n_left = frame.shared.as_ref().map_or(frame.todo.len(), |shared| shared.so_far().1.len());
            let n_open = n_left + usize::from(frame.shared.is_none() && frame.branch.is_some());
            step(&self.later_ways, frame.first, frame.opened, frame.width, n_open);
            let Some(branch) = &frame.branch else { break };
            step(&self.later_parts, branch.first, branch.opened, branch.n_parts, branch.parts.len() + 1);
        }
        done
    }
}

impl PartSearch {
    /// What has been counted, as a tally, when the search has ended.
    pub(super) fn tally(&self) -> Tally {
        Tally { count: self.total.clone(), stats: Stats { nodes: self.n_nodes, updates: self.facts.n_added } }
    }

    /// What has been counted so far, and what is left to do, along the way down to the first state with several parts: what has been done there is lost, apart from what is known of parts. None if nothing could be
    /// shared, or, to a search that is told to stop, if nothing can be said.
    pub(super) fn rest(&self, is_shared: bool) -> Option<(Tally, OpenSubtrees)> {
        // That a shown option is dead is said by no task, and what is hidden must not be divided.
        if self.facts.layout.is_projected() {
            return None;
        }
        let layout = &self.facts.layout;
        let id = |&fact: &Fact| layout.choice(fact).and_then(|option| layout.ids[to_usize(option)]);
        let (mut sum, mut below, mut levels, mut n_untried) = (Count::ZERO, Count::ZERO, Vec::new(), 0);
        let mut is_done = false;
        for frame in &self.frames {
            let Some(branch) = frame.branch.as_ref().filter(|_| !frame.is_about_states(layout)) else { break };
            let (counted, mut left) = match &frame.shared {
                Some(shared) => shared.so_far(),
                None => (frame.sum.clone(), frame.todo.clone()),
            };
            // Another search may have come to the end of what is being tried.
            is_done = frame.shared.is_some() && frame.way.is_some_and(|way| !left.contains(&way));
            left.retain(|&fact| Some(fact) != frame.way);
            below += counted;
            if let Some(tried) = branch.tried.as_ref().and_then(id) {
                let untried: Vec<OptionId> = left.iter().filter_map(id).collect();
                n_untried += untried.len();
                levels.push((to_u32(frame.width), tried, untried));
                sum += std::mem::take(&mut below);
            }
            if is_done || branch.n_parts != 1 {
                break;
            }
        }
        if levels.is_empty() && !is_done && !is_shared {
            levels.extend(self.divided());
        }
        let (_, tried, untried) = levels.last_mut()?;
        if is_done {
            sum += below;
        } else {
            untried.push(*tried);
        }
        let tally = Tally { count: sum, ..self.tally() };
        (!is_shared || n_untried > 0).then(|| (tally, OpenSubtrees::default().below(levels.into_iter())))
    }

    /// The ways to cover the item of the first part, as a level of which nothing has been tried: there are several parts from the beginning, so that what is done cannot be told, but what is left can be divided.
    fn divided(&self) -> Option<(u32, OptionId, Vec<OptionId>)> {
        let (layout, frame) = (&self.facts.layout, self.frames.get(1)?);
        let was_open = |fact: &Fact| frame.part.options.binary_search(&to_u32(option_of(*fact))).is_ok();
        let choices = layout.ways_of(frame.pivot?).into_iter().filter(was_open).filter_map(|fact| layout.choice(fact));
        let mut all: Vec<OptionId> = choices.filter_map(|option| layout.ids[to_usize(option)]).collect();
        let (width, tried) = (to_u32(all.len()), all.pop()?);
        Some((width, tried, all))
    }
}

/// What the option that is chosen by a fact makes of an amount, if there is one and that is not the same.
pub(super) fn gain<'g, A>(gains: &'g [Option<A>], layout: &Layout, fact: Fact) -> Option<&'g A> {
    gains.get(to_usize(layout.choice(fact)?)).and_then(Option::as_ref)
}

/// The product of what the chosen options of a part make of an amount; none if that is the same.
fn gained<R: Semiring>(ring: &R, gains: &[Option<R::Amount>], facts: &Facts, part: &LoosePart) -> Option<R::Amount> {
    if gains.is_empty() {
        return None;
    }
    let all = part.options.iter().filter_map(|&option| gain(gains, &facts.layout, facts.fact_of(option)?).cloned());
    all.reduce(|mut product, gain| {
        ring.multiply(&mut product, gain);
        product
    })
}
