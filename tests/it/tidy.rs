//! The house rules that neither cargo nor clippy can say.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the command line: each may import from those behind it.
const CLI: [&str; 8] = ["line", "verbs", "keep", "show", "ask", "settings", "args", "end"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root()).unwrap().to_owned();
        if path.is_dir() {
            files.extend(sources(name.to_str().unwrap()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
    files
}

/// The program: its text without unit tests, which come last in a file, and without comments.
fn program() -> Vec<(PathBuf, String)> {
    let code = |text: &str| {
        let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
        let lines = text[..end].lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.flat_map(|line| [line, "\n"]).collect::<String>()
    };
    let all: Vec<_> = ["src", "crates"].into_iter().flat_map(sources).collect();
    assert!(all.len() > 100, "the sources are not found");
    all.into_iter().map(|(path, text)| (path, code(&text))).collect()
}

#[test]
fn the_folders_of_the_command_line_stand_on_those_below() {
    let place = |word: &str| CLI.iter().position(|folder| *folder == word);
    let mut n_imports = 0;
    for (path, text) in program() {
        let Ok(inside) = path.strip_prefix("src/cli") else { continue };
        let folder = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        let Some(upper) = place(folder) else { continue };
        for target in text.split("crate::cli::").skip(1) {
            let target: String = target.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let lower = place(&target);
            assert!(lower.is_none_or(|lower| upper <= lower), "{}: imports from {target}", path.display());
            n_imports += 1;
        }
    }
    assert!(n_imports > 50, "the imports are not found");
}

/// Who reads a name knows which type is meant, and finds it by searching for it.
#[test]
fn every_type_has_a_name_of_its_own() {
    let mut owners: HashMap<String, PathBuf> = HashMap::new();
    for (path, text) in program() {
        for line in text.lines() {
            let mut words = line.split_whitespace().skip_while(|word| word.starts_with("pub") || word.ends_with(')'));
            if !words.next().is_some_and(|word| ["struct", "enum", "trait"].contains(&word)) {
                continue;
            }
            let name = words.next().unwrap().split(|c: char| !c.is_alphanumeric()).next().unwrap().to_owned();
            // The name that a macro is given is none.
            if name.is_empty() {
                continue;
            }
            if let Some(owner) = owners.insert(name.clone(), path.clone()) {
                panic!("{name}: in {} and {}", owner.display(), path.display());
            }
        }
    }
    assert!(owners.len() > 300, "the types are not found");
}

#[test]
fn only_the_command_line_asks_the_environment() {
    for (path, text) in program().into_iter().filter(|(path, _)| path.starts_with("crates")) {
        for word in ["std::env", "process::exit"] {
            assert!(!text.contains(word), "{}: {word}", path.display());
        }
    }
}

#[test]
fn only_one_crate_starts_threads() {
    for (path, text) in program().into_iter().filter(|(path, _)| !path.starts_with("crates/run")) {
        let starts = text.contains("ThreadPoolBuilder") || text.contains("thread::spawn");
        assert!(!starts, "{}", path.display());
    }
}

#[test]
fn files_open_with_their_idea_and_nothing_is_left_undone() {
    for (path, text) in ["src", "crates", "tests"].into_iter().flat_map(sources) {
        assert!(text.starts_with("//!") || text.starts_with("#![doc"), "{} does not say what it is", path.display());
        for word in [concat!("to", "do!("), concat!("unimple", "mented!("), concat!("#[ign", "ore")] {
            assert!(!text.contains(word), "{}: {word}", path.display());
        }
    }
    assert!(fs::read_to_string(root().join("src/main.rs")).unwrap().lines().count() <= 40);
}

/// What is to be installed, its owner installs: tests/setup, which the test of a page names when there is no browser.
#[test]
fn tests_install_nothing_themselves() {
    for (path, text) in sources("tests") {
        assert!(!text.contains(concat!("apt-", "get")), "{}", path.display());
    }
    for caller in ["README.md", ".ci/run", "tests/it/browser.rs"] {
        assert!(fs::read_to_string(root().join(caller)).unwrap().contains("tests/setup"), "{caller}");
    }
    assert!(fs::read_to_string(root().join("tests/setup")).unwrap().starts_with("#!"));
}

/// The pages for people who change the program name files that are there.
#[test]
fn files_named_in_the_pages_are_there() {
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        let words = text.split('`').skip(1).step_by(2).filter(|word| !word.contains(' ') && !word.contains("NAME"));
        let folders = ["src/", "crates/", "tests/", "benches/", "fuzz/", ".ci/"];
        let paths: Vec<_> = words.filter(|word| folders.iter().any(|folder| word.starts_with(folder))).collect();
        assert!(paths.len() > 10, "{page} names only {} files", paths.len());
        for path in paths {
            assert!(root().join(path).exists(), "{page}: {path}");
        }
    }
}

/// The names that a library re-exports one by one: `pub use a::{B, c};`.
fn re_exported(library: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(library)).unwrap();
    let lists = text.split("pub use ").skip(1).map(|rest| rest.split(';').next().unwrap().to_owned());
    let words =
        lists.flat_map(|list| list.split([':', '{', '}', ',', ' ', '\n']).map(str::to_owned).collect::<Vec<_>>());
    words.filter(|word| !word.is_empty()).collect()
}

/// What an item in the first column opens, such as `impl` or `enum`, and the name of whose it is.
fn opened(item: &str) -> (&'static str, String) {
    let (mut kind, mut rest) = ("", item.trim_start_matches("pub "));
    let is_next = |word: &str, rest: &str| rest.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '<']));
    while let Some(word) = ["const", "unsafe", "fn", "struct", "enum", "trait", "type", "impl"]
        .into_iter()
        .find(|word| is_next(word, rest))
    {
        (kind, rest) = (word, rest[word.len()..].trim_start());
    }
    if kind == "impl" {
        let of = rest.split(" where").next().unwrap().rsplit(" for ").next().unwrap();
        rest = if of.starts_with('<') { of.split_once("> ").map_or(of, |(_, of)| of) } else { of };
    }
    (kind, rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}

/// A line for each public item of the types and functions that the library and its families name: signatures, fields, variants, traits. Formatted text is easy to take apart: an item opens in the
/// first column, what belongs to it stands four columns in.
fn public_items() -> BTreeSet<String> {
    let names: BTreeSet<String> =
        ["src/lib.rs", "crates/families/src/lib.rs"].into_iter().flat_map(re_exported).collect();
    let mut items = BTreeSet::new();
    for (_, text) in program() {
        let (mut kind, mut owner) = ("", String::new());
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let mut item = line.trim().to_owned();
            let is_top = line.starts_with("pub ") || line.starts_with("impl");
            let is_public = match kind {
                "enum" => item.starts_with(char::is_uppercase),
                "trait" => ["fn ", "type ", "const "].iter().any(|word| item.starts_with(word)),
                _ => item.starts_with("pub "),
            };
            let is_member = is_public && line.len() == item.len() + 4 && names.contains(&owner);
            if !(is_top || is_member) {
                continue;
            }
            while !item.ends_with([';', '{', '}', ',']) {
                let Some(next) = lines.next() else { break };
                item = format!("{item} {}", next.trim());
            }
            if is_top {
                (kind, owner) = opened(&item);
            }
            if names.contains(&owner) && (!is_top || kind != "impl" || item.contains(" for ")) {
                items.insert(format!("{owner}: {}", item.trim_end_matches([';', '{', ',', ' '])));
            }
        }
    }
    items
}

/// A change of what others build on shows in the changes of a file: `TRYCMD=overwrite cargo test --test it tidy` writes it anew.
#[test]
fn the_list_of_public_items_is_that_of_the_library() {
    let path = root().join("tests/data/public.txt");
    let items = public_items();
    assert!(items.len() > 300, "the public items are not found");
    if std::env::var("TRYCMD").is_ok_and(|word| word == "overwrite") {
        fs::write(&path, items.iter().flat_map(|item| [item, "\n"]).collect::<String>()).unwrap();
    }
    let listed = fs::read_to_string(path).unwrap();
    let listed: BTreeSet<&str> = listed.lines().collect();
    let gone: Vec<_> = listed.iter().filter(|item| !items.contains(**item)).collect();
    let new: Vec<_> = items.iter().filter(|item| !listed.contains(&item[..])).collect();
    assert!(gone.is_empty() && new.is_empty(), "gone: {gone:#?}\nnew: {new:#?}\nTRYCMD=overwrite writes the list anew");
}
