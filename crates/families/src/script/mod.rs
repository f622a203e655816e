//! Problems as scripts: a small program that names items and options, so that any problem can be a family with parameters.
//!
//! ```text
//! let n = param("n", 8);                       // `--set n=12`; in a table `--set n=1..12`
//! for k in 0..n { item("r" + k); item("c" + k); }
//! for s in 0..2 * n - 1 { secondary("a" + s); secondary("b" + s); }
//! for r in 0..n {
//!     for c in 0..n { option(["r" + r, "c" + c, "a" + (r + c), "b" + (r - c + n - 1)]); }
//! }
//! ```
//!
//! # What a script can say
//!
//! | call | what it does |
//! |---|---|
//! | `item(name)` | an item that must be covered once; returns its name |
//! | `secondary(name)` | an item that may be covered once, or any number of times in one color; returns its name |
//! | `option(items)` | an option; `"s:red"` is a secondary item in a color |
//! | `option(items, label)` | an option with a label, by which it is shown and chosen |
//! | `label(text)` | a label for the option before |
//! | `param(name, default)` | what `--set name=...` says, or the default: a number, a text, or true or false, like the default |
//!
//! Names are texts or numbers. Items may be named in any order, but before the options that have them. `throw "..."` ends the script with that message.
//! The rest is the language: `let`, `const`, `if`, `switch`, `for k in 1..=n`, `while`, functions `fn`, texts with `` `${k}` `` in them, arrays, maps, and their methods.
//! Numbers are whole, and numbers too large for 64 bits are errors. A function sees only its arguments.
//!
//! # The language, and why this one
//!
//! [Rhai](https://rhai.rs): made to be embedded in Rust, kept since 2016, with positions in all its errors, and with limits built in: on steps, depth of calls and of expressions,
//! variables, functions, and the sizes of texts, arrays and maps. Starlark would bring many more crates and fewer limits, Lua (`mlua`) a C compiler, and WebAssembly is not a language in which one
//! writes ten lines. The features of Rhai that are not needed are left out: modules, the clock, fractions, custom syntax, and closures over variables (they would bring values
//! that are shared, which it must not meet inside of arrays). Its short texts are those of `compact_str`: those of `smartstring`, its default, can be added to a `String`, and then
//! the compiler no longer knows what `text + &other` means anywhere in this program. What it lacks is a limit on all values together, which `heap.rs` adds.
//!
//! Its price is the time to build it: 40 s of one processor of a busy machine if it is optimized like the rest, less at `opt-level = 1`, which the profile `release` has for it, as debug builds have for
//! all. The feature `script` leaves it out.
//!
//! # Why a script from elsewhere is harmless
//!
//! It can call the language and the functions above, and these write into a draft in memory. There is no function that opens a file, a socket or another program, asks the time, or prints;
//! `eval`, `print` and `debug` are switched off. It ends after [`MAX_STEPS`] steps or a minute at most, and its values and its draft are bounded: see `language.rs` and
//! `draft.rs`. All its values together may take a gigabyte, if the allocator counts them, as that of the program `dlx-count` does. A script with given settings makes the same problem on every machine.

mod board;
mod draft;
mod family;
pub mod heap;
mod language;
mod order;
mod settings;
mod source;
mod wrong;

pub(super) use family::SCRIPT;
pub use source::Script;

/// The most steps of a script: some seconds.
pub const MAX_STEPS: u64 = 20_000_000;
