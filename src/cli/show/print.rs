//! Standard output and standard error.

use std::io::{ErrorKind, Result as IoResult, Stdout, Write, stderr, stdout};

use crate::cli::end::{Failure, is_output_closed};

/// Standard output, if there is one.
pub(in crate::cli) fn output() -> Result<Stdout, Failure> {
    if is_output_closed() { Err(Failure::io("cannot write standard output: it is closed")) } else { Ok(stdout()) }
}

/// Prints data. It is no error if the reader has closed the pipe: the rest is not wanted.
pub(in crate::cli) fn print(text: &str) -> Result<(), Failure> {
    ended(written(text)?, OUTPUT)
}

/// Prints the next of many rows; fails if the reader has closed the pipe, so that no more are computed.
pub(in crate::cli) fn print_row(text: &str) -> Result<(), Failure> {
    match written(text)? {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::no_reader()),
        written => ended(written, OUTPUT),
    }
}

fn written(text: &str) -> Result<IoResult<()>, Failure> {
    let mut out = output()?.lock();
    Ok(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// How standard output is called in messages.
pub(in crate::cli) const OUTPUT: &str = "standard output";

/// The end of writing to what has this name; no error if its reader has gone.
pub(in crate::cli) fn ended(written: IoResult<()>, name: &str) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::io(format!("cannot write {name}: {error}")))
        }
        _ => Ok(()),
    }
}

/// Says something on standard error.
pub(in crate::cli) fn note(message: &str) {
    let _ = writeln!(stderr().lock(), "dlx-count: {}", harmless(message));
}

/// A text in which control characters can be read: a file that is quoted must not steer a terminal.
pub(in crate::cli) fn harmless(message: &str) -> String {
    let mut text = String::new();
    for sign in message.chars() {
        if sign.is_control() && sign != '\n' { text.extend(sign.escape_default()) } else { text.push(sign) }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(harmless("q\u{1b}[2J: \u{9b}x\ty\n  help"), "q\\u{1b}[2J: \\u{9b}x\\ty\n  help");
        assert_eq!(harmless("größer ♛"), "größer ♛");
    }
}
