//! What the sheets of a workbook share.

use super::strings::Strings;
use crate::read::office::number_format::{Epoch, NumberFormat};

/// What the sheets of a workbook share.
#[derive(Debug, Default)]
pub(super) struct Workbook {
    pub(super) sheets: Vec<Listed>,
    pub(super) strings: Strings,
    pub(super) formats: Vec<NumberFormat>,
    pub(super) epoch: Epoch,
}

/// A sheet as the workbook lists it.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) name: String,
    /// Where its records start in the stream.
    pub(super) start: usize,
}
