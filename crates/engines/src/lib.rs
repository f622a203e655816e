//! Engines: ways to count below a prefix. One algorithm per file; no input or output of their own, no clock, no threads.
//!
//! Every engine answers the same question, [`Engine::run`]: how many solutions are below this task's prefix?
//! It may be interrupted at any time, and then hands back what it found so far *and the rest*, as tasks:
//!
//! > count(task) = tally + the sum of the counts of the rest
//!
//! Sharing of work between threads, limits, Ctrl-C and resuming all rest on this equation.

mod algorithm;
pub mod auto;
pub mod bits;
pub mod buckets;
pub mod certificate;
mod checkpoints;
mod choose;
mod dealt_plan;
mod disk;
pub mod frontier;
mod imbalance;
mod info;
pub mod isomorph;
pub mod learn;
pub mod least;
mod ledger;
pub mod links;
mod obstacle;
mod permits;
pub mod planar;
mod ports;
mod probed;
mod probes;
mod quota;
mod residue;
mod run_signal;
pub mod signs;
mod task;
mod warm_start;

pub use algorithm::Engine;
pub use checkpoints::{CheckpointStore, StoredLevel, shelf_engine};
pub use dealt_plan::DealtPlan;
pub use disk::{Disk, LevelFile, Refused};
pub use dlx_core::side_by_side::side_by_side;
pub use imbalance::Imbalance;
pub use info::{ENGINES, EngineInfo, EngineKind, Keeps};
pub use obstacle::obstacle;
pub use permits::Permits;
pub use probes::Sums;
pub use probes::{Mean, Probes};
pub use run_signal::{RunSignal, SweepStage};
pub use task::{OpenLevel, OpenSubtrees, Prefix, PrefixError, Task};
