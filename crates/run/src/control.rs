//! Stopping a run, from inside by a limit or from outside by a person.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use dlx_core::tally::{Count, Ending};
use dlx_engines::RunSignal;

/// A handle to stop everything that a session does, from anywhere: another thread, a signal handler, a progress callback.
///
/// Clones are handles to the same session. It stays stopped: any later request ends at once.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<SharedControl>);

#[derive(Debug, Default)]
struct SharedControl {
    /// Position in [`ENDINGS`] of the reason to stop; 0 while there is none.
    ending: AtomicU8,
    signal: RunSignal,
    /// The control above: when it is stopped, so is this one.
    above: Option<Control>,
}

const ENDINGS: [Ending; 6] = [
    Ending::Complete,
    Ending::TimeLimit,
    Ending::CountLimit,
    Ending::NodeLimit,
    Ending::Interrupted,
    Ending::TasksMissing,
];

impl Control {
    /// A control of one count, which stops when this does. A limit that stops only that count stops nothing else.
    #[must_use]
    pub fn below(&self) -> Self {
        let signal = RunSignal::below(self.signal());
        Self(Arc::new(SharedControl { ending: AtomicU8::default(), signal, above: Some(self.clone()) }))
    }

    /// Asks all that runs to stop. Workers notice it within some milliseconds and hand in what they have; the outcomes then say `ending`.
    /// The first reason given stays.
    pub fn stop(&self, ending: Ending) {
        let code = (0..).zip(ENDINGS).find(|&(_, known)| known == ending).map_or(0, |(code, _)| code);
        let _ = self.0.ending.compare_exchange(0, code, Relaxed, Relaxed);
        if code != 0 {
            self.0.signal.stop();
        }
    }

    /// The reason for the stop, if there was a request.
    #[must_use]
    pub fn stopped_by(&self) -> Option<Ending> {
        match self.0.ending.load(Relaxed) {
            0 => self.0.above.as_ref().and_then(Self::stopped_by),
            code => Some(ENDINGS[usize::from(code)]),
        }
    }

    /// The signal of the engines of a run.
    pub fn signal(&self) -> &RunSignal {
        &self.0.signal
    }
}

/// Bounds on a run. The first that is reached stops it; the count is then a lower bound.
///
/// Engines know a bound on nodes or solutions beforehand and look more often when it is near, so it is exceeded by little. If a problem is
/// counted to the end before the bound is looked at, the outcome is complete.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// Wall-clock time of the search.
    pub time: Option<Duration>,
    /// Stop when this many solutions have been found; a few more may be found before all workers know.
    pub count: Option<Count>,
    /// Stop when this many nodes have been visited, likewise.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Tells the engines of `workers` workers how far they may go.
    pub fn tell(&self, control: &Control, workers: usize) {
        control.signal().bound(self.nodes, self.count.as_ref().and_then(Count::to_u64), workers);
    }

    /// The limits that are left when this much time has been spent.
    #[must_use]
    pub fn after(&self, spent: Duration) -> Self {
        Self { time: self.time.map(|time| time.saturating_sub(spent)), ..self.clone() }
    }

    /// Is the time over for a run that was started then?
    pub fn is_late(&self, started: Instant) -> bool {
        self.time.is_some_and(|time| started.elapsed() >= time)
    }

    /// Stops the run if one of the limits is reached.
    pub fn enforce(&self, control: &Control, started: Instant) {
        let signal = control.signal();
        if self.is_late(started) {
            control.stop(Ending::TimeLimit);
        }
        if self.count.as_ref().is_some_and(|count| Count::from(signal.found()) >= *count) {
            control.stop(Ending::CountLimit);
        }
        if self.nodes.is_some_and(|nodes| signal.nodes() >= nodes) {
            control.stop(Ending::NodeLimit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_to_stop_stays() {
        let control = Control::default();
        control.stop(Ending::Complete);
        assert_eq!(control.stopped_by(), None);
        control.clone().stop(Ending::Interrupted);
        control.stop(Ending::TimeLimit);
        assert_eq!(control.stopped_by(), Some(Ending::Interrupted));
        assert!(control.signal().is_stopped());
    }

    #[test]
    fn every_reason_but_completeness_stops() {
        use Ending::{CountLimit, Interrupted, NodeLimit, TasksMissing, TimeLimit};
        for ending in [TimeLimit, CountLimit, NodeLimit, Interrupted, TasksMissing] {
            let control = Control::default();
            control.stop(ending);
            assert_eq!((control.stopped_by(), control.signal().is_stopped()), (Some(ending), true));
        }
    }

    #[test]
    fn what_stops_a_count_stops_no_other() {
        let session = Control::default();
        let [one, other] = [session.below(), session.below()];
        one.stop(Ending::TimeLimit);
        assert_eq!((session.stopped_by(), other.stopped_by()), (None, None));
        session.stop(Ending::Interrupted);
        assert_eq!([&one, &other].map(Control::stopped_by), [Some(Ending::TimeLimit), Some(Ending::Interrupted)]);
        assert!(other.signal().is_stopped() && other.signal().for_trial().is_stopped());
        assert!(session.below().signal().is_stopped());
    }
}
