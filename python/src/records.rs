//! Tasks and tallies as lines of text, for drivers that send them to other machines.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use dlx_count::EngineKind;
use dlx_count::engine::{DealtPlan, RunSignal, Task};
use dlx_count::job::{AnswerForm, Request};
use dlx_count::parallel::{Journal, JournalError, Split};
use dlx_count::records::{OpenTask, Record, RecordJournal, RecordReader, SplitRecord, lines, sweep_lines};
use dlx_count::symmetry::CountQuery;
use dlx_count::tally::{Count, Tally};
use dlx_count::{Control, OptionId, Session};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::Fault;
use crate::patience::{Told, quietly, wait};
use crate::portable::portable;
use crate::problem::{Problem, integer, outcome_in_python};
use crate::settings::Settings;

/// A task that is open: its number, the options chosen, its weight, its share of the search.
type OpenTuple<'py> = (u64, Vec<usize>, Bound<'py, PyAny>, f64);

/// Refuses what cannot be put together from tasks of one problem.
fn check_plain(question: &CountQuery) -> Result<(), Fault> {
    if question.is_plain() || question.obstacle().is_some() {
        return Ok(());
    }
    let what = "a count up to symmetry is put together from counts of several problems, and is not split";
    Err(Fault::input(what, "ask for all solutions: tasks that a symmetry makes equal are counted once anyway"))
}

/// The first lines of a sweep of an engine: they say all that other machines have to know.
#[pyfunction]
pub fn split_sweep(py: Python<'_>, problem: &Problem, engine: &str, memory: usize) -> PyResult<String> {
    let question = &problem.0.question;
    check_plain(question)?;
    let kind = EngineKind::named(engine).filter(|_| question.obstacle().is_none());
    let plan = || kind.and_then(|kind| DealtPlan::new(kind, question.problem(), memory, &RunSignal::default()));
    let help = "leave the engine out: then tasks of the search tree are counted";
    let plan = py.detach(plan).ok_or_else(|| Fault::input("this problem cannot be swept", help))?;
    let request = Request { ask: portable(&problem.0)?, wanted: AnswerForm::Count };
    Ok(text(sweep_lines(question.problem(), request, plan))?)
}

fn text(lines: Result<Vec<String>, serde_json::Error>) -> Result<String, Fault> {
    let lines = lines
        .map_err(|error| Fault::input(format!("this cannot be written down: {error}"), "use paths that are text"))?;
    Ok(lines.into_iter().map(|line| line + "\n").collect())
}

/// Splits a problem into this number of tasks or more: a head, and a line for each task. The head says all that other machines have to know.
#[pyfunction]
pub fn split(py: Python<'_>, problem: &Problem, tasks: usize) -> PyResult<String> {
    let question = &problem.0.question;
    check_plain(question)?;
    let control = Control::default();
    let divide = || -> Result<String, Fault> {
        let ask = portable(&problem.0)?;
        let session = Session::builder().threads(1).control(control.clone()).build()?;
        let nothing = || Split { tally: Tally::default(), done: 1.0, tasks: Vec::new() };
        let split = question.obstacle().map_or_else(|| session.split_into(question.problem(), tasks), |_| nothing());
        text(lines(question.problem(), Request { ask, wanted: AnswerForm::Count }, split))
    };
    Ok(quietly(py, &control, divide)??)
}

/// What files of records (name, contents) say together: a dictionary with the count so far, whether that is all, the open tasks, and the first line.
#[pyfunction]
pub fn settle<'py>(py: Python<'py>, files: Vec<(String, Vec<u8>)>) -> PyResult<Bound<'py, PyDict>> {
    let mut reader = RecordReader::default();
    let mut whole = Vec::new();
    for (name, bytes) in &files {
        whole.push(reader.read(name, bytes).map_err(Fault::from)?);
    }
    let records = reader.finish().map_err(Fault::from)?;
    let question = question_of(&records.head().request)?;
    records.check(question.problem()).map_err(|what| Fault::input(what, "split again"))?;
    let sum = records.settle().map_err(Fault::from)?.sum();
    let open = |OpenTask { id, task, .. }: &OpenTask| -> PyResult<OpenTuple<'py>> {
        let prefix = task.prefix.iter().map(|option| option.index()).collect();
        Ok((*id, prefix, integer(py, &task.weight)?, task.share))
    };
    let dict = PyDict::new(py);
    dict.set_item("name", &records.head().name)?;
    dict.set_item("fingerprint", &records.head().fingerprint)?;
    dict.set_item("tasks", records.head().tasks)?;
    dict.set_item("unlisted", records.unlisted())?;
    dict.set_item("engine", &records.head().sweep.engine)?;
    dict.set_item("head", head_line(records.head())?)?;
    dict.set_item("count", integer(py, &sum.tally.count)?)?;
    dict.set_item("complete", sum.open.is_empty() && records.unlisted() == 0)?;
    dict.set_item("done", sum.done)?;
    dict.set_item("closed", sum.closed)?;
    dict.set_item("nodes", sum.tally.stats.nodes)?;
    dict.set_item("open", sum.open.iter().map(open).collect::<PyResult<Vec<_>>>()?)?;
    dict.set_item("whole", whole)?;
    Ok(dict)
}

fn head_line(head: &SplitRecord) -> Result<String, Fault> {
    Record::Split(Box::new(head.clone())).line("").map_err(|error| Fault::Run(error.to_string()))
}

fn question_of(request: &Request) -> Result<CountQuery, Fault> {
    let question = request.ask.questions()?.pop().ok_or_else(|| Fault::input("no puzzle", ""))?;
    check_plain(&question)?;
    Ok(question)
}

/// The question that the first line of a file of records is about, and that line.
pub fn read_head(head: &str) -> Result<(CountQuery, SplitRecord), Fault> {
    let mut reader = RecordReader::default();
    reader.read("head", head.as_bytes())?;
    let records = reader.finish()?;
    let question = question_of(&records.head().request)?;
    let changed = |what| Fault::input(what, "every machine needs the same files");
    records.check(question.problem()).map_err(changed)?;
    Ok((question, records.head().clone()))
}

/// Counts tasks of a split: it has the problem, and can be asked again and again.
#[pyclass(frozen, module = "dlx_count._core")]
pub struct Worker {
    question: CountQuery,
    split: String,
}

/// Lines that are written to memory.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[pymethods]
impl Worker {
    /// Makes the problem that the first line of a file of records is about.
    #[new]
    fn new(head: &str) -> PyResult<Self> {
        let (question, head) = read_head(head)?;
        Ok(Self { question, split: head.split })
    }

    /// Counts tasks (number, options chosen, share): a line for each tally. What limits leave is in the lines as the rest of a task, or not there at all.
    fn work<'py>(
        &self,
        py: Python<'py>,
        tasks: Vec<(u64, Vec<usize>, f64)>,
        settings: Settings,
    ) -> PyResult<(String, Bound<'py, PyAny>)> {
        let (control, told, out) = (Control::default(), Told::default(), Lines::default());
        let open = |(id, prefix, share): (u64, Vec<usize>, f64)| {
            let prefix = prefix.into_iter().map(OptionId::from_index).collect();
            OpenTask { id, task: Task { prefix, weight: Count::ONE, share }, is_part: false }
        };
        let journal = RecordJournal::new(out.clone(), &self.split, tasks.into_iter().map(open).collect());
        let place = Mutex::new(Some(Box::new(journal) as Box<dyn Journal>));
        let take = |_: &dlx_count::Problem| -> Result<_, JournalError> {
            Ok(place.lock().unwrap_or_else(PoisonError::into_inner).take())
        };
        let builder = settings.builder(&control)?;
        let count = || Ok::<_, Fault>(builder.build()?.count_kept(self.question.problem(), &take)?);
        let (outcome, raised) = wait(py, &control, &told, settings.listener.as_ref(), count);
        let outcome = outcome?;
        if let Some(raised) = raised {
            return Err(raised);
        }
        let lines = std::mem::take(&mut *out.0.lock().unwrap_or_else(PoisonError::into_inner));
        Ok((String::from_utf8_lossy(&lines).into_owned(), outcome_in_python(py, &outcome)?))
    }
}
