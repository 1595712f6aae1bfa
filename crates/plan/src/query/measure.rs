//! What a number counts, through all that is counted with it.
//!
//! A unit, a scale, and whether it is a share. Percentages are numbers of
//! percent: `base * rate` is a hundred times too much until it is divided by
//! 100, and says so where the division is missing. The other way round, a
//! quotient of like things times 100 is a number of percent.

use text::table::{Decimal, Unit};

use super::algebra::ArithmeticOp;

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Measure {
    pub(super) unit: Unit,
    /// The number is to be multiplied by ten to this power; `None` for a number
    /// that stands in the query, which takes the scale of what it meets.
    pub(super) scale: Option<i8>,
    pub(super) share: Share,
}

/// How a number came about, as far as percentages go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Share {
    /// Neither of these.
    No,
    /// A product with a number of percent, to be divided by 100.
    Undivided,
    /// A quotient of like things.
    Quotient,
    /// Times 100, in the query.
    Hundredfold,
}

/// Why two numbers cannot be counted with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Misfit {
    Units(Unit, Unit),
    Undivided,
}

/// Whether the query itself says `100`, or `0.01`, in a product or quotient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hundred {
    No,
    /// `100 * x`
    Left,
    /// `x * 100`, `x / 100`
    Right,
    /// `x * 0.01`
    RightHundredth,
}

impl Hundred {
    /// Of the numbers that stand on both sides, where they stand there.
    pub(super) fn of(left: Option<Decimal>, right: Option<Decimal>) -> Hundred {
        if right == Some(Decimal::ONE_HUNDRED) {
            Hundred::Right
        } else if right == Some(Decimal::new(1, 2)) {
            Hundred::RightHundredth
        } else if left == Some(Decimal::ONE_HUNDRED) {
            Hundred::Left
        } else {
            Hundred::No
        }
    }
}

impl Measure {
    /// Of a number that stands in the query.
    pub(super) const FREE: Measure = Measure {
        unit: Unit::NONE,
        scale: None,
        share: Share::No,
    };

    /// Of a number of things: rows, years.
    pub(super) const COUNT: Measure = Measure {
        unit: Unit::NONE,
        scale: Some(0),
        share: Share::No,
    };

    /// Of a cell.
    pub(super) fn cell(unit: Unit, scale: i8) -> Measure {
        Measure {
            unit,
            scale: Some(scale),
            share: Share::No,
        }
    }

    fn is_percent(&self) -> bool {
        self.unit == Unit::PERCENT
    }

    /// The unit of a sum, or of two numbers that are compared.
    pub(super) fn meet(self, other: Measure) -> Result<Measure, Misfit> {
        let unit = match (self.unit.is_none(), other.unit.is_none()) {
            (true, _) => other.unit,
            (_, true) => self.unit,
            _ if self.unit == other.unit => self.unit,
            _ => return Err(Misfit::Units(self.unit, other.unit)),
        };
        let share = match (self.share, other.share) {
            (one, two) if one == two => one,
            (Share::Undivided, _) | (_, Share::Undivided) => return Err(Misfit::Undivided),
            // `new / old - 1`
            (Share::Quotient, _) if other.scale.is_none() => Share::Quotient,
            (_, Share::Quotient) if self.scale.is_none() => Share::Quotient,
            _ => Share::No,
        };
        Ok(Measure {
            unit,
            scale: self.scale,
            share,
        })
    }

    /// Of a sum, difference, product or quotient; scales are with the numbers.
    pub(super) fn combine(
        self,
        op: ArithmeticOp,
        other: Measure,
        hundred: Hundred,
    ) -> Result<Measure, Misfit> {
        match op {
            ArithmeticOp::Add | ArithmeticOp::Subtract => self.meet(other),
            ArithmeticOp::Multiply => self.times(other, hundred),
            ArithmeticOp::Divide => self.by(other, hundred),
        }
    }

    fn times(self, other: Measure, hundred: Hundred) -> Result<Measure, Misfit> {
        match hundred {
            Hundred::Right => return Ok(self.hundredfold()),
            Hundred::Left => return Ok(other.hundredfold()),
            Hundred::RightHundredth => return Ok(self.hundredth()),
            Hundred::No => {}
        }
        // A number of the query is a factor: twice a rate is a rate.
        if self.scale.is_none() || other.scale.is_none() {
            return Ok(if self.scale.is_none() { other } else { self });
        }
        let undivided = self.share == Share::Undivided || other.share == Share::Undivided;
        let percent = self.is_percent() || other.is_percent();
        if undivided && percent {
            return Err(Misfit::Undivided);
        }
        Ok(Measure {
            unit: unit_of_product(self.unit, other.unit)?,
            scale: self.scale,
            share: if undivided || percent {
                Share::Undivided
            } else {
                Share::No
            },
        })
    }

    fn hundredfold(self) -> Measure {
        match self.share {
            Share::Quotient if self.unit.is_none() => Measure {
                unit: Unit::PERCENT,
                share: Share::No,
                ..self
            },
            Share::No => Measure {
                share: Share::Hundredfold,
                ..self
            },
            _ => self,
        }
    }

    fn by(self, other: Measure, hundred: Hundred) -> Result<Measure, Misfit> {
        if hundred == Hundred::Right {
            return Ok(self.hundredth());
        }
        if other.scale.is_none() {
            return Ok(self);
        }
        let like = self.unit == other.unit;
        if !like && other.is_percent() || other.share == Share::Undivided {
            return Err(Misfit::Undivided);
        }
        if self.share == Share::Undivided {
            let share = Share::Undivided;
            return if like && !self.unit.is_none() {
                Err(Misfit::Undivided)
            } else {
                Ok(Measure { share, ..self })
            };
        }
        let (unit, share) = match self.share {
            Share::Hundredfold if like => (Unit::PERCENT, Share::No),
            _ if like => (Unit::NONE, Share::Quotient),
            _ if other.unit.is_none() => (self.unit, Share::No),
            _ if self.unit.is_none() => (Unit::NONE, Share::No),
            _ => {
                let name = format!("{}/{}", self.unit.as_str(), other.unit.as_str());
                (Unit::named(&name), Share::No)
            }
        };
        Ok(Measure {
            unit,
            scale: self.scale,
            share,
        })
    }

    /// A hundredth of a number of percent is a plain factor.
    fn hundredth(self) -> Measure {
        match self.share {
            Share::Undivided | Share::Hundredfold => Measure {
                share: Share::No,
                ..self
            },
            _ if self.is_percent() => Measure {
                unit: Unit::NONE,
                share: Share::No,
                ..self
            },
            _ => self,
        }
    }
}

fn unit_of_product(left: Unit, right: Unit) -> Result<Unit, Misfit> {
    let plain = |unit: Unit| unit.is_none() || unit == Unit::PERCENT;
    Ok(match (plain(left), plain(right)) {
        // A percentage of a percentage is one; of a plain number, a plain number.
        (true, true) if left == right => left,
        (true, true) => Unit::NONE,
        (true, false) => right,
        (false, true) => left,
        (false, false) if left.is_currency() && right.is_currency() => {
            return Err(Misfit::Units(left, right));
        }
        // A price times an amount.
        (false, false) if left.is_currency() => left,
        (false, false) if right.is_currency() => right,
        (false, false) => Unit::NONE,
    })
}
