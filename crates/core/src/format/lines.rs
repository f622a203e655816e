//! Lines of a text that may be very long, one buffer for all of them, with line numbers and checked UTF-8.

use std::io::{BufRead, Read};

use super::error::{ReadError, SourceLine, Token};

/// The byte order mark, with which some editors begin a file. It is not part of the text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The most bytes of a line: no problem that fits in memory has a longer one.
const LONGEST: u64 = 1 << 27;

/// Reads line after line.
pub(super) struct LineReader<R> {
    input: R,
    buffer: Vec<u8>,
    number: usize,
}

impl<R: BufRead> LineReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), number: 0 }
    }

    /// The next line without its end, or none.
    pub(super) fn next(&mut self) -> Result<Option<SourceLine<'_>>, ReadError> {
        self.buffer.clear();
        let mut start = self.input.by_ref().take(LONGEST);
        if start.read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if start.limit() == 0 {
            return Err(self.too_long());
        }
        while matches!(self.buffer.last(), Some(b'\n' | b'\r')) {
            self.buffer.pop();
        }
        if self.buffer.contains(&0) {
            let place = self.buffer.iter().take_while(|&&byte| byte != 0).count();
            return Err(self.wrong_byte(place, "a byte is 0", "this is not a text file"));
        }
        match std::str::from_utf8(&self.buffer) {
            Ok(text) if self.number == 1 => {
                Ok(Some(SourceLine { number: 1, text: text.trim_start_matches(BYTE_ORDER_MARK) }))
            }
            Ok(text) => Ok(Some(SourceLine { number: self.number, text })),
            Err(error) => {
                let valid = error.valid_up_to();
                let what = format!("the byte \\x{:02x} is not UTF-8", self.buffer[valid]);
                Err(self.wrong_byte(valid, &what, "save the file as UTF-8 text"))
            }
        }
    }

    /// The number of the last line read.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    fn too_long(&self) -> ReadError {
        let text = String::from_utf8_lossy(&self.buffer[..self.buffer.len().min(100)]);
        let line = SourceLine { number: self.number, text: &text };
        let what = format!("the line has more than {} MiB", LONGEST >> 20);
        line.error(Token { start: 0, text: "" }, what, "write an option, or the items, in a shorter line")
    }

    fn wrong_byte(&self, place: usize, what: &str, help: &str) -> ReadError {
        let text = String::from_utf8_lossy(&self.buffer);
        let line = SourceLine { number: self.number, text: &text };
        line.error(Token { start: place, text: "\u{fffd}" }, what, help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_is_given_up() {
        let mut lines = LineReader::new(std::io::BufReader::new(std::io::repeat(b'1')));
        let error = lines.next().unwrap_err().to_string();
        assert_eq!(error, "line 1, column 1: the line has more than 128 MiB");
    }
}
