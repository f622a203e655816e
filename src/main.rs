//! The program: everything is in the library.

use std::process::ExitCode;

use dlx_count::cli::LastWords;

#[global_allocator]
static MEMORY: LastWords = LastWords;

fn main() -> ExitCode {
    dlx_count::cli::main()
}
