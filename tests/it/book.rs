//! The book and README as documents: every chapter is named, every link leads somewhere, every file that is named is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder, by name.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.is_file()).collect::<BTreeSet<_>>().into_iter().collect()
}

fn chapters() -> Vec<PathBuf> {
    let is_chapter =
        |path: &PathBuf| path.extension().is_some_and(|kind| kind == "md") && !path.ends_with("SUMMARY.md");
    files("docs/src").into_iter().filter(is_chapter).collect()
}

/// The pages for users, whose commands are run as well.
pub fn pages() -> Vec<PathBuf> {
    ["README.md", "docs/README.md"].iter().map(|page| root().join(page)).chain(chapters()).collect()
}

/// The parts of a page in turn: outside of blocks of code, and inside.
fn outside_blocks(text: &str) -> impl Iterator<Item = &str> {
    text.split("```").step_by(2)
}

/// Where the links and pictures of a page lead, those to other sites left out.
fn links(text: &str) -> Vec<&str> {
    let targets = outside_blocks(text).flat_map(|part| part.split("](").skip(1));
    targets.filter_map(|rest| rest.split(')').next()).filter(|target| !target.contains("://")).collect()
}

/// The anchors of a page's headings, as mdBook and GitHub make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = outside_blocks(text).flat_map(str::lines).filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| -> String {
        let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|sign| sign.is_alphanumeric() || "-_".contains(*sign)).collect()
    };
    headings.map(anchor).collect()
}

/// Why a link leads nowhere, if it does.
fn mistake(page: &Path, link: &str) -> Option<String> {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if path.is_empty() { page.to_owned() } else { page.parent().unwrap().join(path) };
    if !target.exists() {
        return Some(format!("{}: {link} is not there", page.display()));
    }
    let is_heading = anchor.is_empty() || anchors(&read(&target)).contains(anchor);
    (!is_heading).then(|| format!("{}: {link} is no heading", page.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let others = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "cluster/README.md", "docs/src/SUMMARY.md"];
    let mut n_links = 0;
    for page in pages().into_iter().chain(others.iter().map(|page| root().join(page))) {
        let text = read(&page);
        let mistakes: Vec<_> = links(&text).iter().filter_map(|link| mistake(&page, link)).collect();
        assert!(mistakes.is_empty(), "{mistakes:#?}");
        n_links += links(&text).len();
    }
    assert!(n_links > 50, "only {n_links} links are found");
}

#[test]
fn a_link_that_leads_nowhere_is_seen() {
    let page = root().join("README.md");
    assert!(mistake(&page, "docs/src/nowhere.md").unwrap().ends_with("is not there"));
    assert!(mistake(&page, "docs/src/engines.md#nothing").unwrap().ends_with("is no heading"));
    assert_eq!(mistake(&page, "docs/src/engines.md#links-dancing-links"), None);
}

/// The book is read without the source code beside it.
#[test]
fn chapters_link_to_nothing_outside_the_book() {
    for page in chapters() {
        let text = read(&page);
        let outside: Vec<_> = links(&text).into_iter().filter(|link| link.contains("..")).collect();
        assert!(outside.is_empty(), "{}: {outside:?}", page.display());
        for path in text.split("{{#include ").skip(1).map(|rest| rest.split("}}").next().unwrap()) {
            assert!(page.parent().unwrap().join(path).exists(), "{}: {path}", page.display());
        }
    }
}

#[test]
fn the_summary_names_every_chapter_once() {
    let summary = read(&root().join("docs/src/SUMMARY.md"));
    let mut named = links(&summary);
    named.sort_unstable();
    let chapters = chapters();
    let there: Vec<&str> = chapters.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(named, there);
}

#[test]
fn every_picture_and_example_of_the_book_is_shown() {
    let text: String = pages().iter().map(|page| read(page)).collect();
    for path in files("docs/src/pictures").into_iter().chain(files("docs/src/examples")) {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(text.contains(name), "no file shows {name}");
    }
}

/// Chapters name files of the source code where they cannot link to them.
#[test]
fn files_named_in_readme_and_book_are_there() {
    let folders = ["results/", "src/", "crates/", "tests/", "docs/", "cluster/", "examples/", "python/"];
    let mut n_named = 0;
    for page in pages() {
        let text = read(&page);
        let prose: String = outside_blocks(&text).collect();
        let words = prose.split('`').skip(1).step_by(2).filter(|word| !word.contains(' ') && !word.ends_with("..."));
        for path in words.filter(|word| folders.iter().any(|folder| word.starts_with(folder))) {
            assert!(root().join(path).exists(), "{}: {path}", page.display());
            n_named += 1;
        }
    }
    assert!(n_named > 10, "only {n_named} files are named");
}

#[test]
fn readme_is_a_first_screen_with_the_two_commands() {
    let text = read(&root().join("README.md"));
    assert!(text.lines().count() <= 150, "what is long goes to docs/src");
    for command in ["    cargo run --release -- queens 14 --threads 16", "    tests/setup && cargo test"] {
        assert!(text.lines().any(|line| line.starts_with(command)), "{command}");
    }
}

#[test]
fn the_citation_has_the_version_of_the_program() {
    let citation = read(&root().join("CITATION.cff"));
    let version = format!("version: {}", env!("CARGO_PKG_VERSION"));
    assert!(citation.lines().any(|line| line == version), "{version}");
}
