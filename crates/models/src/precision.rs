//! How exactly a model computes.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// How exactly a model computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// Single-precision floats throughout.
    Fp32,
    /// Weights and activations of the matrix products in bytes, all else in floats: a few times
    /// faster, vectors a little off.
    Int8,
}

impl Precision {
    /// `fp32` or `int8`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fp32 => "fp32",
            Self::Int8 => "int8",
        }
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Precision {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s {
            "fp32" => Ok(Self::Fp32),
            "int8" => Ok(Self::Int8),
            other => Err(format!("`{other}` is no precision; expected fp32 or int8")),
        }
    }
}
