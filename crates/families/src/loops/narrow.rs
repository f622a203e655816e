//! Options that are in no solution, found by reasoning as solvers of puzzles do, and left out.
//!
//! * Where all options of an item that are left give a secondary item some color, or one of some, options that give it another one are out; where all have another item, so are options of that one that do not have the first.
//! * Where all options that are left of an item are in one part of what is left, there is a component in that part. If these are too many, there is no solution; what would begin one too many is out. An option that is alone at an item
//!   is chosen; what would close a cycle with these is out where there may be none.
//! * Two nodes of different colors are not joined, and those of one color are: an option that would join different colors of what is chosen is out, and colors that can no longer be joined are a contradiction.
//! * If a color of an item leads to a contradiction in this way, options with it are out: failed literals, or singleton arc consistency (Debruyne and Bessière, 1997).
//!
//! Nothing is guessed: what is left out is in no solution, so counts and solutions stay what they are. Most puzzles that people solve are solved by this alone; without it the engines, which look one option ahead, search 10^6 nodes for a
//! slitherlink of 10 x 10.

use super::supported::leave_out_unsupported;
use dlx_core::problem::{Color, Components, Connected, ItemId, NodeId, OptionId, Problem, to_u64};
use dlx_core::stop::{poll, time_left};
use rustc_hash::FxHashMap;

/// Work, in options left out and what they touch, after which nothing more is tried: a second or two.
const MOST_WORK: u64 = 1 << 27;

/// The options of a problem that are left without those that are seen to be in no solution.
#[must_use]
pub fn possible_options(problem: &Problem) -> Vec<OptionId> {
    let is_left = Narrowing::left(problem);
    problem.options().filter(|option| is_left[option.index()]).collect()
}

/// There is no solution.
#[derive(Debug)]
struct Contradicted;

type Sound = Result<(), Contradicted>;

/// A color of a secondary item.
#[derive(Default)]
struct ItemColor {
    options: Vec<usize>,
    is_out: bool,
}

/// What the options of a primary item say about another item: how many of those left say something, and how often each value is among them.
#[derive(Default)]
struct Opinion {
    about: usize,
    n_said: usize,
    n_values: FxHashMap<usize, usize>,
}

/// An option: its primary items, its values, and the opinions that it is part of, with its value there.
#[derive(Default)]
struct Voice {
    items: Vec<usize>,
    opinions: Vec<(usize, usize)>,
    is_out: bool,
}

/// A step that can be taken back.
enum NarrowingStep {
    Option(usize),
    Value(usize),
}

/// The options that are left, and all that is known about them.
struct Narrowing<'p> {
    problem: &'p Problem,
    voices: Vec<Voice>,
    values: Vec<ItemColor>,
    /// The values of each item: the colors of a secondary one; of a primary one whether an option has it is its only value.
    values_of: Vec<Vec<usize>>,
    /// The options of each primary item, and how many are left.
    options_of: Vec<Vec<usize>>,
    n_left: Vec<usize>,
    opinions: Vec<Opinion>,
    opinions_of: Vec<Vec<usize>>,
    /// Primary items to be looked at again.
    stale: Vec<usize>,
    is_stale: Vec<bool>,
    steps: Vec<NarrowingStep>,
    work: u64,
}

impl<'p> Narrowing<'p> {
    /// Which options are left when all that can be found out has been.
    fn left(problem: &'p Problem) -> Vec<bool> {
        let mut narrowing = Self::new(problem);
        match narrowing.narrow_all() {
            Ok(()) => narrowing.is_left(),
            Err(Contradicted) => vec![false; narrowing.voices.len()],
        }
    }

    fn is_left(&self) -> Vec<bool> {
        self.voices.iter().map(|voice| !voice.is_out).collect()
    }

    /// Leaves out what is in no solution by the means that take the least time first.
    fn narrow_all(&mut self) -> Sound {
        self.settle()?;
        let mut is_left = self.is_left();
        let is_complete = leave_out_unsupported(self.problem, &mut is_left);
        (0..is_left.len()).filter(|&option| !is_left[option]).for_each(|option| self.drop_option(option));
        self.settle()?;
        if is_complete { Ok(()) } else { self.probe() }
    }

    fn new(problem: &'p Problem) -> Self {
        let (n_items, n_primary) = (problem.n_items(), problem.n_primary());
        let mut narrowing = Self {
            problem,
            voices: Vec::new(),
            values: Vec::new(),
            values_of: vec![Vec::new(); n_items],
            options_of: vec![Vec::new(); n_primary],
            n_left: vec![0; n_primary],
            opinions: Vec::new(),
            opinions_of: vec![Vec::new(); n_primary],
            stale: (0..n_primary).collect(),
            is_stale: vec![true; n_primary],
            steps: Vec::new(),
            work: 0,
        };
        let (mut value_ids, mut opinion_ids) = (FxHashMap::default(), FxHashMap::default());
        for option in problem.options() {
            narrowing.hear(option, &mut value_ids, &mut opinion_ids);
        }
        narrowing
    }

    fn hear(
        &mut self,
        option: OptionId,
        value_ids: &mut FxHashMap<(ItemId, Color), usize>,
        opinion_ids: &mut FxHashMap<(usize, usize), usize>,
    ) {
        let mut voice = Voice::default();
        let cells: Vec<(ItemId, Color)> = self.problem.cells(option).collect();
        voice.items.extend(cells.iter().map(|(item, _)| item.index()).filter(|&item| item < self.n_left.len()));
        for &cell in &cells {
            let value = *value_ids.entry(cell).or_insert_with(|| {
                self.values.push(ItemColor::default());
                self.values_of[cell.0.index()].push(self.values.len() - 1);
                self.values.len() - 1
            });
            self.values[value].options.push(option.index());
            for &item in voice.items.iter().filter(|&&item| item != cell.0.index()) {
                let opinion = *opinion_ids.entry((item, cell.0.index())).or_insert_with(|| {
                    self.opinions.push(Opinion { about: cell.0.index(), ..Opinion::default() });
                    self.opinions_of[item].push(self.opinions.len() - 1);
                    self.opinions.len() - 1
                });
                self.opinions[opinion].n_said += 1;
                *self.opinions[opinion].n_values.entry(value).or_default() += 1;
                voice.opinions.push((opinion, value));
            }
        }
        for &item in &voice.items {
            self.options_of[item].push(option.index());
            self.n_left[item] += 1;
        }
        self.voices.push(voice);
    }

    /// Leaves an option out.
    fn drop_option(&mut self, option: usize) {
        let Self { voices, opinions, n_left, stale, is_stale, .. } = self;
        let voice = &mut voices[option];
        if std::mem::replace(&mut voice.is_out, true) {
            return;
        }
        poll(voice.opinions.len() + 1);
        self.work += to_u64(2 * voice.opinions.len() + 1);
        for (opinion, value) in &voice.opinions {
            let opinion = &mut opinions[*opinion];
            opinion.n_said -= 1;
            *opinion.n_values.entry(*value).or_default() -= 1;
        }
        for &item in &voice.items {
            n_left[item] -= 1;
            if !std::mem::replace(&mut is_stale[item], true) {
                stale.push(item);
            }
        }
        self.steps.push(NarrowingStep::Option(option));
    }

    /// Leaves all options with a value out.
    fn drop_value(&mut self, value: usize) {
        if std::mem::replace(&mut self.values[value].is_out, true) {
            return;
        }
        self.steps.push(NarrowingStep::Value(value));
        for rank in 0..self.values[value].options.len() {
            self.drop_option(self.values[value].options[rank]);
        }
    }

    /// Takes steps back until `n_steps` are left.
    fn undo(&mut self, n_steps: usize) {
        while self.steps.len() > n_steps {
            match self.steps.pop() {
                Some(NarrowingStep::Value(value)) => self.values[value].is_out = false,
                Some(NarrowingStep::Option(option)) => {
                    let voice = &mut self.voices[option];
                    voice.is_out = false;
                    for (opinion, value) in &voice.opinions {
                        self.opinions[*opinion].n_said += 1;
                        *self.opinions[*opinion].n_values.entry(*value).or_default() += 1;
                    }
                    voice.items.iter().for_each(|&item| self.n_left[item] += 1);
                }
                None => {}
            }
        }
        self.stale.drain(..).for_each(|item| self.is_stale[item] = false);
    }

    /// Finds all that follows from what is known.
    fn settle(&mut self) -> Sound {
        loop {
            while let Some(item) = self.stale.pop() {
                self.is_stale[item] = false;
                self.listen(item)?;
            }
            self.connect()?;
            if self.stale.is_empty() {
                return Ok(());
            }
        }
    }

    /// What all options that are left of an item agree on.
    fn listen(&mut self, item: usize) -> Sound {
        if self.n_left[item] == 0 {
            return Err(Contradicted);
        }
        self.work += to_u64(self.opinions_of[item].len());
        for rank in 0..self.opinions_of[item].len() {
            let opinion = &self.opinions[self.opinions_of[item][rank]];
            if opinion.n_said < self.n_left[item] {
                continue;
            }
            let about = opinion.about;
            let is_unsaid = |value: &usize| opinion.n_values.get(value).is_none_or(|&number| number == 0);
            let out: Vec<usize> = self.values_of[about].iter().copied().filter(is_unsaid).collect();
            out.into_iter().for_each(|value| self.drop_value(value));
            if about < self.n_left.len() && self.n_left[about] > self.n_left[item] {
                let others = self.options_of[about].iter().copied();
                let others: Vec<usize> = others.filter(|&option| !self.voices[option].items.contains(&item)).collect();
                others.into_iter().for_each(|option| self.drop_option(option));
            }
        }
        Ok(())
    }

    /// What follows from what is joined, and from what can still be.
    fn connect(&mut self) -> Sound {
        let Some(Connected { components, is_acyclic, .. }) = self.problem.connected() else { return Ok(()) };
        let ports = |option: usize| self.problem.joined_by(OptionId::from_index(option));
        let n_nodes = self.problem.n_nodes();
        let (mut chosen, mut ahead) = (Components::new(n_nodes), Components::new(n_nodes));
        let left = (0..self.voices.len()).filter(|&option| !self.voices[option].is_out && !ports(option).is_empty());
        let left: Vec<usize> = left.collect();
        let is_chosen = |option: &usize| self.voices[*option].items.iter().any(|&item| self.n_left[item] == 1);
        let mut out = Vec::new();
        for &option in left.iter().filter(|option| is_chosen(option)) {
            if !chosen.join(ports(option)) && is_acyclic {
                return Err(Contradicted);
            }
        }
        left.iter().for_each(|&option| _ = ahead.join(ports(option)));
        out.extend(self.clashing(&left, &mut chosen, &mut ahead)?);
        if is_acyclic {
            for &option in left.iter().filter(|option| !is_chosen(option)) {
                let mut roots: Vec<_> = ports(option).iter().filter_map(|&node| chosen.of(node)).collect();
                let n_ports = roots.len();
                roots.sort_unstable();
                roots.dedup();
                out.extend((roots.len() < n_ports).then_some(option));
            }
        }
        if let Some(most) = components.most {
            let mut root = |option: usize| ports(option).first().and_then(|&node| ahead.of(node));
            let roots: Vec<Option<u32>> = (0..self.voices.len()).map(&mut root).collect();
            // Where all options that are left of an item are in one part, a component is there.
            let begins = |options: &Vec<usize>| {
                let mut here =
                    options.iter().filter(|&&option| !self.voices[option].is_out).map(|&option| roots[option]);
                let first = here.next()??;
                here.all(|root| root == Some(first)).then_some(first)
            };
            let mut begun: Vec<u32> = self.options_of.iter().filter_map(begins).collect();
            begun.sort_unstable();
            begun.dedup();
            if begun.len() > most {
                return Err(Contradicted);
            }
            if begun.len() == most {
                let is_apart = |&option: &usize| roots[option].is_none_or(|root| begun.binary_search(&root).is_err());
                out.extend(left.iter().copied().filter(is_apart));
            }
        }
        self.work += to_u64(4 * left.len());
        out.into_iter().for_each(|option| self.drop_option(option));
        Ok(())
    }

    /// The options that would join different colors. A contradiction if one color can no longer be joined.
    fn clashing(
        &self,
        left: &[usize],
        chosen: &mut Components,
        ahead: &mut Components,
    ) -> Result<Vec<usize>, Contradicted> {
        if !self.problem.has_colored_nodes() {
            return Ok(Vec::new());
        }
        let colored = chosen.colors(self.problem.colored_nodes()).ok_or(Contradicted)?;
        let mut places = FxHashMap::default();
        for &(color, node) in colored.values() {
            let place = ahead.of(node);
            if *places.entry(color).or_insert(place) != place {
                return Err(Contradicted);
            }
        }
        let mut color = |node: NodeId| match chosen.of(node) {
            Some(root) => colored.get(&root).map(|&(color, _)| color),
            None => Some(self.problem.node_color(node)).filter(|color| !color.is_none()),
        };
        let mut clashes = |option: usize| {
            let mut colors = self.problem.ports_of(OptionId::from_index(option)).iter().filter_map(|&node| color(node));
            let first = colors.next();
            colors.any(|color| Some(color) != first)
        };
        Ok(left.iter().copied().filter(|&option| clashes(option)).collect())
    }

    /// Tries all colors, until none leads to a contradiction.
    fn probe(&mut self) -> Sound {
        let (n_primary, limit) = (self.n_left.len(), time_left().map(|left| left / 2));
        let mut last = n_primary;
        let mut item = n_primary;
        if self.values_of.len() == n_primary {
            return Ok(());
        }
        loop {
            if self.narrow(item)? {
                last = item;
            }
            item = if item + 1 < self.values_of.len() { item + 1 } else { n_primary };
            // The search needs time, too, to find what a stopped count still says.
            let is_late = limit.is_some_and(|limit| time_left().is_some_and(|left| left < limit));
            if item == last || self.work > MOST_WORK || is_late {
                return Ok(());
            }
        }
    }

    /// Tries the colors of an item. Returns whether one is out.
    fn narrow(&mut self, item: usize) -> Result<bool, Contradicted> {
        let left: Vec<usize> =
            self.values_of[item].iter().copied().filter(|&value| !self.values[value].is_out).collect();
        let mut has_changed = false;
        for &value in left.iter().filter(|_| left.len() > 1) {
            if self.values[value].is_out || self.values[value].options.iter().all(|&option| self.voices[option].is_out)
            {
                continue;
            }
            let n_steps = self.steps.len();
            left.iter().filter(|&&other| other != value).for_each(|&other| self.drop_value(other));
            let is_possible = self.settle().is_ok();
            self.undo(n_steps);
            if !is_possible {
                has_changed = true;
                self.drop_value(value);
                self.settle()?;
            }
        }
        Ok(has_changed)
    }
}
