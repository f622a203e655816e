//! A solution: the options in it, with their labels when it is shown.

use std::sync::Arc;

use dlx_count::OptionId;
use dlx_count::family::Drawing;
use dlx_count::picture::{svg, text};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use crate::errors::Fault;
use crate::problem::{Problem, PublishedCount};

/// A solution of an exact cover problem: a sequence of the labels of its options.
#[pyclass(frozen, sequence, module = "dlx_count._core")]
pub struct Solution {
    known: Arc<PublishedCount>,
    options: Box<[OptionId]>,
}

impl Solution {
    pub fn new(known: Arc<PublishedCount>, options: Box<[OptionId]>) -> Self {
        Self { known, options }
    }

    fn scene(&self) -> Option<&dlx_count::family::Scene> {
        self.known.drawing.as_ref().and_then(Drawing::scene)
    }

    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let labels = self.known.labels(py)?;
        PyList::new(
            py,
            self.options.iter().map(|option| labels.get_item(option.index())).collect::<PyResult<Vec<_>>>()?,
        )
    }
}

/// A function of Python, and what it is called with: a problem, and numbers of options.
type PickledSolution = (Py<PyAny>, (Problem, Vec<usize>));

#[pymethods]
impl Solution {
    /// The numbers of its options, from 0, in increasing order.
    #[getter]
    fn indices(&self) -> Vec<usize> {
        self.options.iter().map(|option| option.index()).collect()
    }

    /// The labels of its options.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py)
    }

    /// For each option the labels of its items, with colors.
    #[getter]
    fn items(&self) -> Vec<Vec<String>> {
        self.options.iter().map(|&option| self.known.problem().cell_words(option)).collect()
    }

    /// The values of all variables of a formula, as its format writes them, such as `1` and `-2`; also of those that no option names, since they follow from others. `None` if the problem is no formula.
    #[getter]
    fn values(&self) -> Option<Vec<String>> {
        self.known.drawing.as_ref()?.values_in(&self.options)
    }

    /// What the solution chooses in a graph: of `edges`, `rounds` of edges, `path`, `cycles`, `colors`, `parts` and `vertices` those that the problem is about, with vertices as they were given.
    /// `None` if the problem is about no graph.
    #[getter]
    fn chosen<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(choice) = self.known.drawing.as_ref().and_then(|drawing| drawing.choice_in(&self.options)) else {
            return Ok(None);
        };
        let text = serde_json::to_string(&choice).map_err(|error| Fault::Run(error.to_string()))?;
        let read = py.import("dlx_count._graphs")?.getattr("chosen_of")?;
        Ok(Some(read.call1((text, self.known.vertices(py)))?))
    }

    /// What is written in the cells of a board of squares, row by row: symbols, or names of pieces, and `None` in a cell that stays empty. `None` if the problem has no such board.
    #[getter]
    fn rows(&self) -> Option<Vec<Vec<Option<String>>>> {
        self.scene()?.rows(&self.options)
    }

    fn __len__(&self) -> usize {
        self.options.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, place: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(py)?.into_any().get_item(place)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py)?.try_iter()
    }

    fn __contains__(&self, label: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.list(label.py())?.as_any().contains(label)
    }

    /// Equal to a solution of the same options of the same problem, and to a list or tuple of their labels.
    fn __eq__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(other) = other.cast::<Self>() {
            let is_equal = self.options == other.get().options
                && self.known.question.problem().fingerprint() == other.get().known.question.problem().fingerprint();
            return Ok(is_equal.into_pyobject(py)?.to_owned().into_any());
        }
        let is_list = other.is_instance_of::<PyList>() || other.is_instance_of::<pyo3::types::PyTuple>();
        if !is_list {
            return Ok(py.NotImplemented().into_bound(py));
        }
        let is_equal = self.list(py)?.as_any().eq(py.get_type::<PyList>().call1((other,))?)?;
        Ok(is_equal.into_pyobject(py)?.to_owned().into_any())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = std::hash::DefaultHasher::new();
        self.options.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.list(py)?.as_any().repr()?.to_string())
    }

    /// The picture in text, or a line for each option; of a graph what the command line prints.
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        if let Some(scene) = self.scene().filter(|scene| scene.graph.is_none()) {
            return Ok(text(scene, &self.options).trim_end().to_owned());
        }
        if let Some(drawing) = &self.known.drawing {
            return Ok(drawing.draw(&self.options).trim_end().to_owned());
        }
        self.__repr__(py)
    }

    /// For pickle: its problem, and the numbers of its options.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<PickledSolution> {
        let made = py.import("dlx_count._problem")?.getattr("solution_of")?;
        Ok((made.unbind(), (Problem(Arc::clone(&self.known)), self.indices())))
    }

    /// The picture; none if the problem has no board.
    fn svg(&self) -> Option<String> {
        let scene = self.scene()?;
        Some(svg::picture(scene, self.known.question.problem().name(), &self.options))
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.svg()
    }
}
