//! The grammar's dialect: standard SQL with `MATCHES` and `IS EMPTY`.

use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator};
use sqlparser::dialect::{Dialect, Precedence};
use sqlparser::keywords::Keyword;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::Token;

/// Name under which `MATCHES` passes through the grammar.
pub(super) const MATCHES: &str = "MATCHES";

#[derive(Debug)]
pub(super) struct Relations;

impl Dialect for Relations {
    fn is_identifier_start(&self, character: char) -> bool {
        character.is_alphabetic() || character == '_'
    }

    fn is_identifier_part(&self, character: char) -> bool {
        character.is_alphanumeric() || character == '_'
    }

    /// `3m_2018.sales`, as documents are called; one of digits alone takes quotation marks.
    fn supports_numeric_prefix(&self) -> bool {
        true
    }

    fn supports_boolean_literals(&self) -> bool {
        true
    }

    fn get_next_precedence(&self, parser: &Parser) -> Option<Result<u8, ParserError>> {
        let negated = is_keyword(&parser.peek_token_ref().token, Keyword::NOT);
        let word = &parser.peek_nth_token_ref(usize::from(negated)).token;
        is_word(word, MATCHES).then(|| Ok(self.prec_value(Precedence::Like)))
    }

    fn parse_infix(
        &self,
        parser: &mut Parser,
        left: &Expr,
        _precedence: u8,
    ) -> Option<Result<Expr, ParserError>> {
        if is_keyword(&parser.peek_token_ref().token, Keyword::IS) {
            return is_empty(parser, left);
        }
        let negated = is_keyword(&parser.peek_token_ref().token, Keyword::NOT);
        let word = &parser.peek_nth_token_ref(usize::from(negated)).token;
        if !is_word(word, MATCHES) {
            return None;
        }
        for _ in 0..=usize::from(negated) {
            parser.advance_token();
        }
        let right = parser.parse_subexpr(self.prec_value(Precedence::Like));
        Some(right.map(|right| {
            let matches = Expr::BinaryOp {
                left: Box::new(left.clone()),
                op: BinaryOperator::Custom(MATCHES.to_owned()),
                right: Box::new(right),
            };
            if negated { denied(matches) } else { matches }
        }))
    }
}

/// `IS EMPTY` and `IS NOT EMPTY`, as the grammar's `IS NULL`.
fn is_empty(parser: &mut Parser, left: &Expr) -> Option<Result<Expr, ParserError>> {
    let negated = is_keyword(&parser.peek_nth_token_ref(1).token, Keyword::NOT);
    let word = 1 + usize::from(negated);
    if !is_word(&parser.peek_nth_token_ref(word).token, "EMPTY") {
        return None;
    }
    for _ in 0..=word {
        parser.advance_token();
    }
    let value = Box::new(left.clone());
    Some(Ok(if negated {
        Expr::IsNotNull(value)
    } else {
        Expr::IsNull(value)
    }))
}

fn denied(expr: Expr) -> Expr {
    Expr::UnaryOp {
        op: UnaryOperator::Not,
        expr: Box::new(expr),
    }
}

fn is_keyword(token: &Token, keyword: Keyword) -> bool {
    matches!(token, Token::Word(word) if word.keyword == keyword)
}

fn is_word(token: &Token, expected: &str) -> bool {
    matches!(token, Token::Word(word)
        if word.quote_style.is_none() && word.value.eq_ignore_ascii_case(expected))
}
