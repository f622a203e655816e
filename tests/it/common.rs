//! What several tests need: random problems, problems from text, engines with a small memory.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex};

use dlx_count::engine::{CheckpointStore, Engine, LevelFile, RunSignal, StoredLevel, Task, signs};
use dlx_count::session::Countable;
use dlx_count::{Color, Count, EngineKind, ItemId, Problem, Session, SplitDepth};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};

/// Bytes for states in tests: enough for all of them.
pub const MEMORY: usize = 1 << 26;

/// A problem in Knuth's format.
pub fn problem(text: &str) -> Problem {
    dlx_count::format::knuth::read(text.as_bytes()).expect("the text of a test is a problem")
}

/// A random problem as numbers, so that failures shrink: items, and options as sets of (item, color).
#[derive(Clone, Debug)]
pub struct Sketch {
    pub n_primary: usize,
    pub n_secondary: usize,
    pub options: Vec<Vec<(usize, usize)>>,
}

impl Sketch {
    /// The problem with its items and options in the order of these numbers.
    pub fn build(&self) -> Problem {
        let mut builder = Problem::builder();
        for item in 0..self.n_primary {
            builder.primary(format!("p{item}")).unwrap();
        }
        for item in 0..self.n_secondary {
            builder.secondary(format!("s{item}")).unwrap();
        }
        let red_to_blue: Vec<Color> =
            ["", "red", "green", "blue"].iter().map(|label| builder.color(label).unwrap()).collect();
        for option in &self.options {
            let mut cells: Vec<(ItemId, Color)> = Vec::new();
            for &(item, color) in option {
                let color = if item < self.n_primary { 0 } else { color };
                if cells.iter().all(|(known, _)| known.index() != item) {
                    cells.push((ItemId::from_index(item), red_to_blue[color]));
                }
            }
            builder.colored_option(&cells).unwrap();
        }
        builder.build()
    }
}

/// Random problems: small, often with equal options, useless options, starving items and colors.
pub fn sketches() -> impl Strategy<Value = Sketch> {
    (0usize..8, 0usize..5).prop_flat_map(|(n_primary, n_secondary)| {
        let n_items = n_primary + n_secondary;
        let option = prop::collection::vec((0..n_items.max(1), 0usize..4), 0..if n_items == 0 { 1 } else { 5 });
        prop::collection::vec(option, 0..22).prop_map(move |options| Sketch { n_primary, n_secondary, options })
    })
}

/// The seed of random cases, unless `DLX_SEED` is set.
const SEED: u64 = 20_261_120;

/// This many random cases, or as many as `DLX_CASES` says, from a seed that is printed with a failure. A case that fails is kept under
/// tests/proptest-regressions, and is the first to be tried from then on.
pub fn seeded(cases: u32) -> ProptestConfig {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seed = number("DLX_SEED").unwrap_or(SEED);
    let cases = number("DLX_CASES").map_or(cases, |cases| cases.try_into().unwrap_or(u32::MAX));
    println!("{cases} cases, seed {seed}: DLX_CASES={cases} DLX_SEED={seed} repeats them");
    // Some cases have nothing to test: about a fifth where options are drawn from a problem that may have none.
    let max_global_rejects = cases.max(1024);
    ProptestConfig { cases, max_global_rejects, rng_seed: RngSeed::Fixed(seed), ..ProptestConfig::default() }
}

/// Takes this many random cases one by one: [`seeded`] for tests that are no macros. The file is that of the test.
pub fn runner(cases: u32, file: &'static str) -> TestRunner {
    TestRunner::new(ProptestConfig { source_file: Some(file), ..seeded(cases) })
}

/// A session with two threads, shared by all tests.
pub fn pair() -> &'static Session<'static> {
    static PAIR: LazyLock<Session<'static>> = LazyLock::new(|| Session::builder().threads(2).build().unwrap());
    &PAIR
}

/// The count of one engine.
pub fn count_with(problem: &Problem, engine: EngineKind, threads: usize, depth: SplitDepth) -> Count {
    let session = Session::builder().engine(engine).threads(threads).split_depth(depth).memory(MEMORY).build().unwrap();
    let outcome = session.count(problem).unwrap();
    assert!(outcome.is_complete());
    outcome.count
}

/// The count below a task without any threads, pauses followed up: asks for a pause at every poll if `is_hasty`.
pub fn count_task(engine: &mut dyn Engine, task: &Task, is_hasty: bool) -> (Count, usize) {
    let signal = RunSignal::default();
    if is_hasty {
        signal.request_split();
    }
    let (tally, rest) = engine.run(task, &signal);
    let (mut count, mut n_pauses) = (tally.count * task.weight.clone(), usize::from(!rest.is_empty()));
    for part in rest.tasks(task) {
        let (part, pauses) = count_task(engine, &part, is_hasty);
        count += part;
        n_pauses += pauses;
    }
    (count, n_pauses)
}

/// The count by every engine that knows the problem, on this many threads: they must agree.
pub fn count_by_every_engine<'a>(asked: impl Into<Countable<'a>>, threads: usize) -> Count {
    let asked = asked.into();
    let by = |engine| Session::builder().threads(threads).memory(MEMORY).engine(Some(engine)).build().unwrap();
    let problem = match asked {
        Countable::Problem(problem) => Some(problem),
        Countable::Question(question) => Some(question.problem()),
        _ => None,
    };
    // A sum over signs takes as long whatever the count is.
    let is_short = |problem| signs::time(problem).is_none_or(|seconds| seconds < 0.1);
    let suits =
        |engine: EngineKind, problem| engine.knows(problem) && (engine != EngineKind::Signs || is_short(problem));
    let able = EngineKind::ALL.iter().filter(|&&engine| problem.is_none_or(|problem| suits(engine, problem)));
    let outcomes = able.map(|&engine| by(engine).count(asked).unwrap());
    let counts: Vec<Count> = outcomes.inspect(|outcome| assert!(outcome.is_complete())).map(|it| it.count).collect();
    let name = problem.map_or("", Problem::name);
    assert!(counts.windows(2).all(|pair| pair[0] == pair[1]), "{name}: {counts:?}");
    counts[0].clone()
}

/// The count on which all engines that know the problem agree.
pub fn count(problem: &Problem) -> u64 {
    count_by_every_engine(problem, 1).to_u64().unwrap()
}

/// Keeps every level, and stops the sweep after some: levels that are files, or those in pieces.
#[derive(Debug)]
pub struct Early {
    pub checkpoints: Arc<dyn CheckpointStore>,
    pub signal: Arc<RunSignal>,
    pub left: AtomicU64,
    pub counts: Kept,
}

/// What is kept: states of a level in memory, a level on a disk, or a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    States,
    Level,
    Part,
}

impl Early {
    fn note(&self, kept: Kept) {
        if kept == self.counts && self.left.fetch_sub(1, Relaxed) == 1 {
            self.signal.stop();
        }
    }
}

impl CheckpointStore for Early {
    fn is_empty(&self) -> bool {
        self.checkpoints.is_empty()
    }

    fn wants(&self) -> bool {
        true
    }

    fn put(&self, head: &StoredLevel, pieces: &mut dyn Iterator<Item = Vec<u8>>) {
        self.checkpoints.put(head, pieces);
        self.note(Kept::States);
    }

    fn get(&self, wanted: &dyn Fn(&StoredLevel) -> bool, put: &mut dyn FnMut(&[u8]) -> bool) -> Option<StoredLevel> {
        self.checkpoints.get(wanted, put)
    }

    fn keep(&self, head: &StoredLevel, file: &dyn LevelFile) {
        self.checkpoints.keep(head, file);
        self.note(Kept::Level);
    }

    fn keep_begun(&self, file: &dyn LevelFile, end: u64) {
        if self.counts == Kept::Part {
            self.checkpoints.keep_begun(file, end);
            self.note(Kept::Part);
        }
    }

    fn open_begun(&self) -> Option<Arc<dyn LevelFile>> {
        self.checkpoints.open_begun()
    }

    fn open(&self, wanted: &dyn Fn(&StoredLevel) -> bool) -> Option<(StoredLevel, Arc<dyn LevelFile>)> {
        self.checkpoints.open(wanted)
    }
}

/// States, and what they are.
pub type KeptTask = (StoredLevel, Vec<Vec<u8>>);

/// A shelf in memory, which stops the engine when something has been put on it some times.
#[derive(Debug)]
pub struct Board {
    pub kept: Arc<Mutex<Option<KeptTask>>>,
    pub signal: Arc<RunSignal>,
    pub left: AtomicU64,
}

impl CheckpointStore for Board {
    fn is_empty(&self) -> bool {
        self.kept.lock().unwrap().is_none()
    }

    fn wants(&self) -> bool {
        true
    }

    fn put(&self, head: &StoredLevel, pieces: &mut dyn Iterator<Item = Vec<u8>>) {
        *self.kept.lock().unwrap() = Some((head.clone(), pieces.collect()));
        if self.left.fetch_sub(1, Relaxed) == 1 {
            self.signal.stop();
        }
    }

    fn get(&self, wanted: &dyn Fn(&StoredLevel) -> bool, put: &mut dyn FnMut(&[u8]) -> bool) -> Option<StoredLevel> {
        let kept = self.kept.lock().unwrap();
        let (head, pieces) = kept.as_ref().filter(|(head, _)| wanted(head))?;
        pieces.iter().all(|piece| put(piece)).then(|| head.clone())
    }
}
