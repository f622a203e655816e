//! Outcomes as text. These are strings; nothing is printed here.

mod best;
mod competition;
mod compositions;
mod human;
mod json;
mod plot;
mod scaling;
mod table;

pub use best::{BestFigures, best};
pub use competition::{competition, weighted_competition};
pub use compositions::{CompositionFormat, compositions};
pub use dlx_core::format::plural;
pub use human::{about, reason, rough, seconds, short, solutions};
pub use human::{headline, human, search};
pub use json::json;
pub use scaling::{ScaleRow, Scaling};
pub use table::{Table, TableFormat, TableRow};
