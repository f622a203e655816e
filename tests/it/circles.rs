//! No two files import each other, nor any number of them in a circle: the arrows of the map go downward between files, too.
//!
//! An arrow goes from a file to the file that *defines* what it imports: a `mod.rs` that only passes names on (`pub use`) is looked through.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::tidy::{code, sources, src};

/// A module by the names of its path.
type Module = Vec<String>;

/// Rooms whose files still import each other.
const EXEMPT: [&str; 1] = ["cli"];

#[derive(Default)]
struct Uses {
    /// What the file needs.
    needed: Vec<String>,
    /// What it passes on.
    passed_on: Vec<String>,
}

fn module(path: &Path) -> Module {
    let path = path.strip_prefix(src()).unwrap().with_extension("");
    let mut names: Module = path.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
    if names.last().is_some_and(|last| ["mod", "lib"].contains(&last.as_str())) {
        names.pop();
    }
    names
}

/// `a::{b, c::{d, e}}` as `a::b`, `a::c::d`, `a::c::e`.
fn expand(words: &str) -> Vec<String> {
    let words = words.trim();
    let Some((before, rest)) = words.split_once('{') else {
        return vec![words.split(" as ").next().unwrap_or_default().trim().to_owned()];
    };
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for letter in rest.trim_end().strip_suffix('}').unwrap_or(rest).chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match letter {
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().unwrap().push(letter),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| expand(&format!("{before}{}", part.trim()))).collect()
}

fn uses(text: &str) -> Uses {
    let code: Vec<&str> = code(text).map(|(_, line)| line.split("//").next().unwrap_or_default()).collect();
    let mut uses = Uses::default();
    let mut text = code.join("\n");
    while let Some(place) = text.find("use ") {
        let line_start = text[..place].rfind('\n').map_or(0, |end| end + 1);
        let visibility = text[line_start..place].trim().to_owned();
        let end = text[place..].find(';').map_or(text.len(), |end| place + end);
        let paths = expand(&text[place + 4..end]);
        if visibility.is_empty() {
            uses.needed.extend(paths);
        } else if visibility.starts_with("pub") {
            uses.passed_on.extend(paths);
        }
        text.replace_range(line_start..end, "");
    }
    for start in ["crate::", "super::"] {
        for (place, _) in text.match_indices(start) {
            let word = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
            let path = text[place..].split(word).next().unwrap_or_default();
            uses.needed.push(path.trim_end_matches(':').to_owned());
        }
    }
    uses
}

/// The module that defines what a path names; none if it is none of ours.
fn defining(modules: &BTreeMap<Module, Uses>, from: &Module, path: &str) -> Option<Module> {
    let mut names: Vec<&str> = path.split("::").collect();
    let mut place = from.clone();
    match names[0] {
        "crate" => place.clear(),
        "super" | "self" => names.insert(0, "self"),
        first if modules.contains_key(&[from.as_slice(), &[first.to_owned()]].concat()) => names.insert(0, "self"),
        _ => return None,
    }
    names.remove(0);
    while names.first() == Some(&"super") {
        place.pop();
        names.remove(0);
    }
    while let Some(deeper) = names.first().map(|name| [place.as_slice(), &[(*name).to_owned()]].concat()) {
        if !modules.contains_key(&deeper) {
            break;
        }
        place = deeper;
        names.remove(0);
    }
    let passed_on =
        modules.get(&place)?.passed_on.iter().find(|path| path.rsplit("::").next() == names.first().copied());
    passed_on.map_or(Some(place.clone()), |path| defining(modules, &place, path))
}

/// Everything that can be reached from a module.
fn reach(arrows: &BTreeMap<&Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<Module> {
    let (mut seen, mut left) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(module) = left.pop() {
        for next in arrows.get(&module).into_iter().flatten() {
            if seen.insert(next.clone()) {
                left.push(next.clone());
            }
        }
    }
    seen
}

#[test]
fn files_do_not_import_each_other() {
    let files = sources(&src()).into_iter().filter(|(path, _)| !path.ends_with("main.rs"));
    let modules: BTreeMap<Module, Uses> = files.map(|(path, text)| (module(&path), uses(&text))).collect();
    let mut arrows: BTreeMap<&Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, uses) in &modules {
        let found = uses.needed.iter().filter_map(|path| defining(&modules, from, path)).filter(|to| to != from);
        arrows.insert(from, found.collect());
    }
    assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 300, "the imports are not found");
    let is_exempt = |module: &Module| module.first().is_some_and(|room| EXEMPT.contains(&room.as_str()));
    let circles: Vec<String> = modules
        .keys()
        .filter(|module| !is_exempt(module) && reach(&arrows, module).contains(*module))
        .map(|module| module.join("::"))
        .collect();
    assert!(circles.is_empty(), "these files import each other in circles: {circles:?}");
}
