//! Standard output and standard error.

use std::io::{ErrorKind, Write, stderr, stdout};

use crate::cli::end::Failure;

/// Prints data. It is no error if the reader has closed the pipe: nobody wants the rest.
pub(in crate::cli) fn print(text: &str) -> Result<(), Failure> {
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::io(format!("cannot write standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Says something on standard error.
pub(in crate::cli) fn note(message: &str) {
    let _ = writeln!(stderr().lock(), "dlx-count: {message}");
}
