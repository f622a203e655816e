//! The search step by step, as a page that needs nothing else: a slider, the board at every node, and why the search turns back.
//!
//! What is shown is Algorithm X as a person would do it: choose the item with the fewest options left, try its options in order, and turn back when an
//! item has none (TAOCP 7.2.2.1, Algorithms X and D, with the MRV heuristic of exercise 9). The item and the options are chosen as by
//! [`engine::links`](dlx_engines::links), so solutions come in the same order. But the engine sees a dead end before it enters it, and
//! counts two levels early; here every option that is tried is a step.

mod naive;
mod page;
mod record;

pub use naive::naive;
pub use page::{MAX_OPTIONS, Page};
pub use record::{End, Recording, Rule, Step, fewest_first};
