//! What the sheets of a workbook share.

use super::strings::SharedStrings;
use super::styles::Styles;
use crate::read::office::number_format::Epoch;

/// What the sheets of a workbook share.
pub(super) struct Workbook {
    pub(super) strings: SharedStrings,
    pub(super) styles: Styles,
    pub(super) epoch: Epoch,
}
