//! Solutions as pictures: SVG, text with lines, and a gallery of many on one page. All of them are strings; the caller writes them to a file.
//!
//! The pieces of a picture must be distinguishable without colors, too: on paper, and for color-blind people. So pieces have outlines and
//! letters, givens are set apart by weight (in text by brackets), and the colors come from a [palette] that such people can tell apart.

mod gallery;
mod outline;
pub mod palette;
pub mod svg;
mod text;

pub use gallery::Gallery;
pub use text::text;
