//! The program: everything is in the library.

use std::process::ExitCode;

use dlx_count::cli::OrEnd;

#[global_allocator]
static MEMORY: OrEnd = OrEnd;

fn main() -> ExitCode {
    dlx_count::cli::main()
}
