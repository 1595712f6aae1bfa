//! Exact numbers with their unit.

use std::fmt;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// A number as a cell or a question says it: sign, digits, unit; scales of
/// captions are with the column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Number {
    /// Exact; a percentage is the number before its sign.
    pub value: Decimal,
    /// What it counts.
    pub unit: Unit,
}

/// What a number counts: nothing said, a share, a currency, or a short name of
/// a unit (at most eight bytes; longer ones stay in the column's name).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Unit([u8; 8]);

impl Unit {
    /// Nothing said.
    pub const NONE: Unit = Unit([0; 8]);
    /// Per hundred.
    pub const PERCENT: Unit = Unit([b'%', 0, 0, 0, 0, 0, 0, 0]);

    /// A unit by its name: an ISO code for a currency (`USD`), else as written
    /// in lower case (`kg`); [`Unit::NONE`] for a name of more than eight bytes.
    pub fn named(name: &str) -> Unit {
        let mut bytes = [0; 8];
        match bytes.get_mut(..name.len()) {
            Some(place) => place.copy_from_slice(name.as_bytes()),
            None => return Unit::NONE,
        }
        Unit(bytes)
    }

    /// `""`, `%`, `USD`, `kg`.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(8);
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }

    /// Whether something is said.
    pub fn is_none(&self) -> bool {
        *self == Unit::NONE
    }

    /// Whether it is money: three capitals.
    pub fn is_currency(&self) -> bool {
        let name = self.as_str();
        name.len() == 3 && name.bytes().all(|byte| byte.is_ascii_uppercase())
    }
}

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Unit {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Unit {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Unit, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Ok(Unit::named(&name))
    }
}
