//! Seeds of random numbers: given, or drawn and printed, so that a run can be repeated.

use super::print::note;

/// Drawn seeds are below this: short enough to be typed, and exact in every reader of JSON.
const DRAWN: u64 = 1 << 32;

/// The seed that was given, or a random one, which is printed.
pub(in crate::cli) fn seed(given: Option<u64>, is_quiet: bool) -> u64 {
    given.unwrap_or_else(|| {
        let drawn = fastrand::u64(..DRAWN);
        if !is_quiet {
            note(&format!("drawn at random: --seed {drawn} repeats it"));
        }
        drawn
    })
}
