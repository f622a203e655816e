//! Searches that count the same, each on a thread of its own, and take part in each other's work.
//!
//! All go through the same tree of parts, and each takes ways that no other has taken, as long as there are some; what one has counted all others know (`known_parts`). So nothing is divided beforehand, nothing is handed
//! over, and no search waits for another: who has nothing left to do at a part goes where another one is at work, down to a part with a way that is free (`shared_part`). From time to time each search
//!
//! * shares the parts that take long and are not in doubt; if another one has begun to count one of them, it does what is left of that;
//! * leaves the parts that another one has counted meanwhile;
//! * looks for solutions of parts that are to be counted later: if there are some, nothing is in doubt any more that is found in those before.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::facts::Impossible;
use super::first_solution::MOST_WORK;
use super::layout::{Fact, opposite};
use super::search::{OpenPart, PartSearch};
use super::shared_part::SharedPart;
use crate::run_signal::RunSignal;
use dlx_core::side_by_side::side_by_side;
use dlx_core::tally::{Semiring, Stats};

/// A search is alone until it has looked this often at the signal, a millisecond each time: most have ended by then.
const ALONE: usize = 16;

impl<R: Semiring> PartSearch<R> {
    /// Goes on until it ends or is told to pause; if that takes long, with the help of other threads, as far as the signal permits. Has it ended, and what have the others done?
    pub(super) fn go_on_together(
        &mut self,
        signal: &RunSignal,
        mut is_to_pause: impl FnMut(&Self) -> bool + Send,
    ) -> (bool, Stats) {
        let (most, mut looks, mut is_paused) = (rayon::current_num_threads(), 0, false);
        let is_done = self.go_on(|search| {
            looks += 1;
            is_paused = is_to_pause(search);
            is_paused || (looks > ALONE && most > 1)
        });
        if is_done || is_paused {
            return (is_done, Stats::default());
        }
        signal.with_permits(most, |n_threads| self.go_on_beside(n_threads - 1, signal, is_to_pause))
    }

    /// The same, beside this many others.
    fn go_on_beside(
        &mut self,
        n_helpers: usize,
        signal: &RunSignal,
        mut is_to_pause: impl FnMut(&Self) -> bool + Send,
    ) -> (bool, Stats) {
        let has_ended = AtomicBool::new(false);
        self.is_shared = n_helpers > 0;
        let mut helpers: Vec<Self> = (0..n_helpers).map(|_| self.helper()).collect();
        let (nodes, added) = (self.n_nodes(), self.facts.n_added);
        let all = [(&mut *self, Some(&mut is_to_pause))].into_iter().chain(helpers.iter_mut().map(|it| (it, None)));
        let results = side_by_side(all.collect(), |(search, mut is_to_pause)| {
            let _end = EndOfHelp(is_to_pause.is_some().then_some(&has_ended));
            let mut noted = search.n_nodes();
            search.go_on(|search| match &mut is_to_pause {
                Some(is_to_pause) => is_to_pause(search),
                None => {
                    signal.note(search.n_nodes() - std::mem::replace(&mut noted, search.n_nodes()), 0);
                    has_ended.load(Relaxed)
                }
            })
        });
        self.is_shared = false;
        let mut helped = Stats::default();
        for helper in helpers {
            let stats = Stats { nodes: helper.n_nodes() - nodes, updates: helper.facts.n_added - added };
            helped += stats;
        }
        (results[0], helped)
    }

    /// A search that counts the same, from the beginning; it knows all that is known here.
    fn helper(&self) -> Self {
        let mut helper = self.clone();
        let first = self.frames.get(1).map(|frame| frame.part.clone());
        helper.frames.truncate(1);
        if let Some(OpenPart { base, branch: Some(branch), .. }) = helper.frames.first_mut() {
            branch.parts.extend(first);
            helper.facts.go_back(*base);
        }
        helper
    }

    /// Gives up what is open in the part at this place, and continues there with another way.
    fn back_to(&mut self, place: usize) {
        while self.frames.len() > place + 1 {
            self.drop_open();
            self.frames.pop();
        }
        self.drop_open();
        if let Some(frame) = self.frames.last_mut() {
            frame.way = None;
            self.facts.go_back(frame.base);
        }
    }

    /// Shares what takes long, and leaves what is done.
    pub(super) fn share(&mut self) {
        if let Err(conflict) = self.settle_doubts() {
            return self.resolve(conflict);
        }
        for place in 1..self.frames.len() {
            let frame = &mut self.frames[place];
            let is_old = std::mem::replace(&mut frame.is_old, true);
            match (&frame.shared, frame.way, frame.pivot) {
                (Some(shared), Some(way), _) if shared.is_done(way) => return self.back_to(place),
                (None, way, Some(pivot)) if is_old && frame.doubts == 0 => {
                    let free = std::mem::take(&mut frame.todo);
                    let mine = Arc::new(SharedPart::new(pivot, frame.sum.clone(), free, way));
                    let others = self.known.share(&frame.part, &mine);
                    if let Some(shared) = others {
                        (frame.pivot, frame.shared) = (Some(shared.pivot), Some(shared));
                        return self.back_to(place);
                    }
                    frame.shared = Some(mine);
                }
                _ => {}
            }
        }
    }

    /// Looks for solutions of parts that are to be counted when others have been counted that take long. If there are some, what is found in those is in doubt no more.
    fn settle_doubts(&mut self) -> Result<(), Impossible> {
        for place in 1..self.frames.len() {
            if self.frames[place].is_old
                && let Some(branch) = &mut self.frames[place - 1].branch
                && !std::mem::replace(&mut branch.is_asked, true)
            {
                let parts = branch.parts.clone();
                let mut is_sure = true;
                for part in &parts {
                    is_sure = is_sure && self.has_solution(part, MOST_WORK)?;
                }
                self.frames[place - 1].branch.iter_mut().for_each(|branch| branch.is_sure = is_sure);
            }
            self.frames[place].doubts = self.frames[place - 1].doubts_above();
        }
        Ok(())
    }

    /// Draws the conclusions of the search that took the way of the last part first, so that both find the same parts below. If what is known here contradicts them, there is no solution.
    pub(super) fn agree(&mut self) -> Result<bool, Impossible> {
        let Some(OpenPart { part, shared: Some(shared), way: Some(way), .. }) = self.frames.last() else {
            return Ok(true);
        };
        let known = || part.options.iter().filter_map(|&option| self.facts.fact_of(option)).collect();
        let Some(known) = shared.agree(*way, known) else { return Ok(true) };
        let tried: Vec<Fact> = self.facts.decisions().map(opposite).collect();
        for &fact in known.iter() {
            match self.facts.truth(fact) {
                Some(true) => {}
                Some(false) => return Ok(false),
                // It follows from what is being tried.
                None => self.facts.assert([&[fact][..], &tried].concat())?,
            }
        }
        Ok(true)
    }
}

/// Ends the help when the search has ended, even if it panics.
struct EndOfHelp<'e>(Option<&'e AtomicBool>);

impl Drop for EndOfHelp<'_> {
    fn drop(&mut self) {
        self.0.inspect(|has_ended| has_ended.store(true, Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::*;
    use crate::links::Solutions;
    use crate::task::Task;
    use dlx_canon::graph::mix;
    use dlx_core::format::knuth;
    use dlx_core::problem::{OptionId, Problem, to_u64};
    use dlx_core::tally::{Count, Counted};
    use std::collections::BTreeSet;

    /// Random clauses of two or three of some variables, as they are read from a formula, and how many of the assignments satisfy them. With groups: two groups of variables, joined by two more, each in as many
    /// clauses as few assignments satisfy, so that sometimes one group has no solution.
    fn formula(random: &mut impl FnMut(u64) -> u64, has_groups: bool) -> (Problem, u64, Vec<Vec<(u64, bool)>>) {
        let n = if has_groups { 14 } else { 6 + random(6) };
        let n_clauses = if has_groups { 50 + random(50) } else { n * (2 + random(7)) / 2 };
        let clauses: Vec<Vec<(u64, bool)>> = (0..n_clauses)
            .map(|_| {
                let (first, most) = if has_groups { (6 * random(4).min(1), 6) } else { (0, n) };
                let n_literals = 2 + random(2) + u64::from(has_groups);
                let mut clause: Vec<(u64, bool)> =
                    (0..n_literals).map(|_| (first + random(most), random(2) == 0)).collect();
                if first > 0 && random(3) > 0 {
                    clause.push((12 + random(2), random(2) == 0));
                }
                clause.sort_unstable();
                clause.dedup_by_key(|literal| literal.0);
                clause
            })
            .collect();
        let is_model =
            |model: u64| clauses.iter().all(|clause| clause.iter().any(|&(v, is)| (model >> v & 1 == 1) == is));
        let models: Vec<u64> = (0..1 << n).filter(|&model| is_model(model)).collect();
        let mut any = |first: u64, most: u64| (first + random(most), random(2) == 0);
        let guesses = (0..if has_groups { 200 } else { 0 }).map(|_| vec![any(0, 6), any(6, 6), any(12, 2)]);
        let follows = |clause: &Vec<(u64, bool)>| {
            models.iter().all(|model| clause.iter().any(|&(v, is)| (model >> v & 1 == 1) == is))
        };
        let learned = guesses.filter(follows).collect();
        let names = |letter: char, n: u64| (0..n).map(move |it| format!("{letter}{it} ")).collect::<String>();
        let mut text = format!("{}{}| {}\n", names('x', n), names('c', n_clauses), names('v', n));
        (0..n).for_each(|v| text += &format!("x{v} v{v}:t\nx{v} v{v}:f\n"));
        let color = |is: bool| if is { 't' } else { 'f' };
        for (number, clause) in clauses.iter().enumerate() {
            for (place, &(v, is)) in clause.iter().enumerate() {
                let before: String = clause[..place].iter().map(|&(v, is)| format!(" v{v}:{}", color(!is))).collect();
                text += &format!("c{number}{before} v{v}:{}\n", color(is));
            }
        }
        (knuth::read(text.as_bytes()).unwrap(), to_u64(models.len()), learned)
    }

    /// How many sets of options have each of these items once.
    fn covers(all: &[u64], left: u64) -> u64 {
        if left == 0 {
            return 1;
        }
        let lowest = left & left.wrapping_neg();
        let fit = all.iter().filter(|&&option| option & lowest != 0 && option & left == option);
        fit.map(|&option| covers(all, left ^ option)).sum()
    }

    /// Random options of one to three items, in three groups that few options join, and how many sets of them cover each item once.
    fn cover(random: &mut impl FnMut(u64) -> u64) -> (Problem, u64, Vec<Vec<(u64, bool)>>) {
        let n = 9 + random(6);
        let all: Vec<u64> = (0..n + random(3 * n))
            .map(|_| {
                let group = if random(9) == 0 { n } else { n / 3 };
                let first = random(3) * (n / 3);
                (0..1 + random(3)).map(|_| 1 << ((first + random(group)) % n)).fold(0, |all, item| all | item)
            })
            .collect();
        let names = |option: u64| (0..n).filter(move |it| option >> it & 1 == 1).map(|it| format!("i{it} ")).collect();
        let lines: Vec<String> = [(1 << n) - 1].iter().chain(&all).map(|&option| names(option)).collect();
        (knuth::read(lines.join("\n").as_bytes()).unwrap(), covers(&all, (1 << n) - 1), Vec::new())
    }

    /// Lets a search know clauses that follow from the formula, as if it had learned them.
    fn learn(search: &mut PartSearch, clauses: Vec<Vec<(u64, bool)>>) {
        for clause in clauses {
            let option = |(v, is): (u64, bool)| OptionId::from_index(usize::try_from(2 * v + u64::from(!is)).unwrap());
            let facts: Vec<Fact> = clause
                .into_iter()
                .filter_map(|literal| search.facts.layout.meaning(option(literal)).map(|facts| facts[0]))
                .collect();
            if facts.len() > 1 && facts.iter().all(|&fact| search.facts.truth(fact).is_none()) {
                search.facts.clauses.add(facts, &search.facts.known);
            }
        }
    }

    /// The shown options of a solution.
    fn shown_of(solution: &[OptionId], shown: &[OptionId]) -> BTreeSet<OptionId> {
        solution.iter().copied().filter(|option| shown.contains(option)).collect()
    }

    /// Searches in turns of random lengths, which look at what the others do at every few steps, all come to the same.
    #[test]
    fn what_others_have_counted_is_right() {
        let mut seed = 0;
        let mut random = |n: u64| {
            seed += 1;
            mix(seed) % n
        };
        for round in 0..900 {
            let (problem, n_solutions, learned) = match round % 3 {
                0 => cover(&mut random),
                kind => formula(&mut random, kind == 2),
            };
            let (problem, n_solutions) = if round % 4 == 3 && n_solutions < 1000 {
                let (some, n_options) = (random(5), problem.n_options());
                let shown: Vec<OptionId> =
                    problem.options().take(n_options.min(30)).filter(|_| random(4) < some).collect();
                let all = Solutions::new(&problem).map(|solution| shown_of(&solution, &shown));
                let n_shown = to_u64(all.collect::<BTreeSet<_>>().len());
                (problem.projected(shown), n_shown)
            } else {
                (problem, n_solutions)
            };
            let mut first = PartSearch::new(Arc::new(Layout::new(&problem)), 1 << 20, Counted, Vec::new());
            (first.patience, first.is_shared) = (usize::try_from(random(40)).unwrap(), true);
            first.begin(&[]);
            learn(&mut first, learned);
            let _ = first.go_on(|_| random(8) == 0);
            let mut searches: Vec<PartSearch> = (0..random(2 + round % 9)).map(|_| first.helper()).collect();
            searches.push(first);
            while !searches.is_empty() {
                let place = usize::try_from(random(to_u64(searches.len()))).unwrap();
                if searches[place].go_on(|_| random(3) == 0) {
                    assert_eq!(*searches.remove(place).total(), Count::from(n_solutions));
                } else if random(20) == 0
                    && let Some((tally, rest)) = searches[place].rest(false)
                {
                    let below = |task: Task| {
                        let mut search = PartSearch::new(Arc::new(Layout::new(&problem)), 1 << 20, Counted, Vec::new());
                        search.begin(&task.prefix.to_vec());
                        assert!(search.go_on(|_| false));
                        search.total().clone()
                    };
                    let sum = rest.tasks(&Task::root()).map(below).fold(tally.count, |sum, count| sum + count);
                    assert_eq!(sum, Count::from(n_solutions), "what is counted, and what is left");
                }
            }
        }
    }
}
