//! `dlx-count completions SHELL` and `dlx-count man`: what the command line says of itself.

use std::process::ExitCode;

use clap::CommandFactory;

use super::args::Cli;
use super::exit::Failure;
use super::{heeds, help, print};

/// Prints a completion script.
pub(super) fn completions(shell: clap_complete::Shell) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "dlx-count", &mut script);
    // clap_complete 4.6 names the functions of a program with a hyphen in two ways in the script for bash, so that nothing is completed behind a verb.
    print(&String::from_utf8_lossy(&script).replace("dlx__subcmd__count", "dlx__count"))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page: the program, then each verb and source.
pub(super) fn man() -> Result<ExitCode, Failure> {
    let failed = |error: std::io::Error| Failure::io(error.to_string());
    let (command, mut page) = (heeds::shown(Cli::command().after_help(help::last_words())), Vec::new());
    clap_mangen::Man::new(command.clone()).render(&mut page).map_err(failed)?;
    for verb in command.get_subcommands() {
        let man = clap_mangen::Man::new(verb.clone());
        man.render_name_section(&mut page).map_err(failed)?;
        man.render_synopsis_section(&mut page).map_err(failed)?;
        man.render_options_section(&mut page).map_err(failed)?;
    }
    print(&String::from_utf8_lossy(&page))?;
    Ok(ExitCode::SUCCESS)
}
