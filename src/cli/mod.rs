//! The command line: raw words (`args`), settings (`settings`), the question (`ask`), what is done with it (`verbs`), output (`show`), run files (`keep`),
//! and the end of the program (`end`). `line` builds the command line. Nothing else prints or exits.

mod args;
mod ask;
mod end;
mod keep;
mod line;
mod settings;
mod show;
mod verbs;

use std::any::Any;
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use crate::stop::Stopped;
pub use end::LastWords;
use end::{Failure, status_of_signal};
use line::CommandLine;
use settings::{Settings, are_too_many};
use show::note;

/// A message without the number that the system gives an error, which says nothing that its words do not.
fn without_number(message: &str) -> String {
    let Some((before, rest)) = message.split_once(" (os error ") else { return message.to_owned() };
    rest.split_once(')').map_or_else(|| message.to_owned(), |(_, after)| before.to_owned() + after)
}

/// Runs the program with the arguments of this process.
#[must_use]
pub fn main() -> ExitCode {
    end::end_in_words();
    end::give_back_large_blocks();
    // The message of a panic is printed below, with its place, which is not in the payload.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        PLACE.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&place);
    }));
    match catch_unwind(run) {
        Ok(Ok(status)) => status,
        Ok(Err(failure)) => {
            if !failure.message.is_empty() {
                note(&without_number(&failure.message));
            }
            ExitCode::from(failure.status)
        }
        // A signal: what ends by a limit says so itself.
        Err(panic) if panic.is::<Stopped>() => {
            note("stopped before there was anything to say");
            status_of_signal()
        }
        Err(panic) => {
            let place = PLACE.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
            note(&broken(message(panic.as_ref()), &place));
            ExitCode::from(1)
        }
    }
}

/// Where the last panic was, on any thread.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

/// The message for a bug in the program.
fn broken(message: &str, place: &str) -> String {
    format!("internal error at {place}, no count is given: {message}")
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default()
}

fn run() -> Result<ExitCode, Failure> {
    let Some(line) = CommandLine::read(std::env::args_os().collect())? else { return Ok(ExitCode::SUCCESS) };
    let (verb, call) = line.call()?;
    warn_of_threads(&call.settings);
    (verb.run)(&call)
}

/// Warns if more threads are asked for than can be of use.
fn warn_of_threads(settings: &Settings) {
    let most = settings.threads.iter().copied().max().unwrap_or(0);
    let processors = num_cpus::get();
    if !settings.quiet && are_too_many(most, processors) {
        note(&format!("{most} threads are more than {processors} processors can make use of"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_of_ours_is_said_with_its_place() {
        assert_eq!(broken("no such item", "a.rs:3:9"), "internal error at a.rs:3:9, no count is given: no such item");
    }
}
