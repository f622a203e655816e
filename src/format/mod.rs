//! Problems as text.

mod error;
pub mod knuth;
mod lines;
mod similar;

pub use error::{ReadError, SyntaxError};
