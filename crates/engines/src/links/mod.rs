//! Dancing links: the reference engine, and the engine for huge sparse problems.
//!
//! Algorithm X on Knuth's node arrays, with colors (TAOCP 7.2.2.1, Algorithms X and C). Choosing an option hides every option that meets it,
//! going back unhides them in reverse order, and the links of what was taken out are all that is needed to put it back.
//!
//! Where it differs from Algorithm C, step by step:
//!
//! * **C1** (initialize): a task gets an arena of its own, laid out from what is left below its prefix, with 16-bit links if they suffice.
//! * **C2, C3** (enter level, choose i): no linked list of active items; see `choose`.
//! * **C4, C5** (cover i, try x): an item that loses its last option is seen at once, not at the next level, and what was done so far is undone.
//!   Knuth's SSXCC gets its edge over DLX2 from the same test. Items that the option itself covers must not raise the alarm, so they go out
//!   of play before anything is hidden.
//! * **C2** again: the last option is not branched on. When no more items are in play than an option covers, every option left is a solution.
//! * Where options must be connected, what is chosen is `joined`, and given up as soon as it cannot be; then the last option is branched on, too.
//! * The search is a loop with its own stack, so that it can pause at any node and hand back the rest, and no depth overflows the thread's stack.

mod arena;
mod below;
mod find;
mod index;
mod joined;
mod lay_out;
mod search;
mod solutions;
mod unchecked;
mod widths;

pub use below::Links;
pub use solutions::{Finding, Solutions, Strategy, Take};
pub(super) use widths::{count, tree};
