//! JSON: the options, each with its items, and where it matters which items there are and which are secondary.
//!
//! ```text
//! [["a", "b"], ["c"], ["a", "c"]]
//!
//! {"Ann": [1, 2], "Bob": [3]}
//!
//! {
//!   "primary": ["a", "b"],
//!   "secondary": ["s", "t"],
//!   "options": {
//!     "Ann": ["a", "s:red", "t"],
//!     "Bob": ["b", {"item": "s", "color": "red"}]
//!   }
//! }
//! ```
//!
//! Options are an array, or an object from labels to options. An option is an array of items; in an array it may also be `{"label": "Ann", "items": [...]}`.
//! An item is a string or a number; the number 1 and the string "1" are the same item. In the first two forms all items are primary, in the order in
//! which they first occur.
//!
//! An object with the key `options`, `primary`, `secondary`, `times` or `connected` has the third form. There the secondary items are named, and may have colors. An item can be written as an object
//! anywhere; the short `"s:red"` is for the third form, and refused where it can be several things. Without `primary` every item that is not secondary is
//! primary; with it, an item that is named nowhere is an error.
//!
//! `"times": {"a": 2, "b": "0..3", "c": "1.."}` beside the options says how often items are covered, where that is not once: see
//! [`Problem::with_times`](crate::problem::Problem::with_times).
//!
//! `"cost": 5` beside the `items` of an option says what it costs, a number: `{"items": ["a", "b"], "cost": 5}`, in an array or behind a label.
//!
//! `"connected": {"components": 1, "acyclic": true}` beside the options says how they must [be connected](crate::problem::Connected): how many components the chosen options with ports form, written like the number of times that an item is covered,
//! and whether cycles are forbidden. `"ports": ["x", "y"]` beside the `items` of an option are its ports: nodes, which are known by their labels and named nowhere else.
//!
//! [`SCHEMA`] describes exactly what is read.

mod read;
mod text;
mod write;

pub use read::read;
pub use write::write;

/// The forms as a JSON Schema (draft 2020-12), for editors and validators.
pub const SCHEMA: &str = include_str!("problem.schema.json");
