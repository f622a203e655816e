//! Output: data on standard output, messages and progress on standard error, pictures in files.

mod form;
mod in_order;
mod picture;
mod print;
mod progress;
mod seed;
mod tables;
mod whole_file;

pub(super) use form::{Form, Screen, SolutionText, encoder};
pub(super) use in_order::InOrder;
pub(super) use picture::{Picture, fits, named, page, scene, write};
pub(super) use print::{OUTPUT, ended, harmless, note, output, print, print_row};
pub(super) use progress::{ProgressLine, Rows};
pub(super) use seed::seed;
pub(super) use tables::format;
pub(super) use whole_file::WholeFile;
