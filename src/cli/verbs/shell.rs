//! `dlx-count completions SHELL` and `dlx-count man`: what the command line says of itself.

use std::process::ExitCode;

use clap::{Args, Command};
use clap_mangen::Man;

use super::verb::{Call, Verb};
use crate::cli::end::Failure;
use crate::cli::show::print;

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
    about: "Write the manual page, as man reads it",
    examples: &[("man > dlx-count.1", "then: man ./dlx-count.1")],
    takes_source: false,
    run: man,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct CompletionArgs {
    /// bash, zsh, fish, powershell or elvish
    #[arg(value_name = "SHELL")]
    shell: clap_complete::Shell,
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

/// Prints the manual page: the program, then each verb and source.
fn man(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let command = (call.command_line)();
    let mut page = Vec::new();
    let written = Man::new(command.clone())
        .render(&mut page)
        .and_then(|()| command.get_subcommands().try_for_each(|verb| section(verb, &mut page)));
    written.map_err(|error| Failure::io(error.to_string()))?;
    print(&String::from_utf8_lossy(&page))?;
    Ok(ExitCode::SUCCESS)
}

fn section(verb: &Command, page: &mut Vec<u8>) -> std::io::Result<()> {
    let man = Man::new(verb.clone());
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_options_section(page)
}
