//! The manual pages: one for the program, one for each verb and source, one for each verb below a source. What they refer to is always a page.
//!
//! Options are written by clap_mangen. Its own pages would refer to one for each source below each verb, and have no examples.

use std::io::{self, Write};

use clap::{Arg, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

use super::verb::HelpWords;
use crate::cli::args::is_source;

/// All pages of a command line.
pub(super) struct Manual {
    line: Command,
    words: HelpWords,
}

impl Manual {
    /// The pages of this command line, which is built.
    pub(super) fn new(mut line: Command, words: HelpWords) -> Self {
        // Gives the commands below it the names of their pages.
        line.build();
        Self { line, words }
    }

    /// What the pages are about: the program first.
    pub(super) fn subjects(&self) -> impl Iterator<Item = &Command> {
        std::iter::once(&self.line).chain(self.line.get_subcommands().flat_map(|command| {
            // What stands below a verb are sources again.
            let below = command.get_subcommands().filter(|_| is_source(command.get_name()));
            std::iter::once(command).chain(below)
        }))
    }

    /// The name by which a page is asked for: empty for that of the program.
    pub(super) fn short_name(command: &Command) -> &str {
        let name = page_name(command);
        name.strip_prefix("dlx-count-").unwrap_or_default()
    }

    /// The page about one of the subjects.
    pub(super) fn page(&self, command: &Command) -> String {
        let version = self.line.get_version().unwrap_or_default();
        let man = Man::new(command.clone()).source(format!("dlx-count {version}")).manual("Manual of dlx-count");
        // An empty date would not be written, and what is behind it would be taken for it.
        let man = man.date(" ");
        let head = written(&|page| man.render_title(page));
        let parts = [
            written(&|page| man.render_name_section(page)),
            self.synopsis(command).render(),
            written(&|page| man.render_description_section(page)),
            written(&|page| man.render_options_section(page)),
            self.parts(command).render(),
            self.examples(command).render(),
            self.statuses().render(),
            self.others(command).render(),
        ];
        head + &parts.map(|part| behind(&part)).concat()
    }

    /// How it is called, with names for all values.
    fn synopsis(&self, command: &Command) -> Roff {
        let (mut roff, mut line) = (Roff::new(), vec![bold(command.get_bin_name().unwrap_or("dlx-count"))]);
        let shown = || command.get_arguments().filter(|argument| !argument.is_hide_set());
        shown().filter(|argument| argument.is_positional()).for_each(|argument| line.extend(place(argument)));
        match (self.is_program(command), is_source(command.get_name())) {
            (true, _) => line.push(roman(" [VERB] SOURCE|FILE ...")),
            (_, false) if command.has_subcommands() => line.push(roman(" SOURCE|FILE ...")),
            _ => {}
        }
        shown().filter(|argument| !argument.is_positional()).for_each(|argument| line.extend(place(argument)));
        roff.control("SH", ["SYNOPSIS"]).text(line);
        roff
    }

    fn is_program(&self, command: &Command) -> bool {
        page_name(command) == page_name(&self.line)
    }

    /// The pages about what stands below it.
    fn parts(&self, command: &Command) -> Roff {
        let mut roff = Roff::new();
        let below = command.get_subcommands();
        let (sources, verbs): (Vec<&Command>, Vec<&Command>) = below.partition(|below| is_source(below.get_name()));
        // Below a verb every source stands again.
        let sources = if self.is_program(command) { sources } else { Vec::new() };
        for (heading, commands) in [("SOURCES", sources), ("VERBS", verbs)] {
            if !commands.is_empty() {
                roff.control("SH", [heading]);
            }
            for command in commands {
                let about = command.get_about().map(ToString::to_string).unwrap_or_default();
                roff.control("TP", []).text([reference(command)]).text([roman(about)]);
            }
        }
        roff
    }

    fn examples(&self, command: &Command) -> Roff {
        let mut roff = Roff::new();
        roff.control("SH", ["EXAMPLES"]);
        for (example, meaning) in (self.words.examples)(command.get_name()) {
            roff.control("PP", []).text([bold(format!("dlx-count {example}"))]);
            if !meaning.is_empty() {
                roff.control("br", []).text([roman(format!("# {meaning}"))]);
            }
        }
        roff
    }

    fn statuses(&self) -> Roff {
        let mut roff = Roff::new();
        roff.control("SH", ["EXIT STATUS"]);
        for (status, meaning) in self.words.statuses {
            roff.control("TP", []).text([bold(*status)]).text([roman(*meaning)]);
        }
        roff
    }

    /// The pages about the program, and about what goes together with it: verbs for a source, sources for a verb that takes one, other verbs for one that takes none.
    fn others(&self, command: &Command) -> Roff {
        let wants_sources = !is_source(command.get_name()) && command.has_subcommands() && !self.is_program(command);
        let others = self.line.get_subcommands().filter(|other| is_source(other.get_name()) == wants_sources);
        let others = others.filter(|other| page_name(other) != page_name(command));
        let program = std::iter::once(&self.line).filter(|_| !self.is_program(command));
        let references: Vec<Inline> = program.chain(others).map(reference).collect();
        let mut roff = Roff::new();
        roff.control("SH", ["SEE ALSO"]);
        for (place, name) in references.iter().enumerate() {
            let comma = if place + 1 < references.len() { "," } else { "" };
            roff.text([name.clone(), roman(comma)]);
        }
        roff
    }
}

/// The name of a page without its section.
fn page_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

fn reference(command: &Command) -> Inline {
    roman(format!("{}(1)", page_name(command)))
}

/// An argument in a synopsis.
fn place(argument: &Arg) -> Vec<Inline> {
    let (left, right) = if argument.is_required_set() { (" ", "") } else { (" [", "]") };
    let value = argument.get_value_names().map(|names| names.join(" ")).unwrap_or_default();
    let mut line = vec![roman(left)];
    match (argument.get_long(), argument.get_action().takes_values()) {
        (None, _) => line.push(italic(value)),
        (Some(long), false) => line.push(bold(format!("--{long}"))),
        (Some(long), true) => line.extend([bold(format!("--{long}")), roman(" "), italic(value)]),
    }
    line.push(roman(right));
    line
}

/// What clap_mangen writes.
fn written(write: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("memory takes all that is written to it");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A part of a page after the first one, without the lines that define how an apostrophe is written: these are in the first.
fn behind(part: &str) -> String {
    let lines = part.lines().filter(|line| !line.starts_with(".ie ") && !line.starts_with(".el "));
    lines.map(|line| format!("{line}\n")).collect()
}
