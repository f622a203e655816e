//! A problem with what Python knows about it, and all that can be asked of one.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Instant;

use dlx_count::family::Drawing;
use dlx_count::format::{OutputFormat, write};
use dlx_count::job::{AnswerForm, Ask, Demands, Job, Request};
use dlx_count::problem::{Connected, Decimal, Multiplicity, ParseMultiplicityError};
use dlx_count::puzzle::{Conclusion, Deduction, Deductions};
use dlx_count::session::Explanation;
use dlx_count::stop::{Stopped, caught};
use dlx_count::store::Store;
use dlx_count::symmetry::CountQuery;
use dlx_count::tally::Outcome;
use dlx_count::trace::{MAX_OPTIONS, Page, fewest_first};
use dlx_count::{Color, Control, Count, ItemId, OptionId, ProblemBuilder, ProblemError, Session};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString, PyTuple, PyType};

use crate::errors::Fault;
use crate::patience::{Told, quietly, wait};
use crate::portable::{Pickled, recipe};
use crate::settings::Settings;
use crate::solution::Solution;

/// A step on the way to the solution: see `steps`.
type Step = (&'static str, Vec<String>, Vec<String>, Option<usize>, Vec<usize>, usize);

/// A problem, what is asked about it, how its solutions are drawn, where it comes from, and what its options are called.
pub struct PublishedCount {
    pub question: CountQuery,
    pub drawing: Option<Drawing>,
    pub ask: Option<Ask>,
    labels: PyOnceLock<Py<PyList>>,
    /// The vertices of a graph by their names, where Python has given other objects.
    vertices: PyOnceLock<Py<PyDict>>,
    /// What makes it anywhere, once it has been asked for.
    recipe: PyOnceLock<String>,
}

impl PublishedCount {
    pub fn new(question: CountQuery, drawing: Option<Drawing>, ask: Option<Ask>) -> Self {
        Self {
            question,
            drawing,
            ask,
            labels: PyOnceLock::new(),
            vertices: PyOnceLock::new(),
            recipe: PyOnceLock::new(),
        }
    }

    /// A problem whose options are called so.
    pub fn labelled(py: Python<'_>, problem: dlx_count::Problem, labels: Option<Py<PyList>>) -> Self {
        let known = Self::new(problem.into(), None, None);
        if let Some(labels) = labels {
            known.labels.set(py, labels).ok();
        }
        known
    }

    /// The problem whose options stand in solutions. Where items are covered several times, another one is made of it to be counted.
    pub fn problem(&self) -> &dlx_count::Problem {
        self.question.problem().original()
    }

    /// What the options are called: what Python has given for them, else their labels, else tuples of the labels of their items; behind a label that several options have, such as the name of a piece.
    pub fn labels<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyList>> {
        let problem = self.problem();
        let make = || -> PyResult<Py<PyList>> {
            let mut numbers = HashMap::new();
            problem.options().for_each(|option| *numbers.entry(problem.option_label(option)).or_insert(0) += 1);
            let label = |option: OptionId| -> PyResult<Bound<'py, PyAny>> {
                let label = problem.option_label(option);
                match label.filter(|_| numbers[&label] == 1) {
                    Some(label) => Ok(label.into_pyobject(py)?.into_any()),
                    None => {
                        let words = label.map(str::to_owned).into_iter().chain(problem.cell_words(option));
                        Ok(PyTuple::new(py, words.collect::<Vec<_>>())?.into_any())
                    }
                }
            };
            Ok(PyList::new(py, problem.options().map(label).collect::<PyResult<Vec<_>>>()?)?.unbind())
        };
        Ok(self.labels.get_or_try_init(py, make)?.bind(py))
    }

    /// The vertices of its graph by their names, if Python has given other objects.
    pub fn vertices<'py>(&self, py: Python<'py>) -> Option<&Bound<'py, PyDict>> {
        Some(self.vertices.get(py)?.bind(py))
    }
}

/// The problem as Rust has it.
#[pyclass(frozen, module = "dlx_count._core")]
pub struct Problem(pub Arc<PublishedCount>);

impl Problem {
    pub fn of(question: CountQuery, drawing: Option<Drawing>, ask: Option<Ask>) -> Self {
        Self(Arc::new(PublishedCount::new(question, drawing, ask)))
    }

    pub fn question(&self) -> &CountQuery {
        &self.0.question
    }

    pub fn problem(&self) -> &dlx_count::Problem {
        self.question().problem()
    }

    /// A solution of this problem: options of the original one.
    pub fn solution(&self, options: Vec<OptionId>) -> Solution {
        Solution::new(Arc::clone(&self.0), options.into())
    }

    /// The question asked in another way, for a problem of a family.
    fn asked_again(&self, ask: Ask, place: usize) -> Result<Self, Fault> {
        let mut all = ask.drawn_or_counted_questions()?;
        let (question, drawing) = all.swap_remove(place.min(all.len() - 1));
        Ok(Self::of(question, drawing, Some(ask)))
    }

    /// The outcome of a small problem, counted on this thread: to hand it over to another takes longer.
    fn count_soon(&self, settings: &Settings) -> Result<Option<Outcome>, Fault> {
        if settings.run.is_some() {
            return Ok(None);
        }
        Ok(settings.builder(&Control::default())?.build()?.count_soon(self.question()))
    }

    fn count_in(&self, session: &Session<'_>, settings: &Settings) -> Result<Outcome, Fault> {
        let Some(path) = &settings.run else { return Ok(session.count(self.question())?) };
        let name = self.problem().name();
        let mut job = Job::answer(name, [self.question()], vec![name.into()]);
        if let Some(ask) = &self.0.ask {
            job = job.asked_by(Request { ask: ask.clone(), wanted: AnswerForm::Count });
        }
        let store = Store::open(path, &job)?;
        let outcome = session.count_kept(self.question(), &store)?;
        store.finish(outcome.is_complete())?;
        Ok(outcome)
    }
}

#[pymethods]
impl Problem {
    /// Makes a problem: labels of items, the first `n_primary` of them primary; options as three lists of 32 bits each: places of items, of
    /// colors (0 is none, and no list at all is none everywhere), and for each option the place where it ends; how options must be connected, and their nodes.
    #[new]
    #[pyo3(signature = (name, items, n_primary, colors, numbers, labels, joined=None))]
    fn new(
        name: &str,
        items: Vec<String>,
        n_primary: usize,
        colors: Vec<String>,
        numbers: (&[u8], &[u8], &[u8]),
        labels: Option<Py<PyList>>,
        joined: Option<Joined>,
    ) -> PyResult<Self> {
        let mut builder = build(name, &items, n_primary, &colors, [numbers.0, numbers.1, numbers.2])
            .map_err(|error| Fault::input(error, ""))?;
        if let Some(joined) = joined {
            connect(&mut builder, &joined)?;
        }
        Python::attach(|py| {
            if let Some(labels) = &labels {
                label_options(&mut builder, labels.bind(py))?;
            }
            Ok(Self(Arc::new(PublishedCount::labelled(py, builder.build(), labels))))
        })
    }

    #[getter]
    fn name(&self) -> &str {
        self.problem().name()
    }

    /// Items, primary items, options.
    #[getter]
    fn sizes(&self) -> (usize, usize, usize) {
        let problem = self.0.problem();
        (problem.n_items(), problem.n_primary(), problem.n_options())
    }

    #[getter]
    fn fingerprint(&self) -> String {
        self.problem().fingerprint()
    }

    #[getter]
    fn item_labels(&self) -> Vec<&str> {
        self.0.problem().items().map(|item| self.0.problem().item_label(item)).collect()
    }

    #[getter]
    fn option_labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.0.labels(py).cloned()
    }

    /// Says which objects the names of vertices stand for.
    fn name_vertices(&self, py: Python<'_>, vertices: Py<PyDict>) {
        self.0.vertices.set(py, vertices).ok();
    }

    /// The items of an option, with colors.
    fn option_items(&self, option: usize) -> Vec<String> {
        self.0.problem().cell_words(OptionId::from_index(option))
    }

    #[getter]
    fn is_up_to_symmetry(&self) -> bool {
        self.question().equivalence().is_some()
    }

    /// The problem as text.
    fn text(&self, format: &str) -> PyResult<String> {
        let mut text = Vec::new();
        let format = output_format(format)?;
        write(self.problem(), format, &mut text).map_err(|error| Fault::input(error, ""))?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Counts. An exception that is raised meanwhile is returned together with the outcome.
    fn count<'py>(&self, py: Python<'py>, settings: Settings) -> PyResult<(Bound<'py, PyAny>, Option<PyErr>)> {
        let (control, told) = (Control::default(), Told::default());
        let builder = settings.builder(&control)?;
        if let Some(outcome) = py.detach(|| self.count_soon(&settings))? {
            return Ok((outcome_in_python(py, &outcome)?, None));
        }
        let work = || self.count_in(&builder.on_progress(|progress| told.note(progress)).build()?, &settings);
        let (outcome, raised) = wait(py, &control, &told, settings.listener.as_ref(), work);
        Ok((outcome_in_python(py, &outcome?)?, raised))
    }

    /// Draws this number of solutions, or of kinds of solutions, at random.
    fn sample(&self, py: Python<'_>, number: usize, seed: u64, settings: Settings) -> PyResult<Vec<Solution>> {
        if self.question().obstacle().is_some() {
            return Ok(Vec::new());
        }
        let control = Control::default();
        let builder = settings.builder(&control)?;
        let drawn =
            quietly(py, &control, || Ok::<_, Fault>(builder.build()?.sample_kinds(self.question(), number, seed)?))??;
        Ok(drawn.unwrap_or_default().into_iter().map(|kind| self.solution(kind.options)).collect())
    }

    /// What a count would take.
    fn estimate<'py>(
        &self,
        py: Python<'py>,
        probes: u64,
        seed: u64,
        settings: Settings,
    ) -> PyResult<Bound<'py, PyDict>> {
        let control = Control::default();
        let builder = settings.builder(&control)?;
        let found =
            quietly(py, &control, || Ok::<_, Fault>(builder.build()?.estimate(self.problem(), probes, seed)?))??;
        let times = PyDict::new(py);
        for (kind, expected) in &found.times {
            times.set_item(
                kind.name(),
                match expected {
                    dlx_count::session::Expected::Measured(time) => Some(time.as_secs_f64()),
                    dlx_count::session::Expected::About(seconds) => Some(*seconds),
                    dlx_count::session::Expected::Unknown => None,
                },
            )?;
        }
        let dict = PyDict::new(py);
        dict.set_item("solutions", found.probes.solutions.value)?;
        dict.set_item("solutions_interval", found.probes.solutions.interval())?;
        dict.set_item("nodes", found.probes.nodes.value)?;
        dict.set_item("nodes_interval", found.probes.nodes.interval())?;
        dict.set_item("probes", found.probes.number)?;
        dict.set_item("states", Some(found.sweep.states.about).filter(|states| states.is_finite()))?;
        dict.set_item("engine", found.plan.engine)?;
        dict.set_item("seconds", times)?;
        Ok(dict)
    }

    /// The problem up to symmetry.
    fn up_to_symmetry(&self, py: Python<'_>) -> PyResult<Self> {
        let question = self.question();
        if question.equivalence().is_some() {
            return Ok(Self(Arc::clone(&self.0)));
        }
        let again = || match &self.0.ask {
            Some(ask) => {
                let arguments = ask.source.arguments().clone().with("up-to-symmetry", [""; 0]);
                let source = dlx_count::job::Source::new(ask.source.family().name, arguments).expect("it is there");
                self.asked_again(Ask { source, demands: ask.demands.clone() }, 0)
            }
            None => {
                let question = CountQuery::up_to_all(self.problem().clone());
                let help = "count without symmetry, or choose some options by `where(select=...)`";
                Ok(Self::of(question.map_err(|error| Fault::input(error, help))?, None, None))
            }
        };
        let made = quietly(py, &Control::default(), again)??;
        self.lend_names(py, &made);
        Ok(made)
    }

    /// The problem with demands on the solutions, by the names that they have on the command line. Options and items are named as there.
    fn demand(&self, py: Python<'_>, words: BTreeMap<String, Vec<String>>, irredundant: bool) -> PyResult<Self> {
        let more = Demands { irredundant, ..demands(words)? };
        let made = match &self.0.ask {
            Some(ask) => {
                let demands = both(ask.demands.clone(), more);
                self.asked_again(Ask { source: ask.source.clone(), demands }, 0)?
            }
            None => Self::of(more.apply(self.question().clone()).map_err(Fault::from)?, None, None),
        };
        self.lend_names(py, &made);
        Ok(made)
    }

    /// Items that cannot be covered together, at this cost or less; none if there is a solution. Says whether none of them can be left out, and whether time was up before anything was known.
    fn explain(
        &self,
        py: Python<'_>,
        within: Option<String>,
        settings: Settings,
    ) -> PyResult<(Option<Vec<String>>, bool, bool)> {
        all_wanted(self.question(), "an explanation")?;
        let problem = self.problem();
        if let Some(why) = self.question().obstacle() {
            return Err(Fault::input(why, "there is no solution, and no items are to blame").into());
        }
        let most = within.map(|cost| cost.parse::<Decimal>()).transpose().map_err(|error| Fault::input(error, ""))?;
        let most = most.map(|most| problem.original().priced().cost_within(most));
        let control = Control::default();
        let builder = settings.builder(&control)?;
        let explain = || -> Result<_, Fault> {
            let session = builder.build()?;
            Ok(most.map_or_else(|| session.explain(problem), |most| session.explain_within(problem, most))?)
        };
        Ok(match quietly(py, &control, explain)?? {
            Explanation::Core { items, is_irreducible } => {
                let labels = items.iter().map(|&item| problem.original().item_label(item).to_owned());
                (Some(labels.collect()), is_irreducible, false)
            }
            Explanation::Unknown(_) => (None, false, true),
            _ => (None, true, false),
        })
    }

    /// The steps by which a person gets to the solution: each its technique, the items that it is about, those that these share, the number of the option that is chosen or those of the options that are out, and the singles of a trial.
    /// Then whether the problem is solved, and whether there are no more steps.
    fn steps(&self, py: Python<'_>, settings: Settings) -> PyResult<(Vec<Step>, bool, bool)> {
        all_wanted(self.question(), "steps")?;
        let problem = self.question().problem();
        let control = Control::default();
        let limit = settings.time()?.and_then(|time| Instant::now().checked_add(time));
        let labels = |items: &[ItemId]| items.iter().map(|&item| problem.item_label(item).to_owned()).collect();
        let step = |found: Deduction| -> Step {
            let out = found.out.iter().map(|option| option.index()).collect();
            let (items, shared) = (labels(&found.items), labels(&found.shared));
            (found.technique.name(), items, shared, found.chosen.map(OptionId::index), out, found.n_singles)
        };
        let mut steps = Vec::new();
        let all = || {
            let mut deductions = Deductions::new(problem)?;
            deductions.by_ref().for_each(|found| steps.push(step(found)));
            Some(deductions.conclusion())
        };
        match quietly(py, &control, || control.signal().word().until(limit).over(|| caught(all)))? {
            Ok(Some(conclusion)) => Ok((steps, conclusion == Conclusion::Solved, true)),
            Ok(None) => {
                let what = "steps are for items that are covered once, by options that need not be connected";
                Err(Fault::input(what, "explain() says which items clash").into())
            }
            Err(Stopped) => Ok((steps, false, false)),
        }
    }

    /// For pickle: a function, and what makes this problem anywhere, its name, and what Python calls its options and the vertices of its graph.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Pickled> {
        let recipe = self.0.recipe.get_or_try_init(py, || recipe(&self.0))?.clone();
        let is_own = self.0.ask.is_none();
        let labels = self.0.labels.get(py).filter(|_| is_own).map(|labels| labels.clone_ref(py));
        let again = py.import("dlx_count._problem")?.getattr("core_again")?;
        let vertices = self.0.vertices(py).cloned().map(Bound::unbind);
        Ok((again.unbind(), (recipe, is_own.then(|| self.name().to_owned()), labels, vertices)))
    }

    /// The solution with the options of these numbers.
    #[pyo3(name = "solution")]
    fn numbered(&self, options: Vec<usize>) -> PyResult<Solution> {
        if options.iter().any(|&option| option >= self.0.problem().n_options()) {
            return Err(Fault::input("a solution of another problem", "").into());
        }
        Ok(self.solution(options.into_iter().map(OptionId::from_index).collect()))
    }

    /// The search step by step: the page.
    fn trace(&self, steps: usize) -> PyResult<String> {
        all_wanted(self.question(), "trace")?;
        let problem = self.problem();
        if problem.connected().is_some() {
            let what = "trace cannot be used where options must be connected";
            return Err(Fault::input(what, "solutions() shows the solutions").into());
        }
        if problem.n_options() > MAX_OPTIONS {
            let what = format!("{} has {} options, too many for a page", problem.name(), problem.n_options());
            return Err(Fault::input(what, &format!("trace shows problems with up to {MAX_OPTIONS} options")).into());
        }
        // Copies of items are in no picture.
        let drawing = self.0.drawing.as_ref().filter(|_| !problem.is_derived());
        let scene = drawing.and_then(Drawing::scene);
        let recording = fewest_first(problem, steps);
        Ok(Page::new(problem, scene).search("Algorithm X: the item with the fewest options first", &recording).html())
    }

    /// The empty board, if there is one.
    fn svg(&self) -> Option<String> {
        let scene = self.0.drawing.as_ref().and_then(Drawing::scene)?;
        Some(dlx_count::picture::svg::picture(scene, self.problem().name(), &[]))
    }
}

impl Problem {
    /// Options and vertices that Python has called something are called so in a problem with the same options, too.
    fn lend_names(&self, py: Python<'_>, to: &Self) {
        if let Some(vertices) = self.0.vertices.get(py) {
            to.0.vertices.set(py, vertices.clone_ref(py)).ok();
        }
        let (ours, theirs) = (self.0.problem().n_options(), to.0.problem().n_options());
        if let (None, Some(labels), true) = (&self.0.ask, self.0.labels.get(py), ours == theirs) {
            to.0.labels.set(py, labels.clone_ref(py)).ok();
        }
    }
}

/// Demands by name, as the program writes them down itself: a new kind of them needs nothing here.
fn demands(words: BTreeMap<String, Vec<String>>) -> Result<Demands, Fault> {
    let mut all = serde_json::to_value(Demands::default()).unwrap_or_default();
    for (name, words) in words {
        match all.get_mut(&name) {
            Some(place) => *place = words.into(),
            None => return Err(Fault::input(format!("there is no demand `{name}`"), "see help(Problem.where)")),
        }
    }
    serde_json::from_value(all).map_err(|error| Fault::Run(error.to_string()))
}

/// The demands of two together.
fn both(mut one: Demands, other: Demands) -> Demands {
    one.select.extend(other.select);
    one.forbid.extend(other.forbid);
    one.optional.extend(other.optional);
    one.at_least.extend(other.at_least);
    one.at_most.extend(other.at_most);
    one.irredundant |= other.irredundant;
    one
}

/// Refuses a question up to symmetry for what shows all solutions.
pub fn all_wanted(question: &CountQuery, what: &str) -> Result<(), Fault> {
    if question.problem().shown().is_some() {
        let hidden =
            format!("{what} is about all options, and this formula has hidden variables that cannot be eliminated");
        return Err(Fault::input(hidden, "count() counts models by their shown variables"));
    }
    if question.equivalence().is_none() {
        return Ok(());
    }
    Err(Fault::input(format!("{what} is about all solutions"), "ask the problem that is not up to symmetry"))
}

fn output_format(name: &str) -> Result<OutputFormat, Fault> {
    OutputFormat::named(name).ok_or_else(|| Fault::unknown_format(name, OutputFormat::WORDS))
}

/// Numbers of 32 bits.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = usize> {
    bytes.chunks_exact(4).map(|four| u32::from_ne_bytes([four[0], four[1], four[2], four[3]]) as usize)
}

fn build(
    name: &str,
    items: &[String],
    n_primary: usize,
    colors: &[String],
    [cells, tints, ends]: [&[u8]; 3],
) -> Result<ProblemBuilder, ProblemError> {
    let mut builder = dlx_count::Problem::builder();
    builder.name(name);
    for (place, label) in items.iter().enumerate() {
        if place < n_primary {
            builder.primary(label)?
        } else {
            builder.secondary(label)?
        };
    }
    let colors = colors.iter().map(|label| builder.color(label)).collect::<Result<Vec<Color>, _>>()?;
    let tints = numbers(tints).map(|tint| if tint == 0 { Color::NONE } else { colors[tint - 1] });
    let mut cells = numbers(cells).map(ItemId::from_index).zip(tints.chain(std::iter::repeat(Color::NONE)));
    let mut start = 0;
    for end in numbers(ends) {
        for (item, color) in cells.by_ref().take(end - start) {
            builder.push(item, color)?;
        }
        builder.finish()?;
        start = end;
    }
    Ok(builder)
}

/// Labels that are texts are those of the options, so that files and pages have them, too.
fn label_options(builder: &mut ProblemBuilder, labels: &Bound<'_, PyList>) -> PyResult<()> {
    for (option, label) in labels.iter().enumerate() {
        if let Ok(label) = label.cast::<PyString>() {
            let option = OptionId::from_index(option);
            builder.label(option, label.to_str()?).map_err(|error| Fault::input(error, ""))?;
        }
    }
    Ok(())
}

/// How many components there are, how many nodes each has, and whether they are without cycles; for each option its nodes with their colors, and whether it keeps them apart.
type Joined = (String, String, bool, Vec<Vec<(String, String)>>, Vec<bool>);

fn connect(
    builder: &mut ProblemBuilder,
    (components, nodes, is_acyclic, ports, is_apart): &Joined,
) -> Result<(), Fault> {
    let number = |text: &str, help| {
        text.parse::<Multiplicity>().map_err(|error: ParseMultiplicityError| Fault::input(error, help))
    };
    let components = number(components, "connected=1, connected=\"0..2\"")?;
    let nodes = number(nodes, "nodes=3, nodes=\"2..4\"")?;
    builder.connected(Connected { components, nodes, is_acyclic: *is_acyclic });
    for (place, (nodes, is_apart)) in ports.iter().zip(is_apart).enumerate() {
        let nodes = nodes.iter().map(|(label, color)| builder.colored_node(label, color));
        let nodes = nodes.collect::<Result<Vec<_>, _>>().map_err(|error| Fault::input(error, ""))?;
        let option = OptionId::from_index(place);
        let said = if *is_apart { builder.apart(option, &nodes) } else { builder.ports(option, &nodes) };
        said.map(drop).map_err(|error| Fault::input(error, ""))?;
    }
    Ok(())
}

/// A count as an integer of Python, which may have any size, too.
pub fn integer<'py>(py: Python<'py>, count: &Count) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, &count.to_bytes());
    py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
}

/// An outcome as a `dlx_count.Outcome`.
pub fn outcome_in_python<'py>(py: Python<'py>, outcome: &Outcome) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    dict.set_item("count", integer(py, &outcome.count)?)?;
    dict.set_item("complete", outcome.is_complete())?;
    let ending = serde_json::to_value(outcome.ending).ok().and_then(|word| word.as_str().map(String::from));
    dict.set_item("ending", ending)?;
    dict.set_item("done", outcome.done)?;
    dict.set_item("engine", outcome.engine)?;
    dict.set_item("reason", &outcome.reason)?;
    dict.set_item("threads", outcome.threads)?;
    dict.set_item("tasks", outcome.tasks)?;
    dict.set_item("nodes", outcome.stats.nodes)?;
    dict.set_item("updates", outcome.stats.updates)?;
    dict.set_item("seconds", outcome.elapsed.as_secs_f64())?;
    static OUTCOME: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    OUTCOME.import(py, "dlx_count._outcome", "Outcome")?.call((), Some(&dict))
}
