//! A share or a rate that a sentence gives, applied to the amount of the question:
//! `40 percent at inception` for `a premium of $3,600`.
//!
//! Of several steps in the sentence the one counts that holds the amount, and of several
//! shares the one whose words the question has. A sentence whose steps all miss the amount
//! is not it.

use text::Span;

use super::bounds::{self, Limit};
use super::compose::Draft;
use super::question::{Question, Term};
use super::scan::{Kind, Token, lowered, scan};
use super::work::Work;
use super::{Exact, Expression, Op};
use crate::EngineError;
use crate::answer::Answer;

/// Least share of the question's words, the amount apart, that a sentence and the name
/// of its document have.
const COVERED_MIN: f64 = 0.5;
/// Least share of them that the sentence itself has.
const SAID_MIN: f64 = 0.3;
/// Words that stand for money beside a number.
const CURRENCIES: &[&str] = &[
    "euro", "eur", "dollar", "usd", "pound", "gbp", "franc", "frank", "crown", "kron", "peso",
    "chf", "cent",
];
/// Openings that ask for an amount.
const ASKS: &[&str] = &[
    "how much",
    "what is due",
    "what is left",
    "what remains",
    "what do i ",
    "what do we ",
    "what does ",
    "what must ",
    "what would ",
    "what will ",
    "cuánto",
    "qué importe",
    "wie viel",
    "was kostet",
    "was muss",
    "welcher betrag",
    "welchen betrag",
];
/// Words of a question that ask for what is left of an amount.
const LEFT: &[&str] = &[
    "left", "after", "net", "remain", "remains", "pay", "queda", "pago", "pagar", "neto", "nach",
    "bleibt", "zahle", "zahlen", "netto",
];
/// Words of a sentence that take a share off.
const OFF: &[&str] = &[
    "off",
    "discount",
    "discounts",
    "rebate",
    "reduction",
    "reduced",
    "less",
    "lowers",
    "descuento",
    "rebaja",
    "bonificación",
    "rabatt",
    "nachlass",
    "skonto",
    "ermäßigung",
];

/// What a sentence gives for the amount.
struct Found {
    book: usize,
    span: Span,
    /// Share of the question's words that it accounts for.
    covered: f64,
    /// One for each part of the question.
    expressions: Vec<Expression>,
}

/// The amount of the question with the best sentence's share or rate applied; `None`
/// where no sentence gives one, or two that fit alike give different ones.
///
/// # Errors
/// A store that cannot be read, a quote that is not in it.
pub fn to_amount(work: &mut Work<'_>, question: &Question) -> Result<Option<Answer>, EngineError> {
    let lower = lowered(&question.text);
    if !ASKS.iter().any(|words| lower.contains(words)) {
        return Ok(None);
    }
    let Some((at, amount)) = amount_of(question) else {
        return Ok(None);
    };
    let mut best: Option<Found> = None;
    let mut alike = false;
    for (book, span) in work.sentences(&question.text)? {
        let Some(found) = read(work, question, (at, amount), book, span) else {
            continue;
        };
        let known = best.as_ref().map_or(0.0, |best| best.covered);
        if found.covered > known + 1e-9 {
            (best, alike) = (Some(found), false);
        } else if (found.covered - known).abs() <= 1e-9 {
            alike |= best
                .as_ref()
                .is_some_and(|best| best.expressions != found.expressions);
        }
    }
    let Some(found) = best.filter(|_| !alike) else {
        return Ok(None);
    };
    let shown: Option<Vec<String>> = found.expressions.iter().map(Expression::shown).collect();
    let Some(shown) = shown else {
        return Ok(None);
    };
    let values = found.expressions.iter().filter_map(Expression::value);
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    let text = work.shelf.books[found.book].text(found.span);
    let quote = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = work.step(&question.text, "rule", &[found.book], quote.clone());
    work.step_after(&question.text, "calculation", vec![first], shown.join("; "));
    let mut draft = Draft::new(&work.shelf);
    let marker = draft.cite(found.book, found.span, None);
    if let [_, _, ..] = values.as_slice() {
        draft.line(format!("{} [{marker}]", values.join(" and ")));
    }
    for shown in &shown {
        draft.line(format!("{shown} [{marker}]"));
    }
    draft.line(format!("By “{quote}” [{marker}]"));
    draft.value(values.join(" and "));
    draft.expression(shown.join("; "));
    Ok(Some(
        draft.finish(work.snapshot, 0.85 * found.covered.min(1.0))?,
    ))
}

/// The one amount of money of a question.
fn amount_of(question: &Question) -> Option<(usize, Exact)> {
    let keys: Vec<&str> = question
        .terms
        .iter()
        .map(|term| term.token.key.as_str())
        .collect();
    let money = |at: &usize| {
        let token = &question.terms[*at].token;
        is_money(
            token,
            at.checked_sub(1).map(|at| keys[at]),
            keys.get(at + 1).copied(),
        )
    };
    let mut amounts = (0..question.terms.len()).filter(money);
    let at = amounts.next().filter(|_| amounts.next().is_none())?;
    Some((at, question.terms[at].token.value?))
}

/// A number with a sign or a word of currency beside it.
fn is_money(token: &Token, before: Option<&str>, behind: Option<&str>) -> bool {
    let currency = |word: Option<&str>| word.is_some_and(|word| CURRENCIES.contains(&word));
    token.kind == Kind::Money
        || token.kind == Kind::Number && (currency(before) || currency(behind))
}

fn read(
    work: &Work<'_>,
    question: &Question,
    (at, amount): (usize, Exact),
    index: usize,
    span: Span,
) -> Option<Found> {
    let book = &work.shelf.books[index];
    let text = book.text(span);
    let tokens = scan(text, book.notation);
    let asked = |one: usize| {
        let term = &question.terms[one];
        let plain = one != at && term.weight > 0.0 && !term.excluded;
        plain && !CURRENCIES.contains(&term.token.key.as_str())
    };
    let terms: Vec<&Term> = (0..question.terms.len())
        .filter(|one| asked(*one))
        .map(|one| &question.terms[one])
        .collect();
    let said = |term: &&&Term| {
        let mut tokens = tokens.iter();
        tokens.any(|token| super::table::filter::same(&term.token, token))
    };
    let headings = super::shelf::keys(&book.headings(span.start).join(" "), book.notation);
    let around =
        |term: &&&Term| book.name.contains(&term.token.key) || headings.contains(&term.token.key);
    let sum =
        |terms: &mut dyn Iterator<Item = &&Term>| -> f64 { terms.map(|term| term.weight).sum() };
    let all = sum(&mut terms.iter());
    let own = sum(&mut terms.iter().filter(said));
    let named = sum(&mut terms.iter().filter(|term| !said(term) && around(term)));
    if all <= 0.0 || own / all < SAID_MIN || (own + named) / all < COVERED_MIN {
        return None;
    }
    let range = step(text, &tokens, amount)?;
    let expressions: Option<Vec<Expression>> = super::cell::parts(&question.text)
        .iter()
        .map(|part| {
            let asked = work.read(part, false);
            share((question, &asked), text, &tokens, (range.clone(), amount))
        })
        .collect();
    let expressions = match expressions {
        Some(expressions) => expressions,
        None => vec![rate(&tokens, text, amount)?],
    };
    Some(Found {
        book: index,
        span,
        covered: (own + 0.5 * named) / all,
        expressions,
    })
}

/// The tokens among which the amount's share stands: those of the step that holds it, or
/// all where there are no steps of money. `None` where no step holds it.
fn step(text: &str, tokens: &[Token], amount: Exact) -> Option<std::ops::Range<usize>> {
    let money = |limit: &Limit| {
        let at = limit.token;
        let key = |at: Option<usize>| {
            at.and_then(|at| tokens.get(at))
                .map(|token| token.key.as_str())
        };
        is_money(&tokens[at], key(at.checked_sub(1)), key(Some(at + 1)))
    };
    let limits: Vec<Limit> = bounds::limits(text, tokens)
        .into_iter()
        .filter(money)
        .collect();
    if limits.is_empty() {
        return Some(0..tokens.len());
    }
    let low = |limit: &Limit| limit.bounds.low.map(|(low, _)| low);
    let held = (0..limits.len()).filter(|at| limits[*at].bounds.hold(amount));
    let tightest = held.max_by(|a, b| low(&limits[*a]).cmp(&low(&limits[*b])))?;
    let own = limits[tightest].token;
    let next = limits
        .get(tightest + 1)
        .map_or(tokens.len(), |limit| limit.token);
    let before = tightest
        .checked_sub(1)
        .map_or(0, |before| limits[before].token + 1);
    let shares = |range: std::ops::Range<usize>| {
        tokens[range]
            .iter()
            .any(|token| token.kind == Kind::Percent)
    };
    // `Orders of more than 60 euros have 5 percent off`, `5 percent off from 60 euros on`.
    if shares(own..next) {
        Some(own..next)
    } else {
        Some(before..own)
    }
}

/// The percentage among some tokens whose words `asked` has, as a part of the amount.
fn share(
    (question, asked): (&Question, &Question),
    text: &str,
    tokens: &[Token],
    (range, amount): (std::ops::Range<usize>, Exact),
) -> Option<Expression> {
    let percents: Vec<usize> = range
        .clone()
        .filter(|at| tokens[*at].kind == Kind::Percent)
        .collect();
    let starts = clauses(text, tokens, &percents);
    let last = tokens
        .get(range.end)
        .map_or(text.len(), |token| token.start);
    let fit = |place: usize| -> f64 {
        let end = starts.get(place + 1).copied().unwrap_or(last);
        let held = |term: &&Term| {
            let own = tokens
                .iter()
                .filter(|token| (starts[place]..end).contains(&token.start));
            own.into_iter()
                .any(|token| super::table::filter::same(&term.token, token))
        };
        asked.wanted().filter(held).map(|term| term.weight).sum()
    };
    let best = (0..percents.len()).max_by(|a, b| fit(*a).total_cmp(&fit(*b)))?;
    let rival = (0..percents.len()).any(|place| place != best && fit(place) >= fit(best) - 1e-9);
    if rival {
        return None;
    }
    let percent = tokens[percents[best]].value?;
    let part = percent.over(Exact::whole(100))?;
    let has = |text: &str, any: &[&str]| {
        let lower = lowered(text);
        let mut words = lower.split(|c: char| !c.is_alphabetic());
        words.any(|word| any.contains(&word))
    };
    let number = Expression::Number;
    let reduced = has(text, OFF) && has(&question.text, LEFT);
    let factor = if reduced {
        number(Exact::whole(1)).and(Op::Minus, number(part))
    } else {
        number(part)
    };
    Some(number(amount).and(Op::Times, factor))
}

/// The byte at which the words of each percentage start: behind the last sign between it
/// and the one before that parts sentences, else clauses.
fn clauses(text: &str, tokens: &[Token], percents: &[usize]) -> Vec<usize> {
    const SIGNS: [&str; 4] = [". ", "; ", ", ", " and "];
    let mut from = 0;
    percents
        .iter()
        .map(|at| {
            let between = &text[from..tokens[*at].start];
            let sign = SIGNS
                .iter()
                .find_map(|sign| Some(between.rfind(sign)? + sign.len()));
            let start = from + sign.unwrap_or(0);
            from = tokens[*at].end;
            start
        })
        .collect()
}

/// `$1.10 per $100`: the amount over the second times the first.
fn rate(tokens: &[Token], text: &str, amount: Exact) -> Option<Expression> {
    const PER: &[&str] = &[
        "per",
        "for each",
        "for every",
        "je",
        "pro",
        "por cada",
        "por",
    ];
    let numbers: Vec<&Token> = tokens.iter().filter(|token| token.is_number()).collect();
    let mut rates = numbers.windows(2).filter(|pair| {
        let between = text.get(pair[0].end..pair[1].start).unwrap_or_default();
        PER.contains(&lowered(between).trim_matches(|c: char| c.is_whitespace() || c == '$'))
    });
    let pair = rates.next().filter(|_| rates.next().is_none())?;
    let money = pair.iter().any(|token| token.kind == Kind::Money);
    let (rate, unit) = (pair[0].value?, pair[1].value?);
    let number = Expression::Number;
    money.then(|| {
        number(amount)
            .and(Op::Over, number(unit))
            .and(Op::Times, number(rate))
    })
}

#[cfg(test)]
mod tests {
    use text::Language;

    use super::{amount_of, rate, share, step};
    use crate::plan::question::Question;
    use crate::plan::scan::{Notation, scan};

    /// The value that a sentence gives for the amount of a question.
    fn value(question: &str, sentence: &str) -> Option<String> {
        let question = Question::read(question, Language::En, false, &|_| 2.0);
        let (_, amount) = amount_of(&question)?;
        let tokens = scan(sentence, Notation::Point);
        let range = step(sentence, &tokens, amount)?;
        let expression = share((&question, &question), sentence, &tokens, (range, amount))
            .or_else(|| rate(&tokens, sentence, amount))?;
        Some(expression.value()?.to_string())
    }

    #[test]
    fn the_share_beside_the_words_of_the_question_is_applied() {
        let sentence = "Premiums of $1,200 and more may be paid in parts: 40 percent at \
            inception, and 20 percent after 90, 150 and 210 days.";
        let asked = "A premium of $3,600 is paid in parts. How much is due at inception?";
        assert_eq!(value(asked, sentence).as_deref(), Some("1440"));
        let small = "A premium of $900 is paid in parts. How much is due at inception?";
        assert_eq!(value(small, sentence), None);
    }

    #[test]
    fn the_step_that_holds_the_amount_counts_and_a_discount_is_taken_off() {
        let sentence = "Orders of more than 60 euros have 5 percent off, of more than 120 \
            euros 9 percent, of more than 250 euros 14 percent.";
        let asked = "I order plants for 140 euros. What is left to pay after the discount?";
        assert_eq!(value(asked, sentence).as_deref(), Some("127.4"));
        let asked = "How much is the discount on an order of 300 euros?";
        assert_eq!(value(asked, sentence).as_deref(), Some("42"));
    }

    #[test]
    fn a_rate_per_so_much_is_applied() {
        let sentence = "Jewelry is insured at $1.10 per $100 of agreed value.";
        let asked = "How much does it cost to insure jewelry of $8,000?";
        assert_eq!(value(asked, sentence).as_deref(), Some("88"));
    }
}
