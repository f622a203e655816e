//! Words of a command line for a shell: words that a shell would read differently are quoted.

use std::borrow::Cow;

/// A word, quoted if necessary: with double quotes if only for spaces, otherwise with single quotes.
///
/// ```
/// use dlx_count::family::quoted;
///
/// assert_eq!(["I4=2", "#0", "*=2", "4,4 4,5"].map(quoted), ["I4=2", "'#0'", "'*=2'", "\"4,4 4,5\""]);
/// ```
#[must_use]
pub fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "_-+./:,=@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into()
    } else if word.chars().all(|c| is_plain(c) || c == ' ') {
        format!("\"{word}\"").into()
    } else {
        format!("'{}'", word.replace('\'', "'\\''")).into()
    }
}
