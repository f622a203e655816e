//! The settings by which a session counts.

use std::path::PathBuf;

use dlx_engines::EngineKind;
use dlx_run::{Limits, SplitDepth};

/// Bytes for states by default.
const DEFAULT_MEMORY: usize = 1 << 30;

/// How a session counts.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SessionSettings {
    pub(super) memory: usize,
    /// None: the one that seems best for each problem.
    pub(super) engine: Option<EngineKind>,
    pub(super) split_depth: SplitDepth,
    pub(super) is_merging: bool,
    pub(super) limits: Limits,
    /// Where levels go that are larger than memory; nowhere unless told.
    pub(super) spill: Option<PathBuf>,
}

impl Default for SessionSettings {
    fn default() -> Self {
        Self {
            memory: DEFAULT_MEMORY,
            engine: None,
            split_depth: SplitDepth::Auto,
            is_merging: true,
            limits: Limits::default(),
            spill: None,
        }
    }
}
