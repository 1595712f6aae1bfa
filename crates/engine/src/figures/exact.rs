//! Exact numbers: fractions of integers, so that `0.1 + 0.2` is `0.3`.
//!
//! Rates and factors are decimals of a few places; their products fit 128 bits
//! with room to spare. What does not fit is no number here: every operation is
//! checked, and an answer is not given rather than given wrong.

use std::cmp::Ordering;
use std::fmt;

/// Longest number read, in digits: products of three stay within 128 bits.
const DIGITS_MAX: usize = 12;
/// Places shown of a fraction that has no end, as a third.
const PLACES_MAX: u32 = 6;

/// A fraction in lowest terms; the denominator is positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Exact {
    over: i128,
    under: i128,
}

impl Exact {
    /// The number 0.
    pub const ZERO: Exact = Exact { over: 0, under: 1 };

    /// A whole number.
    pub fn whole(value: i64) -> Exact {
        Exact {
            over: i128::from(value),
            under: 1,
        }
    }

    /// `over / under`; `None` when `under` is 0 or a part does not fit.
    fn new(over: i128, under: i128) -> Option<Exact> {
        if under == 0 {
            return None;
        }
        let shared = i128::try_from(gcd(over.unsigned_abs(), under.unsigned_abs())).ok()?;
        let sign = if under < 0 { -1 } else { 1 };
        Some(Exact {
            over: over.checked_div(shared)?.checked_mul(sign)?,
            under: under.checked_div(shared)?.checked_mul(sign)?,
        })
    }

    /// Reads plain notation: digits with at most one point, as `750000` or `1.14`.
    ///
    /// ```
    /// # use perusal::plan::Exact;
    /// assert_eq!(Exact::parse("2.061").unwrap().to_string(), "2.061");
    /// assert_eq!(Exact::parse("1.2.3"), None);
    /// ```
    pub fn parse(plain: &str) -> Option<Exact> {
        let (sign, digits) = match plain.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, plain),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all = [whole, fraction].concat();
        let plain = !all.is_empty() && all.bytes().all(|byte| byte.is_ascii_digit());
        if !plain || all.trim_start_matches('0').len() > DIGITS_MAX || fraction.len() > DIGITS_MAX {
            return None;
        }
        let under = 10_i128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
        Exact::new(all.parse::<i128>().ok()?.checked_mul(sign)?, under)
    }

    /// The sum.
    pub fn plus(self, other: Exact) -> Option<Exact> {
        let left = self.over.checked_mul(other.under)?;
        let right = other.over.checked_mul(self.under)?;
        Exact::new(
            left.checked_add(right)?,
            self.under.checked_mul(other.under)?,
        )
    }

    /// The difference.
    pub fn minus(self, other: Exact) -> Option<Exact> {
        self.plus(Exact {
            over: other.over.checked_neg()?,
            under: other.under,
        })
    }

    /// The product.
    pub fn times(self, other: Exact) -> Option<Exact> {
        Exact::new(
            self.over.checked_mul(other.over)?,
            self.under.checked_mul(other.under)?,
        )
    }

    /// The quotient; `None` for a division by 0.
    pub fn over(self, other: Exact) -> Option<Exact> {
        Exact::new(
            self.over.checked_mul(other.under)?,
            self.under.checked_mul(other.over)?,
        )
    }

    /// Without its sign.
    pub fn absolute(self) -> Exact {
        Exact {
            over: self.over.checked_abs().unwrap_or(i128::MAX),
            under: self.under,
        }
    }

    /// True below 0.
    pub fn is_negative(self) -> bool {
        self.over < 0
    }

    /// Rounded to a number of places, halves away from 0.
    pub fn rounded(self, places: u32) -> Option<Exact> {
        let scale = 10_i128.checked_pow(places)?;
        let twice = self.over.checked_mul(scale)?.checked_mul(2)?;
        let half = if twice < 0 { -self.under } else { self.under };
        let whole = twice
            .checked_add(half)?
            .checked_div(self.under.checked_mul(2)?)?;
        Exact::new(whole, scale)
    }

    /// Places after the point that it takes to write it out; `None` when there
    /// is no end to them.
    pub fn places(self) -> Option<u32> {
        let (mut rest, mut twos, mut fives) = (self.under, 0, 0);
        while rest % 2 == 0 {
            rest /= 2;
            twos += 1;
        }
        while rest % 5 == 0 {
            rest /= 5;
            fives += 1;
        }
        (rest == 1).then_some(twos.max(fives))
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        let products = (
            self.over.checked_mul(other.under),
            other.over.checked_mul(self.under),
        );
        match products {
            (Some(left), Some(right)) => left.cmp(&right),
            // Only results of long chains of operations are this large.
            _ => (self.over / self.under).cmp(&(other.over / other.under)),
        }
    }
}

impl fmt::Display for Exact {
    /// Decimal, without separators of thousands; what has no end is rounded to
    /// six places.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self.places().unwrap_or(PLACES_MAX).min(PLACES_MAX * 2);
        let shown = self.rounded(places).unwrap_or(*self);
        let scale = 10_i128.checked_pow(places).unwrap_or(1);
        let digits = shown.over * (scale / shown.under);
        let sign = if digits < 0 { "-" } else { "" };
        let (whole, fraction) = (digits.abs() / scale, digits.abs() % scale);
        if places == 0 || fraction == 0 {
            return write!(f, "{sign}{whole}");
        }
        let width = usize::try_from(places).unwrap_or(0);
        write!(f, "{sign}{whole}.{fraction:0width$}")
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Exact;

    fn read(text: &str) -> Exact {
        Exact::parse(text).unwrap()
    }

    #[test]
    fn decimals_are_exact() {
        assert_eq!(read("0.1").plus(read("0.2")), Some(read("0.3")));
        let premium = read("293").times(read("2.061")).unwrap();
        assert_eq!(premium.to_string(), "603.873");
        assert_eq!(premium.rounded(2).unwrap().to_string(), "603.87");
        assert_eq!(read("-2.5").rounded(0).unwrap().to_string(), "-3");
        assert_eq!(read("1").over(read("3")).unwrap().to_string(), "0.333333");
        assert_eq!(read("1").over(Exact::ZERO), None);
        assert_eq!(read("1.005").rounded(2).unwrap().to_string(), "1.01");
    }

    #[test]
    fn what_is_no_plain_number_is_none() {
        for text in ["", ".", "-", "1,2", "1e5", "12345678901234", "1.2.3"] {
            assert_eq!(Exact::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn arithmetic_is_that_of_cents(a in -99_999_999i64..99_999_999, b in -99_999_999i64..99_999_999) {
            let hundred = Exact::whole(100);
            let [x, y] = [a, b].map(|cents| Exact::whole(cents).over(hundred).unwrap());
            let cents = |value: Option<Exact>| value.unwrap().times(hundred).unwrap();
            prop_assert_eq!(cents(x.plus(y)), Exact::whole(a + b));
            prop_assert_eq!(cents(x.minus(y)), Exact::whole(a - b));
            prop_assert_eq!(x.times(y).unwrap().times(Exact::whole(10_000)).unwrap(), Exact::whole(a * b));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            if b != 0 {
                prop_assert_eq!(x.over(y).unwrap().times(y), Some(x));
            }
        }

        #[test]
        fn what_is_shown_is_read_back(over in -99_999_999i64..99_999_999, places in 0u32..6) {
            let value = Exact::whole(over).over(Exact::whole(10_i64.pow(places))).unwrap();
            prop_assert_eq!(Exact::parse(&value.to_string()), Some(value));
        }

        #[test]
        fn rounding_moves_at_most_half_a_unit(over in -99_999_999i64..99_999_999, under in 1i64..9_999, places in 0u32..4) {
            let value = Exact::whole(over).over(Exact::whole(under)).unwrap();
            let rounded = value.rounded(places).unwrap();
            let moved = rounded.minus(value).unwrap().absolute();
            let half = Exact::whole(1).over(Exact::whole(2 * 10_i64.pow(places))).unwrap();
            prop_assert!(moved <= half);
        }
    }
}
