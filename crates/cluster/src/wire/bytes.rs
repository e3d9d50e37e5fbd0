//! Reading numbers from bytes that may be anything.

use super::{GROWN, WireError};

/// A place in a row of bytes.
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(WireError::Short)?;
        self.0 = rest;
        Ok(*taken)
    }

    pub(super) fn u8(&mut self) -> Result<u8, WireError> {
        self.take().map(u8::from_le_bytes)
    }

    pub(super) fn u16(&mut self) -> Result<u16, WireError> {
        self.take().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, WireError> {
        self.take().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, WireError> {
        self.take().map(u64::from_le_bytes)
    }

    /// The byte of flags.
    pub(super) fn flag(&mut self) -> Result<bool, WireError> {
        match self.u8()? {
            0 => Ok(false),
            GROWN => Ok(true),
            other => Err(WireError::Value("flags", u64::from(other))),
        }
    }

    /// A number below `limit`.
    pub(super) fn below(&mut self, field: &'static str, limit: u16) -> Result<u16, WireError> {
        match self.u16()? {
            number if number < limit => Ok(number),
            number => Err(WireError::Value(field, u64::from(number))),
        }
    }

    pub(super) const fn rest(self) -> &'a [u8] {
        self.0
    }

    /// Makes sure that nothing is left.
    pub(super) const fn end(self) -> Result<(), WireError> {
        match self.0.len() {
            0 => Ok(()),
            extra => Err(WireError::Long(extra)),
        }
    }
}
