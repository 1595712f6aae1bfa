//! Arithmetic that is shown: expressions of exact numbers, printed and read.
//!
//! ```text
//! sum     = product { ("+" | "−" | "-") product }
//! product = factor { ("×" | "*" | "÷" | "/") factor }
//! factor  = number | "(" sum ")"
//! ```
//!
//! An expression is read back from its print before it is shown, and must have
//! the same value: what a person checks by hand is what was computed.

use std::fmt;

use super::Exact;

/// Deepest nesting of brackets that is read.
const DEPTH_MAX: usize = 32;

/// An operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// `+`
    Plus,
    /// `−`
    Minus,
    /// `×`
    Times,
    /// `÷`
    Over,
}

impl Op {
    fn sign(self) -> char {
        match self {
            Op::Plus => '+',
            Op::Minus => '−',
            Op::Times => '×',
            Op::Over => '÷',
        }
    }

    fn binds(self) -> u8 {
        match self {
            Op::Plus | Op::Minus => 1,
            Op::Times | Op::Over => 2,
        }
    }
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Number(Exact),
    /// Two parts and what is done with them.
    Both(Op, Box<Expression>, Box<Expression>),
}

impl Expression {
    /// This, an operation, and another.
    pub fn and(self, op: Op, other: Expression) -> Expression {
        Expression::Both(op, Box::new(self), Box::new(other))
    }

    /// Its value; `None` for a division by 0 and for what does not fit.
    pub fn value(&self) -> Option<Exact> {
        match self {
            Expression::Number(value) => Some(*value),
            Expression::Both(op, left, right) => {
                let (left, right) = (left.value()?, right.value()?);
                match op {
                    Op::Plus => left.plus(right),
                    Op::Minus => left.minus(right),
                    Op::Times => left.times(right),
                    Op::Over => left.over(right),
                }
            }
        }
    }

    /// Its print with its value, `293 × 2.061 = 603.873`; `None` when it has no
    /// value, or its print does not read back to the same one.
    pub fn shown(&self) -> Option<String> {
        let value = self.value()?;
        let print = self.to_string();
        let again = Expression::parse(&print)?.value()?;
        (again == value).then(|| format!("{print} = {value}"))
    }

    /// Reads an expression; `None` for anything else.
    ///
    /// ```
    /// # use perusal::plan::Expression;
    /// let sum = Expression::parse("(17.26 + 31 + 8.67) × 0.98").unwrap();
    /// assert_eq!(sum.value().unwrap().to_string(), "55.7914");
    /// ```
    pub fn parse(text: &str) -> Option<Expression> {
        let signs: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut reader = Reader {
            signs: &signs,
            at: 0,
            depth: 0,
        };
        let read = reader.sum()?;
        (reader.at == signs.len()).then_some(read)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, outer: u8) -> fmt::Result {
        match self {
            Expression::Number(value) if value.is_negative() && outer > 0 => write!(f, "({value})"),
            Expression::Number(value) => write!(f, "{value}"),
            Expression::Both(op, left, right) => {
                let bracket = op.binds() < outer;
                if bracket {
                    f.write_str("(")?;
                }
                left.write(f, op.binds())?;
                write!(f, " {} ", op.sign())?;
                // What is taken away or divided by stands in brackets of its own.
                right.write(f, op.binds() + 1)?;
                if bracket {
                    f.write_str(")")?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

struct Reader<'t> {
    signs: &'t [char],
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn take(&mut self, signs: &[char]) -> Option<char> {
        let next = *self.signs.get(self.at)?;
        signs.contains(&next).then(|| {
            self.at += 1;
            next
        })
    }

    fn sum(&mut self) -> Option<Expression> {
        let mut left = self.product()?;
        while let Some(sign) = self.take(&['+', '−', '-']) {
            let op = if sign == '+' { Op::Plus } else { Op::Minus };
            left = left.and(op, self.product()?);
        }
        Some(left)
    }

    fn product(&mut self) -> Option<Expression> {
        let mut left = self.factor()?;
        while let Some(sign) = self.take(&['×', '*', '÷', '/']) {
            let op = if matches!(sign, '×' | '*') {
                Op::Times
            } else {
                Op::Over
            };
            left = left.and(op, self.factor()?);
        }
        Some(left)
    }

    fn factor(&mut self) -> Option<Expression> {
        if self.take(&['(']).is_some() {
            self.depth += 1;
            if self.depth > DEPTH_MAX {
                return None;
            }
            let inner = self.sum()?;
            self.depth -= 1;
            return self.take(&[')']).map(|_| inner);
        }
        let start = self.at;
        let _ = self.take(&['-']);
        while self
            .signs
            .get(self.at)
            .is_some_and(|c| c.is_ascii_digit() || *c == '.')
        {
            self.at += 1;
        }
        let digits: String = self.signs[start..self.at].iter().collect();
        Exact::parse(&digits).map(Expression::Number)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Exact, Expression, Op};

    fn value(text: &str) -> Option<String> {
        Expression::parse(text)?
            .value()
            .map(|value| value.to_string())
    }

    #[test]
    fn brackets_and_rank_hold() {
        assert_eq!(value("1 + 2 × 3").as_deref(), Some("7"));
        assert_eq!(value("(1 + 2) * 3").as_deref(), Some("9"));
        assert_eq!(value("8000 / 100 × 1.15").as_deref(), Some("92"));
        assert_eq!(value("10 − 2 − 3").as_deref(), Some("5"));
        for text in ["", "1 +", "(1", "1)", "a", "1 2 +", "1 / 0"] {
            assert_eq!(value(text), None, "{text}");
        }
        assert_eq!(Expression::parse(&"(".repeat(10_000)), None);
    }

    fn expressions() -> impl Strategy<Value = Expression> {
        let number = (-99_999i64..99_999).prop_map(|cents| {
            Expression::Number(Exact::whole(cents).over(Exact::whole(100)).unwrap())
        });
        number.prop_recursive(3, 12, 2, |inner| {
            let op = prop_oneof![
                Just(Op::Plus),
                Just(Op::Minus),
                Just(Op::Times),
                Just(Op::Over)
            ];
            (op, inner.clone(), inner).prop_map(|(op, left, right)| left.and(op, right))
        })
    }

    proptest! {
        #[test]
        fn what_is_printed_reads_back_to_the_same_value(expression in expressions()) {
            let again = Expression::parse(&expression.to_string()).expect("its own print");
            prop_assert_eq!(again.value(), expression.value());
        }

        #[test]
        fn no_text_breaks_the_reader(text in "[0-9+*/().× −-]{0,40}") {
            let _ = Expression::parse(&text).and_then(|read| read.value());
        }
    }
}
