//! The certificate, unpacked: read once, as a stream.

use std::io::{BufReader, Read};

use crate::{Res, require};

pub(crate) struct Input<R>(pub(crate) BufReader<R>);

impl<R: Read> Input<R> {
    pub(crate) fn take(&mut self, length: u64) -> Res<Vec<u8>> {
        let mut bytes = Vec::new();
        let result = self.0.by_ref().take(length).read_to_end(&mut bytes);
        require(result.is_ok() && bytes.len() as u64 == length, "the certificate ends too early, or is damaged")?;
        Ok(bytes)
    }

    /// Seven bits in each byte, the least first; all bytes but the last have the high bit.
    pub(crate) fn number(&mut self) -> Res<u64> {
        let (mut number, mut byte) = (0, [0]);
        for shift in (0..63).step_by(7) {
            self.0.read_exact(&mut byte).map_err(|_| "the certificate ends too early, or is damaged")?;
            number |= u64::from(byte[0] & 127) << shift;
            if byte[0] < 128 {
                return Ok(number);
            }
        }
        Err("a number is too long".into())
    }

    pub(crate) fn numbers(&mut self, number: usize) -> Res<Vec<usize>> {
        (0..number).map(|_| Ok(self.number()? as usize)).collect()
    }

    /// The bytes of a count, the least first.
    pub(crate) fn amount(&mut self) -> Res<Vec<u8>> {
        let length = self.number()?;
        require(length <= 4096, "a count is too long")?;
        self.take(length)
    }
}
