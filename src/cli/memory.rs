//! How much memory to use when nobody says: half of what the system says is free.

/// Where the system does not say: 2 GiB.
const UNKNOWN: usize = 2 << 30;

/// Half of the free memory, in bytes.
pub(super) fn default() -> usize {
    available().map_or(UNKNOWN, |bytes| bytes / 2)
}

/// What Linux says is available to new programs.
fn available() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let kib: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    kib.checked_mul(1024)
}
