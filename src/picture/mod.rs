//! Solutions as pictures: SVG, text with lines, and a gallery of many on one page. Pure strings: whoever asks writes them to a file.
//!
//! A picture must tell its pieces apart without colors, too: on paper, and for eyes that see fewer of them. So pieces have outlines and
//! letters, givens are set apart by weight (in text by brackets), and the colors come from a [palette] that color-blind people can tell apart.

mod gallery;
mod outline;
pub mod palette;
pub mod svg;
mod text;

pub use gallery::Gallery;
pub use text::text;
