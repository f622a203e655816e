//! How much memory to use by default: half of what is free on the machine, in the control groups of this process and under its limit on addresses.
//!
//! A container is such a group. Groups are nested, and every limit on the way counts: what is free is the limit minus what is in use, where pages of
//! files that the system would give up for us count as free. Linux has two kinds of them, v2 (one tree, `memory.max`) and v1 (a tree for
//! memory, `memory.limit_in_bytes`), and many systems both. A container sees its own group as the root of the tree, under a name that may differ from the one outside: so a
//! folder that is not there is passed over, and the ones above it are looked at.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The default where the system does not say how much is free: 2 GiB.
const UNKNOWN: usize = 2 << 30;

/// The default where nothing is free: enough for small problems.
const LEAST: usize = 16 << 20;

/// In v1, the largest possible number of pages stands for no limit. To read on in a folder without a limit would take 30 microseconds.
const NO_LIMIT: usize = 1 << 60;

/// Half of the free memory, in bytes.
pub(in crate::cli) fn default() -> usize {
    free(Path::new("/")).map_or(UNKNOWN, |bytes| (bytes / 2).max(LEAST))
}

/// The free memory, by the files below a root; none if they do not say.
fn free(root: &Path) -> Option<usize> {
    let own = text_of(&root.join("proc/self/cgroup")).unwrap_or_default();
    let trees = root.join("sys/fs/cgroup");
    let groups = own.lines().filter_map(|line| ControlGroup::new(&trees, line));
    groups.flat_map(|group| group.free()).chain(available(root)).chain(addresses(root)).min()
}

/// A short file, read in one go: the system does not report the length of such files, and to find it out takes a dozen calls.
fn text_of(path: &Path) -> Option<String> {
    let mut text = String::with_capacity(1 << 14);
    File::open(path).ok()?.take(1 << 20).read_to_string(&mut text).ok()?;
    Some(text)
}

/// What Linux says is available to new programs.
fn available(root: &Path) -> Option<usize> {
    let text = text_of(&root.join("proc/meminfo"))?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let kib: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    kib.checked_mul(1024)
}

/// How many addresses are left to this process, if `ulimit -v` bounds them, as systems that run jobs do: half of them at most, since not all that is reserved is used.
fn addresses(root: &Path) -> Option<usize> {
    let limits = text_of(&root.join("proc/self/limits"))?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: usize = line.split_whitespace().next()?.parse().ok()?;
    let pages: usize = text_of(&root.join("proc/self/statm"))?.split_whitespace().next()?.parse().ok()?;
    Some(limit.saturating_sub(pages.saturating_mul(4096)) / 2)
}

/// A control group of this process, and the names of its files.
struct ControlGroup {
    /// The roots of the tree: where it is, or may be.
    trees: Vec<PathBuf>,
    path: PathBuf,
    files: &'static Files,
}

struct Files {
    limit: &'static str,
    used: &'static str,
    /// The word in `memory.stat` for pages of files that were not used lately.
    idle: &'static str,
}

const V1: Files = Files { limit: "memory.limit_in_bytes", used: "memory.usage_in_bytes", idle: "total_inactive_file" };
const V2: Files = Files { limit: "memory.max", used: "memory.current", idle: "inactive_file" };

impl ControlGroup {
    /// The group that a line of `/proc/self/cgroup` names, `4:memory:/path` or `0::/path`, if it is one for memory.
    fn new(trees: &Path, line: &str) -> Option<Self> {
        let mut words = line.splitn(3, ':');
        let (number, kinds, path) = (words.next()?, words.next()?, words.next()?);
        let path = PathBuf::from(path.trim_start_matches('/'));
        if kinds.split(',').any(|kind| kind == "memory") {
            // One tree may hold several kinds of groups; then its folder is named after all of them.
            let mut trees = vec![trees.join("memory"), trees.join(kinds)];
            trees.dedup();
            return Some(Self { trees, path, files: &V1 });
        }
        let is_v2 = number == "0" && kinds.is_empty();
        is_v2.then(|| Self { trees: vec![trees.into(), trees.join("unified")], path, files: &V2 })
    }

    /// The memory that is free below each limit on the way up.
    fn free(&self) -> Vec<usize> {
        let folders = self.trees.iter().flat_map(|tree| self.path.ancestors().map(move |path| tree.join(path)));
        folders.filter_map(|folder| self.free_of(&folder)).collect()
    }

    fn free_of(&self, folder: &Path) -> Option<usize> {
        let number = |file| text_of(&folder.join(file))?.trim().parse::<usize>().ok();
        let limit = number(self.files.limit).filter(|&limit| limit < NO_LIMIT)?;
        let used = number(self.files.used).unwrap_or(0);
        let stat = text_of(&folder.join("memory.stat")).unwrap_or_default();
        let idle = stat.lines().find_map(|line| line.strip_prefix(self.files.idle)?.trim().parse::<usize>().ok());
        Some(limit.saturating_sub(used.saturating_sub(idle.unwrap_or(0))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root with these files.
    fn root(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        root
    }

    fn free_with(files: &[(&str, &str)]) -> Option<usize> {
        let meminfo = ("proc/meminfo", "MemTotal: 9000 kB\nMemFree: 10 kB\nMemAvailable: 8000 kB\n");
        free(root(&[files, &[meminfo]].concat()).path())
    }

    #[test]
    fn without_groups_the_machine_counts() {
        assert_eq!(free_with(&[]), Some(8000 * 1024));
        assert_eq!(free_with(&[("proc/self/cgroup", "0::/\n")]), Some(8000 * 1024));
        assert_eq!(free(root(&[]).path()), None);
    }

    #[test]
    fn addresses_may_be_few() {
        let statm = ("proc/self/statm", "500 90 80 7 0 20 0\n");
        let limits = |limit: &str| {
            format!("Max data size   unlimited   unlimited   bytes\nMax address space   {limit}   {limit}   bytes\n")
        };
        let few = limits("4048000");
        assert_eq!(free_with(&[("proc/self/limits", &few), statm]), Some(1_000_000));
        assert_eq!(free_with(&[("proc/self/limits", &limits("unlimited")), statm]), Some(8000 * 1024));
    }

    #[test]
    fn every_group_on_the_way_up_has_a_say() {
        let own = ("proc/self/cgroup", "0::/a/b\n");
        let files = [own, ("sys/fs/cgroup/a/b/memory.max", "max\n"), ("sys/fs/cgroup/a/memory.max", "5000000\n")];
        assert_eq!(free_with(&files), Some(5_000_000));
        let used = ("sys/fs/cgroup/a/memory.current", "4000000\n");
        assert_eq!(free_with(&[&files[..], &[used]].concat()), Some(1_000_000));
        let stat = ("sys/fs/cgroup/a/memory.stat", "anon 17\nfile 2500000\ninactive_file 2000000\nactive_file 5\n");
        assert_eq!(free_with(&[&files[..], &[used, stat]].concat()), Some(3_000_000));
        let full = ("sys/fs/cgroup/a/memory.current", "6000000\n");
        assert_eq!(free_with(&[&files[..], &[full]].concat()), Some(0));
    }

    /// Both kinds at once. In the old kind, a very large number means that there is no limit.
    #[test]
    fn the_old_kind_is_read_too() {
        let own = ("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/x/y\n0::/\n");
        let files = [
            own,
            ("sys/fs/cgroup/memory/x/y/memory.limit_in_bytes", "9223372036854771712\n"),
            ("sys/fs/cgroup/memory/x/memory.limit_in_bytes", "7000000\n"),
            ("sys/fs/cgroup/memory/x/memory.usage_in_bytes", "3000000\n"),
            ("sys/fs/cgroup/memory/x/memory.stat", "inactive_file 1\ntotal_inactive_file 500000\n"),
        ];
        assert_eq!(free_with(&files), Some(4_500_000));
    }

    /// In a container the path is one outside, and the limit is at the root.
    #[test]
    fn a_container_sees_its_group_as_the_root() {
        for (own, limit) in [
            ("0::/docker/0123\n", "sys/fs/cgroup/memory.max"),
            ("0::/docker/0123\n", "sys/fs/cgroup/unified/memory.max"),
            ("4:memory:/docker/0123\n", "sys/fs/cgroup/memory/memory.limit_in_bytes"),
        ] {
            assert_eq!(free_with(&[("proc/self/cgroup", own), (limit, "123456\n")]), Some(123_456), "{limit}");
        }
    }
}
