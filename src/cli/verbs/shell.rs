//! `dlx-count completions SHELL` and `dlx-count man`: what the command line says of itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Command};

use super::manual::Manual;
use super::verb::{Call, Verb};
use crate::cli::end::Failure;
use crate::cli::show::print;
use crate::format::meant;

pub(super) const COMPLETIONS: Verb = Verb {
    name: "completions",
    about: "Write a completion script for a shell",
    examples: &[("completions bash > dlx-count.bash", "then: source dlx-count.bash")],
    takes_source: false,
    options: CompletionArgs::augment_args,
    run: completions,
    ..Verb::PLAIN
};

pub(super) const MAN: Verb = Verb {
    name: "man",
    about: "Write the manual pages",
    examples: &[
        ("man solve > dlx-count-solve.1", "then: man ./dlx-count-solve.1"),
        ("man -o ~/.local/share/man/man1", "all pages: man dlx-count-solve"),
    ],
    takes_source: false,
    options: ManArgs::augment_args,
    run: man,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct CompletionArgs {
    /// bash, zsh, fish, powershell or elvish
    #[arg(value_name = "SHELL")]
    shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
struct ManArgs {
    /// The verb or source of the page; the program itself if omitted
    #[arg(value_name = "WORD")]
    about: Option<String>,
    /// Write all pages to this folder, created if necessary
    #[arg(short, long, value_name = "DIR", conflicts_with = "about")]
    output: Option<PathBuf>,
}

/// Prints a completion script.
fn completions(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let shell = call.options::<CompletionArgs>()?.shell;
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut (call.plain_line)(), "dlx-count", &mut script);
    // clap_complete 4.6 names the functions of a program with a hyphen in two ways in the script for bash, so that nothing is completed behind a verb.
    print(&String::from_utf8_lossy(&script).replace("dlx__subcmd__count", "dlx__count"))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints a manual page, or writes all of them.
fn man(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let args = call.options::<ManArgs>()?;
    let manual = Manual::new((call.command_line)(), call.words);
    match &args.output {
        Some(folder) if folder == Path::new("-") => {
            return Err(Failure::usage("all pages need a folder", "without -o the page of the program is printed"));
        }
        Some(folder) => write_all(&manual, folder)?,
        None => print(&manual.page(subject(&manual, args.about.as_deref().unwrap_or_default())?))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// What the page of this name is about.
fn subject<'m>(manual: &'m Manual, word: &str) -> Result<&'m Command, Failure> {
    manual.subjects().find(|command| Manual::short_name(command) == word).ok_or_else(|| {
        let near = meant(word, manual.subjects().map(Manual::short_name)).map(|near| near + " ");
        let help = near.unwrap_or_default() + "dlx-count --help lists the verbs and the sources";
        Failure::usage(format!("there is no verb or source `{word}`"), &help)
    })
}

/// A page for each subject.
fn write_all(manual: &Manual, folder: &Path) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::io(format!("{}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)?;
    for subject in manual.subjects() {
        let name = subject.get_display_name().unwrap_or(subject.get_name());
        fs::write(folder.join(format!("{name}.1")), manual.page(subject)).map_err(failed)?;
    }
    Ok(())
}
