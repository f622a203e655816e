//! Chance: the number that decides it is given, or drawn and said, so that it can be given the next time.

use super::note;

/// Drawn seeds are below this: short enough to be typed again, and exact in JSON for every reader.
const DRAWN: u64 = 1 << 32;

/// The seed that was given, or a drawn one, which is said.
pub(super) fn seed(given: Option<u64>, is_quiet: bool) -> u64 {
    given.unwrap_or_else(|| {
        let drawn = fastrand::u64(..DRAWN);
        if !is_quiet {
            note(&format!("by chance: --seed {drawn} decides the same"));
        }
        drawn
    })
}
