//! The search itself: one worker, and its current node.

use std::sync::Arc;

use super::bound::Taxes;
use super::ground::LeastProblem;
use super::kept::Incumbent;
use super::lists::{OptionLists, TrailMark};
use dlx_core::problem::{to_u32, to_usize};

/// A decision on the way to a part of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Move {
    Take(u32),
    Leave(u32),
}

/// A part of the tree that is still to be searched, and a lower bound of the cost of its solutions, on the scale of prices.
#[derive(Clone, Debug)]
pub(super) struct OpenSubtree {
    pub(super) moves: Vec<Move>,
    pub(super) bound: i64,
    /// Is its root a solution that is known already?
    is_told: bool,
}

/// Options that are tried one after the other.
#[derive(Clone, Debug)]
struct LeastFrame {
    /// Its options are `candidates[first..end]`, and the next to try is `next`.
    first: usize,
    next: usize,
    end: usize,
    /// The trail before any of them was taken or left out.
    start: TrailMark,
    /// The option that is taken at the moment, and where the trail was.
    taken: Option<(u32, TrailMark)>,
    bound: i64,
    /// Is nothing left to be covered, so that they only add to a solution?
    is_over: bool,
}

/// A worker that searches parts of the tree.
pub(super) struct Worker {
    ground: Arc<LeastProblem>,
    kept: Arc<Incumbent>,
    lists: OptionLists,
    taxes: Taxes,
    /// The moves to the current part, and where the trail was before each option that was taken.
    path: Vec<(Move, TrailMark)>,
    frames: Vec<LeastFrame>,
    /// For each frame its options, the most promising first, each with a lower bound of the cost of the solutions with it.
    candidates: Vec<(i64, u32)>,
    chosen: Vec<u32>,
    pub(super) nodes: u64,
}

impl Worker {
    pub(super) fn new(ground: &Arc<LeastProblem>, kept: &Arc<Incumbent>) -> Self {
        let lists = OptionLists::new(ground);
        Self {
            taxes: Taxes::new(&ground.left, ground.is_loose),
            ground: Arc::clone(ground),
            kept: Arc::clone(kept),
            lists,
            path: Vec::new(),
            frames: Vec::new(),
            candidates: Vec::new(),
            chosen: Vec::new(),
            nodes: 0,
        }
    }

    /// The whole tree.
    pub(super) fn whole(ground: &LeastProblem) -> OpenSubtree {
        OpenSubtree { moves: Vec::new(), bound: ground.paid, is_told: false }
    }

    /// Moves to a part of the tree and opens its root.
    pub(super) fn begin(&mut self, part: &OpenSubtree) {
        for &step in &part.moves {
            self.path.push((step, self.lists.mark()));
            match step {
                Move::Take(option) => self.take(option),
                Move::Leave(option) => self.lists.leave(option),
            }
        }
        self.open(part.bound, part.is_told);
    }

    /// Does a step. Returns whether there is another.
    pub(super) fn step(&mut self) -> bool {
        let Some(option) = self.next_option() else { return !self.frames.is_empty() };
        let mark = self.lists.mark();
        self.take(option);
        self.nodes += 1;
        if let Some(frame) = self.frames.last_mut() {
            frame.taken = Some((option, mark));
            let bound = frame.bound;
            self.open(bound, false);
        }
        true
    }

    fn take(&mut self, option: u32) {
        self.lists.take(option);
        self.chosen.push(option);
    }

    fn give_back(&mut self, option: u32, mark: TrailMark) {
        self.chosen.pop();
        self.lists.give_back(option, mark);
    }

    /// The next option of the last frame; none if that was finished and has been removed.
    fn next_option(&mut self) -> Option<u32> {
        let limit = self.limit();
        let frame = self.frames.last_mut()?;
        if let Some((option, mark)) = frame.taken.take() {
            self.chosen.pop();
            self.lists.give_back(option, mark);
            self.lists.leave(option);
        }
        // They come in the order of their bounds.
        let next = self.candidates[frame.next..frame.end].first().filter(|(bound, _)| *bound <= limit);
        if let (Some(&(_, option)), false) = (next, self.lists.is_starved) {
            frame.next += 1;
            return Some(option);
        }
        self.lists.back_to(frame.start);
        self.candidates.truncate(frame.first);
        self.frames.pop();
        None
    }

    /// The most that a solution may cost, on the scale of prices.
    fn limit(&self) -> i64 {
        match self.kept.below() {
            i64::MAX => i64::MAX,
            below => below.saturating_sub(1).saturating_mul(self.ground.scale),
        }
    }

    /// Looks at a node: a frame for its options, if it may lead to something.
    fn open(&mut self, above: i64, is_told: bool) {
        let Some(bound) = self.bound_here() else { return };
        let (first, start) = (self.candidates.len(), self.lists.mark());
        let is_over = self.lists.open().next().is_none();
        if is_over {
            if !is_told {
                self.found();
            }
            self.list_all(bound);
        } else if let Some(item) = self.choose(self.limit().saturating_sub(bound)) {
            self.list(item, bound);
        }
        self.candidates[first..].sort_by_key(|&(bound, _)| bound);
        let limit = self.limit();
        let end = first + self.candidates[first..].partition_point(|&(bound, _)| bound <= limit);
        self.candidates.truncate(end);
        if end > first {
            self.frames.push(LeastFrame {
                first,
                next: first,
                end,
                start,
                taken: None,
                bound: bound.max(above),
                is_over,
            });
        }
    }

    /// A lower bound of the cost of the solutions below this node; none if no solution there is worth finding.
    fn bound_here(&mut self) -> Option<i64> {
        let (limit, base) = (self.limit(), self.lists.base);
        if self.lists.is_starved || base > limit {
            return None;
        }
        let taxes = self.taxes.collect(&self.lists, limit.saturating_sub(base));
        Some(base.saturating_add(taxes)).filter(|bound| *bound <= limit)
    }

    fn found(&mut self) {
        let (ground, chosen) = (&self.ground, &self.chosen);
        self.kept.offer(ground.cost_of(chosen), || ground.named(chosen));
    }

    /// The open item with the fewest options worth a try beyond those that it needs; none if one has too few.
    fn choose(&self, may_spend: i64) -> Option<usize> {
        let (mut best, mut fewest) = (None, usize::MAX);
        for item in self.lists.open() {
            let need = to_usize(self.lists.need(item));
            let options = self.lists.options_of(item).filter(|&option| self.taxes.left(option) <= may_spend);
            // An item with as many as that is not looked at any further.
            let number = options.take(fewest.saturating_add(need)).count();
            if number < need {
                return None;
            }
            if number - need < fewest {
                (best, fewest) = (Some(item), number - need);
            }
            if fewest == 0 {
                break;
            }
        }
        best
    }

    /// The options of an item.
    fn list(&mut self, item: usize, bound: i64) {
        let options = self.lists.options_of(item);
        self.candidates.extend(options.map(|option| (bound.saturating_add(self.taxes.left(option)), to_u32(option))));
    }

    /// All options that can still be chosen, where nothing has to be covered any more.
    fn list_all(&mut self, bound: i64) {
        if self.ground.is_loose {
            let options = (0..self.lists.is_left.len()).filter(|&option| self.lists.is_left[option]);
            self.candidates
                .extend(options.map(|option| (bound.saturating_add(self.taxes.left(option)), to_u32(option))));
        }
    }

    /// A lower bound of the cost of the solutions that this worker may still find.
    pub(super) fn bound(&self) -> i64 {
        let left = self.frames.iter().filter(|frame| frame.next < frame.end);
        left.map(|frame| self.candidates[frame.next].0.max(frame.bound)).min().unwrap_or(i64::MAX)
    }

    /// Parts the work: gives away what is left of the first frame that has more than what is being tried.
    pub(super) fn give_away(&mut self) -> Option<OpenSubtree> {
        let place = self.frames.iter().position(|frame| frame.next < frame.end)?;
        let part = self.rest_of(place);
        let frame = &mut self.frames[place];
        frame.end = frame.next;
        Some(part)
    }

    /// Stops, and returns all that is left, the first part at the end. The worker is at the root again.
    pub(super) fn stop(&mut self) -> Vec<OpenSubtree> {
        let left = (0..self.frames.len()).filter(|&place| self.frames[place].next < self.frames[place].end);
        let parts = left.map(|place| self.rest_of(place)).collect();
        while let Some(frame) = self.frames.pop() {
            if let Some((option, mark)) = frame.taken {
                self.give_back(option, mark);
            }
            self.lists.back_to(frame.start);
        }
        self.candidates.clear();
        self.leave();
        parts
    }

    /// Goes back from a part to the root.
    pub(super) fn leave(&mut self) {
        while let Some((step, mark)) = self.path.pop() {
            match step {
                Move::Take(option) => self.give_back(option, mark),
                Move::Leave(_) => self.lists.back_to(mark),
            }
        }
    }

    /// The part of the tree that a frame has not tried yet.
    fn rest_of(&self, place: usize) -> OpenSubtree {
        let mut moves: Vec<Move> = self.path.iter().map(|(step, _)| *step).collect();
        for (number, frame) in self.frames[..=place].iter().enumerate() {
            let tried = &self.candidates[frame.first..frame.next];
            let is_inside = number < place && frame.taken.is_some();
            let n_left = tried.len() - usize::from(is_inside);
            moves.extend(tried[..n_left].iter().map(|&(_, option)| Move::Leave(option)));
            moves.extend(tried[n_left..].iter().map(|&(_, option)| Move::Take(option)));
        }
        let frame = &self.frames[place];
        OpenSubtree { moves, bound: self.candidates[frame.next].0.max(frame.bound), is_told: frame.is_over }
    }
}
