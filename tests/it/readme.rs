//! What README and the book show is what the program does: every command in a `console` block is run, and its output compared.
//!
//! Times, and what depends on them or on the machine, are masked: a number before a unit of time, and the numbers of tasks and threads.

use crate::cli::Said;
use std::process::Command;

use dlx_count::family::{FAMILIES, Family, Parameter};

use crate::book::pages;

struct Example {
    command: String,
    output: String,
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        assert!(block.trim_start().starts_with("$ "), "a block begins with a command: {block}");
        for example in block.split("$ ").skip(1) {
            let (command, output) = example.split_once('\n').unwrap();
            examples.push(Example { command: command.trim().into(), output: output.into() });
        }
    }
    examples
}

/// Numbers that may differ from run to run become a sign, and so does the engine that happened to end first.
fn masked(text: &str) -> String {
    let units = [
        "ms", "s", "s,", "thread", "threads", "threads,", "thread,", "task,", "tasks,", "nodes,", "k", "M", "G", "min",
    ];
    let mut words: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    for line in &mut words {
        let is_of_a_run = line.iter().any(|word| word.starts_with("thread")) && line[0].ends_with(',');
        if is_of_a_run && ["links,", "bits,", "frontier,", "isomorph,"].contains(&line[0]) {
            line[0] = "engine,";
        }
        for word in line.iter_mut().filter(|_| is_of_a_run) {
            *word = if *word == "task," { "tasks," } else { *word };
        }
        for place in 0..line.len().saturating_sub(1) {
            if units.contains(&line[place + 1]) && line[place].starts_with(|c: char| c.is_ascii_digit()) {
                line[place] = "#";
                if ["k", "M", "G", "ms", "s", "min"].contains(&line[place + 1]) {
                    line[place + 1] = "";
                }
            }
        }
    }
    words
        .iter()
        .map(|line| line.iter().filter(|word| !word.is_empty()).copied().collect::<Vec<_>>().join(" "))
        .collect::<Vec<_>>()
        .join("\n")
        .trim_end()
        .to_owned()
}

fn run(command: &str) -> String {
    let script = command.replace("dlx-count ", &format!("{} ", env!("CARGO_BIN_EXE_dlx-count")));
    let output = Command::new("sh").args(["-c", &script]).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    output.all()
}

#[test]
fn the_commands_in_readme_and_book_do_what_they_show() {
    let mut n_commands = 0;
    for page in pages() {
        for Example { command, output } in examples(&std::fs::read_to_string(&page).unwrap()) {
            assert!(command.contains("dlx-count ") || command.starts_with("cat docs/"), "{command}");
            assert_eq!(masked(&run(&command)), masked(&output), "{}: {command}", page.display());
            n_commands += 1;
        }
    }
    assert!(n_commands > 80, "only {n_commands} commands are found");
}

/// What must be given for a family.
fn usage(family: &Family) -> String {
    let needed = family.parameters.iter().filter(|parameter| parameter.is_required);
    let word = |parameter: &Parameter| {
        let value = parameter.value.unwrap_or_default();
        if parameter.is_first { value.to_owned() } else { format!("--{} {value}", parameter.name) }
    };
    let words: Vec<String> = needed.map(word).collect();
    format!("{} {}", family.name, words.join(" "))
}

#[test]
fn the_sources_in_the_book_are_those_of_the_program() {
    let row = |family: &Family| {
        format!("| `{}` | {} | `dlx-count {}` |\n", usage(family), family.about, family.examples[0].0)
    };
    let table: String = FAMILIES.iter().map(row).collect();
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/families.md")).unwrap();
    let shown = text.split_once("| source | what it is | example |\n|---|---|---|\n").unwrap().1;
    assert!(shown.starts_with(&table), "docs/src/families.md should have these rows:\n{table}");
}
