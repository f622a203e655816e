//! Which source file imports which: read off `use` lines, and off paths in the code that begin with `crate` or `super`.

use std::collections::{BTreeMap, BTreeSet};

/// A module by its path from the root of the crate; its file is known by it.
pub type Module = Vec<String>;

/// The files of a crate, each with its code: no comments, no strings, no tests.
pub struct Sources(BTreeMap<Module, File>);

struct File {
    /// Paths of `use` lines, and the name under which each is known.
    uses: Vec<(Vec<String>, String)>,
    /// Paths elsewhere.
    others: Vec<Vec<String>>,
}

impl Sources {
    /// From the path of each module and its code.
    pub fn new<'a>(files: impl IntoIterator<Item = (Module, &'a str)>) -> Self {
        Self(files.into_iter().map(|(module, code)| (module, File::new(code))).collect())
    }

    /// For each module those that it imports something from.
    pub fn imports(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let of = |module: &Module, file: &File| {
            let paths = file.uses.iter().map(|(path, _)| path).chain(&file.others);
            paths.filter_map(|path| self.resolve(module, path, 0)).filter(|target| target != module).collect()
        };
        self.0.iter().map(|(module, file)| (module.clone(), of(module, file))).collect()
    }

    /// The module in whose file the thing stands that a path names in this module: where it is passed on, that is followed.
    fn resolve(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (mut module, mut rest) = self.begin(from, path)?;
        while let Some((name, below)) =
            rest.split_first().filter(|(name, _)| self.0.contains_key(&child(&module, name)))
        {
            (module, rest) = (child(&module, name), below);
        }
        let passed_on = rest.first().filter(|_| depth < 8).and_then(|name| {
            let uses = self.0.get(&module)?.uses.iter().filter(|(_, known)| known == name);
            uses.filter_map(|(path, _)| self.resolve(&module, path, depth + 1)).find(|target| *target != module)
        });
        Some(passed_on.unwrap_or(module))
    }

    /// Where a path begins, and what is left of it; nothing if it leads out of the crate.
    fn begin<'a>(&self, from: &Module, path: &'a [String]) -> Option<(Module, &'a [String])> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some((Vec::new(), rest)),
            "self" => Some((from.clone(), rest)),
            "super" => {
                let n_up = path.iter().take_while(|name| *name == "super").count();
                Some((from[..from.len().saturating_sub(n_up)].to_vec(), &path[n_up..]))
            }
            name => self.0.contains_key(&child(from, name)).then(|| (from.clone(), path)),
        }
    }
}

fn child(module: &Module, name: &str) -> Module {
    [module.as_slice(), &[name.to_owned()]].concat()
}

impl File {
    fn new(code: &str) -> Self {
        // `pub(in crate::cli)` imports nothing.
        let mut code = code.to_owned();
        while let Some(start) = code.find("pub(in ") {
            let end = code[start..].find(')').map_or(code.len(), |end| start + end + 1);
            code.replace_range(start..end, "pub");
        }
        let (mut uses, mut rest) = (Vec::new(), String::new());
        for statement in code.split_inclusive([';', '{', '}']) {
            // The braces of a `use` are not those of a block: they are put together again.
            rest += statement;
            let start = rest.rfind("use ").filter(|&start| is_word_start(&rest, start));
            if let Some(start) = start.filter(|_| statement.ends_with(';')) {
                let path = rest[start + 4..].trim_end_matches(';').to_owned();
                rest.truncate(start);
                expand(&path, &[], &mut uses);
            }
        }
        let others = paths(&rest);
        Self { uses, others }
    }
}

fn is_word_start(text: &str, place: usize) -> bool {
    !text[..place].ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// All paths of a tree such as `super::{a, b::{c, d as e}}`.
fn expand(tree: &str, above: &[String], found: &mut Vec<(Vec<String>, String)>) {
    let tree = tree.trim();
    let (head, list) = tree.split_once('{').map_or((tree, None), |(head, list)| (head, Some(list)));
    let (head, alias) = head.split_once(" as ").map_or((head, None), |(head, alias)| (head, Some(alias.trim())));
    let own = head.split("::").map(str::trim).filter(|name| !name.is_empty()).map(String::from);
    let mut path: Vec<String> = above.iter().cloned().chain(own).collect();
    let Some(list) = list else {
        if path.len() > 1 && path.last().is_some_and(|name| name == "self") {
            path.pop();
        }
        let name = alias.map(String::from).or_else(|| path.last().cloned()).unwrap_or_default();
        return found.push((path, name));
    };
    let (mut depth, mut start) = (0, 0);
    let list = list.trim_end().trim_end_matches('}');
    for (place, sign) in list.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&list[start..place], &path, found);
                start = place + 1;
            }
            _ => {}
        }
    }
    if !list[start..].trim().is_empty() {
        expand(&balanced(&list[start..]), &path, found);
    }
}

/// The same, with the closing braces that were cut off its end.
fn balanced(tree: &str) -> String {
    let count = |brace| tree.matches(brace).count();
    tree.to_owned() + &"}".repeat(count('{').saturating_sub(count('}')))
}

/// The paths in code that begin with `crate::` or `super::`.
fn paths(code: &str) -> Vec<Vec<String>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words =
        code.split(|c: char| !is_part(c)).filter(|word| word.starts_with("crate::") || word.starts_with("super::"));
    words.map(|word| word.split("::").filter(|name| !name.is_empty()).map(String::from).collect()).collect()
}

/// Groups of modules that import each other, in a circle.
pub fn circles(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<BTreeSet<Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        imports.keys().map(|from| (from, reached(imports, from))).collect();
    let circle = |from: &Module| -> BTreeSet<Module> {
        let there = reached[from].iter().copied();
        there.filter(|to| reached.get(to).is_some_and(|back| back.contains(from))).cloned().collect()
    };
    let all: BTreeSet<BTreeSet<Module>> = imports.keys().map(circle).filter(|circle| !circle.is_empty()).collect();
    all.into_iter().collect()
}

/// All modules that one imports, or that those import, and so on.
fn reached<'a>(imports: &'a BTreeMap<Module, BTreeSet<Module>>, from: &'a Module) -> BTreeSet<&'a Module> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        let fresh = imports.get(module).into_iter().flatten().filter(|target| seen.insert(*target));
        open.extend(fresh);
    }
    seen
}

fn module(path: &str) -> Module {
    path.split("::").filter(|name| !name.is_empty()).map(String::from).collect()
}

#[test]
fn circles_are_found_however_they_are_written() {
    let files = [
        ("", "pub mod a; pub use b::Thing;"),
        ("a", "mod one; mod two; pub use one::First; fn f() { two::g() }"),
        ("a::one", "use super::two::{self, Second};\npub(in crate::a) struct First;"),
        ("a::two", "use std::fmt;\nuse crate::{\n    a::{First as Other},\n    b,\n};\nfn g() {}"),
        ("b", "use crate::c::*;"),
        ("c", "fn h() { crate::Thing::new() }"),
        ("d", "use super::a::First;"),
    ];
    let imports = Sources::new(files.map(|(path, code)| (module(path), code))).imports();
    let names = |modules: &BTreeSet<Module>| modules.iter().map(|module| module.join("::")).collect::<Vec<_>>();
    let found: Vec<Vec<String>> = circles(&imports).iter().map(names).collect();
    assert_eq!(found, [vec!["a::one", "a::two"], vec!["b", "c"]]);
    // What is passed on counts where it stands.
    assert_eq!(names(&imports[&module("d")]), ["a::one"]);
}
