//! How to count: what `dlx_count._settings` has put into a dictionary.

use std::path::PathBuf;
use std::time::Duration;

use dlx_count::{Control, Count, EngineKind, Limits, Session, SessionBuilder};
use pyo3::prelude::*;

use crate::errors::Fault;

/// How to count.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Settings {
    threads: Option<usize>,
    engine: Option<String>,
    memory: Option<usize>,
    time_limit: Option<f64>,
    /// A number, in decimal digits.
    limit: Option<String>,
    node_limit: Option<u64>,
    /// The file that keeps the run.
    pub run: Option<PathBuf>,
    /// Called with how far the count is.
    pub listener: Option<Py<PyAny>>,
}

impl Settings {
    /// A session to be built, which this control stops.
    pub fn builder(&self, control: &Control) -> Result<SessionBuilder<'static>, Fault> {
        let limits = Limits { time: self.time()?, count: self.count()?, nodes: self.node_limit };
        let mut builder = Session::builder().control(control.clone()).limits(limits).engine(self.engine()?);
        if let Some(threads) = self.threads {
            builder = builder.threads(threads);
        }
        if let Some(memory) = self.memory {
            builder = builder.memory(memory);
        }
        Ok(builder)
    }

    fn engine(&self) -> Result<Option<EngineKind>, Fault> {
        let Some(name) = self.engine.as_deref().filter(|name| *name != "auto") else { return Ok(None) };
        let names = || EngineKind::ALL.iter().map(|engine| engine.name()).collect::<Vec<_>>().join(", ");
        let unknown =
            || Fault::input(format!("there is no engine `{name}`"), &format!("the engines are auto, {}", names()));
        EngineKind::named(name).map(Some).ok_or_else(unknown)
    }

    /// The limit on time.
    pub fn time(&self) -> Result<Option<Duration>, Fault> {
        let wrong =
            |_| Fault::input("time_limit is not a time", "a number of seconds such as 30 or 0.5, or a timedelta");
        self.time_limit.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(wrong)).transpose()
    }

    fn count(&self) -> Result<Option<Count>, Fault> {
        let wrong = |_| Fault::input("limit is not a number of solutions", "a whole number from 0");
        self.limit.as_ref().map(|digits| digits.parse().map_err(wrong)).transpose()
    }
}
