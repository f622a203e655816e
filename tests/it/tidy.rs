//! The house rules that can be read off the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::imports::{Module, Sources, circles};

/// What each room may import, besides itself.
const ROOMS: [(&str, &[&str]); 17] = [
    ("problem", &[]),
    ("tally", &["problem"]),
    ("graph", &["problem"]),
    ("engine", &["problem", "tally", "graph"]),
    ("symmetry", &["problem", "tally", "graph"]),
    ("family", &["problem", "symmetry", "format"]),
    ("format", &["problem"]),
    ("parallel", &["problem", "tally", "engine", "symmetry"]),
    ("session", &["problem", "tally", "engine", "symmetry", "parallel"]),
    ("picture", &["problem", "family"]),
    ("trace", &["problem", "family", "picture"]),
    ("puzzle", &["problem", "engine", "family"]),
    ("job", &["problem", "parallel", "family", "format", "symmetry"]),
    ("store", &["problem", "tally", "engine", "parallel", "job"]),
    ("records", &["problem", "tally", "engine", "parallel", "job"]),
    ("report", &["problem", "tally"]),
    (
        "cli",
        &[
            "problem", "tally", "engine", "symmetry", "family", "format", "job", "parallel", "picture", "puzzle",
            "records", "report", "session", "store", "trace",
        ],
    ),
];

/// The folders of the command line: each may import from those behind it.
const CLI: [&str; 8] = ["line", "verbs", "keep", "show", "ask", "settings", "args", "end"];

/// No file has more lines than this, and half of them have fewer than that.
const LINES: [usize; 2] = [400, 150];

/// No function has more lines than this.
const FUNCTION_LINES: usize = 50;

fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            files.push((path, text));
        }
    }
    files
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The name of a file below `src`, with `/` between folders.
fn name(path: &Path) -> String {
    path.strip_prefix(src()).unwrap().to_str().unwrap().replace('\\', "/")
}

/// What is compiled into the program, on its lines: no tests, and no comments and strings, which may say anything.
fn code(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    let (mut code, mut rest) = (String::new(), &text[..end]);
    while let Some(sign) = rest.chars().next() {
        let Some(length) = literal(rest) else {
            code.push(sign);
            rest = &rest[sign.len_utf8()..];
            continue;
        };
        code.extend(rest[..length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = &rest[length..];
    }
    code
}

/// The length of the comment, string or character that a text begins with, if it begins with one.
fn literal(text: &str) -> Option<usize> {
    let until = |end: &str, from: usize| text[from..].find(end).map_or(text.len(), |place| from + place + end.len());
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(until("*/", 2));
    }
    if text.starts_with("r\"") || text.starts_with("r#") {
        let hashes = text[1..].chars().take_while(|&c| c == '#').count();
        let is_string = text[1 + hashes..].starts_with('"');
        return is_string.then(|| until(&format!("\"{}", "#".repeat(hashes)), hashes + 2));
    }
    let quote = text.chars().next().filter(|quote| "\"'".contains(*quote))?;
    let mut signs = text.char_indices().skip(1);
    let first = signs.next()?;
    // A lifetime has no second quote behind its first letter.
    let is_lifetime = quote == '\'' && first.1 != '\\' && !text[1 + first.1.len_utf8()..].starts_with('\'');
    let mut is_escaped = first.1 == '\\';
    if first.1 == quote && quote == '"' {
        return Some(2);
    }
    let end = signs.find(|&(_, sign)| {
        let is_end = sign == quote && !is_escaped;
        is_escaped = sign == '\\' && !is_escaped;
        is_end
    });
    if is_lifetime { None } else { end.map(|(place, _)| place + 1) }
}

fn module(path: &Path) -> Module {
    let name = name(path);
    let name = name.trim_end_matches(".rs").trim_end_matches("mod").trim_end_matches('/');
    if name == "lib" { Vec::new() } else { name.split('/').map(String::from).collect() }
}

/// For each file of the library those that it imports from.
fn imports() -> std::collections::BTreeMap<Module, BTreeSet<Module>> {
    let files: Vec<(Module, String)> = sources(&src())
        .iter()
        .map(|(path, text)| (module(path), code(text)))
        .filter(|(module, _)| module != &["main"])
        .collect();
    Sources::new(files.iter().map(|(module, code)| (module.clone(), code.as_str()))).imports()
}

#[test]
fn no_files_import_each_other() {
    let names = |circle: BTreeSet<Module>| circle.iter().map(|module| module.join("/")).collect::<BTreeSet<_>>();
    let imports = imports();
    assert!(imports.values().map(BTreeSet::len).sum::<usize>() > 400, "the imports are not found");
    let circles: Vec<_> = circles(&imports).into_iter().map(names).collect();
    assert!(circles.is_empty(), "circles of imports: {circles:#?}");
}

#[test]
fn the_folders_of_the_command_line_stand_on_those_below() {
    let place = |module: &Module| match module.as_slice() {
        [first, folder, ..] if first == "cli" => CLI.iter().position(|known| known == folder),
        _ => None,
    };
    for (from, targets) in imports() {
        for target in targets {
            if let (Some(upper), Some(lower)) = (place(&from), place(&target)) {
                assert!(upper <= lower, "{} imports from {}", from.join("/"), target.join("/"));
            }
        }
    }
    for (path, _) in sources(&src().join("cli")) {
        assert!(module(&path) == ["cli"] || place(&module(&path)).is_some(), "{} stands in no folder", path.display());
    }
}

#[test]
fn files_are_short() {
    let [most, median] = LINES;
    let mut lengths: Vec<usize> = Vec::new();
    for (path, text) in sources(&src()) {
        let (name, length) = (name(&path), text.lines().count());
        assert!(length <= most, "{name} has {length} lines");
        lengths.push(length);
    }
    lengths.sort_unstable();
    assert!(lengths[lengths.len() / 2] < median, "half of the files have {} lines or more", lengths[lengths.len() / 2]);
}

#[test]
fn functions_are_short() {
    let mut n_functions = 0;
    for (path, text) in sources(&src()) {
        for (function, length) in functions(&code(&text)) {
            n_functions += 1;
            assert!(length <= FUNCTION_LINES, "{}: {function} has {length} lines", path.display());
        }
    }
    assert!(n_functions > 1000, "the functions are not found");
}

/// Where a function begins, or ends if it has no body: semicolons between brackets are those of arrays.
fn body(code: &str) -> Option<usize> {
    let mut depth = 0;
    let is_end = |(_, sign): &(usize, char)| {
        depth += i32::from("([".contains(*sign)) - i32::from(")]".contains(*sign));
        depth == 0 && "{;".contains(*sign)
    };
    code.char_indices().find(is_end).map(|(place, _)| place)
}

/// The functions of some code, and how many lines each has, from its name to its last brace.
fn functions(code: &str) -> Vec<(String, usize)> {
    let starts = code.match_indices("fn ").map(|(place, _)| place);
    let is_word = |place: usize| !code[..place].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let measured = starts.filter(|&place| is_word(place)).filter_map(|place| {
        let name: String = code[place + 3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let open = place + body(&code[place..])?;
        let mut depth = 0;
        let close = code[open..].char_indices().find(|&(_, sign)| {
            depth += i32::from(sign == '{') - i32::from(sign == '}');
            depth == 0
        })?;
        Some((name, code[place..=open + close.0].lines().count()))
    });
    measured.filter(|(name, _)| !name.is_empty()).collect()
}

#[test]
fn imports_go_downward() {
    let mut wrong = Vec::new();
    for (room, below) in ROOMS {
        for (path, text) in sources(&src().join(room)) {
            for (number, line) in code(&text).lines().enumerate() {
                for target in line.split("crate::").skip(1) {
                    let target: String = target.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    if target != room && ROOMS.iter().any(|(name, _)| *name == target) && !below.contains(&&*target) {
                        wrong.push(format!("{}:{}: {room} uses {target}", path.display(), number + 1));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_room_is_in_the_list() {
    let rooms = fs::read_dir(src()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    for room in rooms {
        let name = room.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(ROOMS.iter().any(|(known, _)| *known == name), "{name} has no rule");
    }
}

/// Whole numbers change their width in one file only, where each function says why nothing is lost. Conversions to floating point are free: they round, and are meant to.
#[test]
fn whole_numbers_change_their_width_in_one_file() {
    let types = ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "Self"];
    let is_cast = |line: &str| {
        let targets = line.split(" as ").skip(1).map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next());
        targets.flatten().any(|target| types.contains(&target))
    };
    let mut home = 0;
    for (path, text) in sources(&src()) {
        let code = code(&text);
        let casts: Vec<_> = code.lines().zip(1..).filter(|(line, _)| is_cast(line)).map(|(_, number)| number).collect();
        if name(&path) == "problem/widths.rs" {
            home = casts.len();
        } else {
            assert!(casts.is_empty(), "{}: casts in lines {casts:?}", path.display());
        }
    }
    assert!(home > 3, "the casts are not found");
}

#[test]
fn only_the_command_line_prints_and_asks_the_environment() {
    for (path, text) in sources(&src()) {
        if path.starts_with(src().join("cli")) {
            continue;
        }
        for word in ["println!", "print!(", "eprintln!", "std::env", "process::exit", "dbg!("] {
            let line = code(&text).lines().position(|line| line.contains(word));
            assert!(line.is_none(), "{}: {word} in line {}", path.display(), line.unwrap_or(0) + 1);
        }
    }
}

#[test]
fn only_the_parallel_room_starts_threads() {
    for (path, text) in sources(&src()).into_iter().filter(|(path, _)| !path.starts_with(src().join("parallel"))) {
        let code = code(&text);
        let starts = code.contains("ThreadPoolBuilder") || code.contains("thread::spawn");
        assert!(!starts, "{}", path.display());
    }
}

#[test]
fn files_open_with_their_idea_and_nothing_is_left_undone() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for (path, text) in sources(&src()).into_iter().chain(sources(&tests)) {
        assert!(text.starts_with("//!") || text.starts_with("#![doc"), "{} says not what it is", path.display());
        for word in [concat!("to", "do!("), concat!("unimple", "mented!("), concat!("#[ign", "ore")] {
            assert!(!text.contains(word), "{}: {word}", path.display());
        }
    }
    assert!(fs::read_to_string(src().join("main.rs")).unwrap().lines().count() <= 40);
}

#[test]
fn every_unsafe_block_says_why() {
    for (path, text) in sources(&src()) {
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| line.contains("unsafe {")) {
            let above = &lines[number.saturating_sub(5)..=number];
            assert!(above.iter().any(|line| line.contains("SAFETY")), "{}:{}: {line}", path.display(), number + 1);
        }
    }
}

/// What is to be installed, its owner installs: tests/setup, which the test of a page names when there is no browser.
#[test]
fn tests_install_nothing_themselves() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (path, text) in sources(&root.join("tests")) {
        assert!(!text.contains(concat!("apt-", "get")), "{}", path.display());
    }
    for caller in ["README.md", ".ci/run", "tests/it/browser.rs"] {
        assert!(fs::read_to_string(root.join(caller)).unwrap().contains("tests/setup"), "{caller}");
    }
    assert!(fs::read_to_string(root.join("tests/setup")).unwrap().starts_with("#!"));
}

/// The pages for people who change the program name files that are there.
#[test]
fn files_named_in_the_pages_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root.join(page)).unwrap();
        let words = text.split('`').skip(1).step_by(2).filter(|word| !word.contains(' ') && !word.contains("NAME"));
        let folders = ["src/", "tests/", "benches/", "fuzz/", ".ci/"];
        let paths: Vec<_> = words.filter(|word| folders.iter().any(|folder| word.starts_with(folder))).collect();
        assert!(paths.len() > 10, "{page} names only {} files", paths.len());
        for path in paths {
            assert!(root.join(path).exists(), "{page}: {path}");
        }
    }
}
