//! Answers that a language model writes, beside the quotes that they are made from.
//!
//! Both sides answer the same questions from the same search and the same decision; only the words
//! differ. Where the model fails or nothing of its answer is borne out, the quotes stand on both
//! sides, as a user sees it, and the failure is counted.

use std::collections::BTreeMap;
use std::time::Instant;

use perusal::answer::{Answer, verify};
use perusal::generate::{GenerateConfig, NotWritten, Problem, Usage, write};
use perusal::index::Snapshot;
use perusal::models::{LanguageModel, Limits};

use crate::judge::{Judge, is_free};
use crate::qa::{GivenAnswer, GivenItem, GoldQuestion, cites_gold_page, score_answer};
use crate::questions::Asking;
use crate::{BOOTSTRAP_RESAMPLES, EvalError, Interval, bootstrap_mean};

/// Seed of the intervals.
const SEED: u64 = 23;

/// One answer on one side.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Side {
    /// How right it is, 0 to 1; `None` for a question that should have been declined.
    pub score: Option<f64>,
    /// Citations shown.
    pub cited: usize,
    /// Those on a gold page.
    pub on_gold: usize,
    /// Those that the store does not hold as shown: must be 0.
    pub unverified: usize,
}

/// A question that was answered, by quotes and in a model's words.
#[derive(Debug, Clone, PartialEq)]
pub struct Beside {
    /// The question's id.
    pub id: String,
    /// The answer as it is without a model.
    pub quotes: Side,
    /// As it is with one; equal where the model wrote nothing that stands.
    pub written: Side,
    /// The prose, where there is some.
    pub text: Option<String>,
    /// Why there is none.
    pub fell: Option<String>,
    /// Sentences that nothing bore out, and why.
    pub unsupported: Vec<Problem>,
    /// A judge's grades of the quotes and of the prose, 0 to 1, where no string decides.
    pub grades: Option<(f64, f64)>,
    /// Why a judge gave none.
    pub ungraded: Option<String>,
    /// What the call took.
    pub usage: Usage,
    /// Seconds of the call.
    pub seconds: f64,
}

/// Has a model write out the answer to a question; `None` where there is none to write.
///
/// # Errors
/// A library that cannot be searched.
pub fn beside(
    asking: &Asking<'_>,
    gold: &GoldQuestion,
    model: &dyn LanguageModel,
    judge: Option<&Judge<'_>>,
    config: &GenerateConfig,
    limits: &Limits,
) -> Result<Option<Beside>, EvalError> {
    let asked = asking.ask(gold)?;
    let Some(answer) = &asked.answer else {
        return Ok(None);
    };
    let quotes = side(asking.snapshot, gold, answer);
    let started = Instant::now();
    let outcome = write(
        &asked,
        &gold.question,
        asking.snapshot,
        model,
        config,
        limits,
        &mut |_| {},
    );
    let seconds = started.elapsed().as_secs_f64();
    let mut beside = Beside {
        id: gold.id.clone(),
        quotes,
        written: quotes,
        text: None,
        fell: None,
        unsupported: Vec::new(),
        grades: None,
        ungraded: None,
        usage: Usage::default(),
        seconds,
    };
    match outcome {
        Ok(written) => {
            beside.written = side(asking.snapshot, gold, &written.answer);
            beside.text = Some(written.answer.text);
            beside.unsupported = written.unsupported.iter().map(|(_, why)| *why).collect();
            beside.usage = written.usage;
        }
        Err(reason) => beside.fell = Some(kind(&reason)),
    }
    if let Some(judge) = judge.filter(|_| is_free(gold)) {
        let of_quotes = judge.grade(gold, &answer.text, limits);
        // What stands as it was is not graded twice.
        let of_prose = match &beside.text {
            Some(text) => judge.grade(gold, text, limits),
            None => of_quotes.clone(),
        };
        match (of_quotes, of_prose) {
            (Ok(quotes), Ok(prose)) => beside.grades = Some((quotes, prose)),
            (Err(reason), _) | (_, Err(reason)) => beside.ungraded = Some(reason),
        }
    }
    Ok(Some(beside))
}

fn side(snapshot: &Snapshot, gold: &GoldQuestion, answer: &Answer) -> Side {
    let items: Vec<GivenItem<'_>> = answer
        .items
        .iter()
        .map(|item| GivenItem {
            label: &item.label,
            text: &item.text,
        })
        .collect();
    let given = GivenAnswer {
        text: &answer.text,
        items: &items,
    };
    let citations = answer.citations.iter();
    let on_gold = citations
        .clone()
        .filter(|one| cites_gold_page(gold, &one.path, one.pages));
    Side {
        score: score_answer(gold, &given).map(|score| score.score),
        cited: answer.citations.len(),
        on_gold: on_gold.count(),
        unverified: citations
            .filter(|one| verify(snapshot, one).is_err())
            .count(),
    }
}

/// A failure by its kind, for counting.
fn kind(reason: &NotWritten) -> String {
    let kind = match reason {
        NotWritten::Model(error) => return error.to_string(),
        NotWritten::Nothing => "a list, which stands as it is",
        NotWritten::Window { .. } => "no passage fits",
        NotWritten::Prompt(_) => "the prompt cannot be used",
        NotWritten::Unsupported => "nothing is borne out",
        NotWritten::Value(_) => "a computed value was changed",
        NotWritten::Store(_) => "a citation is not in the store",
    };
    kind.to_owned()
}

/// Sums over questions.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Questions that were answered.
    pub answered: usize,
    /// Those that a model wrote out.
    pub written: usize,
    /// Why others were not, with how many.
    pub fell: BTreeMap<String, usize>,
    /// How right the quotes are, and the answers with a model, over answered questions that have an
    /// answer.
    pub scores: Option<(Interval, Interval)>,
    /// The mean of what the model gains on a question.
    pub gain: Option<Interval>,
    /// Citations on gold pages and all, by quotes.
    pub quotes_cited: (usize, usize),
    /// The same with a model.
    pub written_cited: (usize, usize),
    /// Citations that are not in the store.
    pub unverified: usize,
    /// Sentences that nothing bore out, by why.
    pub unsupported: BTreeMap<&'static str, usize>,
    /// Mean number of these in an answer that a model wrote.
    pub unsupported_mean: Option<Interval>,
    /// A judge's grades of the quotes, of the prose, and what the prose gains on a question, where
    /// no string decides.
    pub grades: Option<[Interval; 3]>,
    /// Questions with grades, and those for which the judge gave none.
    pub graded: (usize, usize),
    /// Tokens of all calls.
    pub usage: Usage,
    /// Seconds of a call in the median.
    pub seconds_p50: f64,
}

/// Sums up.
pub fn summary(all: &[Beside]) -> Summary {
    let scored: Vec<(f64, f64)> = all
        .iter()
        .filter_map(|one| one.quotes.score.zip(one.written.score))
        .collect();
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| {
        let values: Vec<f64> = scored.iter().map(of).collect();
        bootstrap_mean(&values, BOOTSTRAP_RESAMPLES, SEED)
    };
    let mut fell = BTreeMap::new();
    for reason in all.iter().filter_map(|one| one.fell.clone()) {
        *fell.entry(reason).or_insert(0) += 1;
    }
    let cited = |of: fn(&Beside) -> Side| {
        let sides = all.iter().map(of);
        sides.fold((0, 0), |(gold, sum), side| {
            (gold + side.on_gold, sum + side.cited)
        })
    };
    let mut seconds: Vec<f64> = all.iter().map(|one| one.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    Summary {
        answered: all.len(),
        written: all.iter().filter(|one| one.text.is_some()).count(),
        fell,
        scores: mean(&|pair| pair.0).zip(mean(&|pair| pair.1)),
        gain: mean(&|pair| pair.1 - pair.0),
        quotes_cited: cited(|one| one.quotes),
        written_cited: cited(|one| one.written),
        unverified: all.iter().map(|one| one.written.unverified).sum(),
        unsupported: {
            let mut kinds = BTreeMap::new();
            for problem in all.iter().flat_map(|one| &one.unsupported) {
                *kinds.entry(problem.as_str()).or_insert(0) += 1;
            }
            kinds
        },
        unsupported_mean: {
            let wrote = all.iter().filter(|one| one.text.is_some());
            let counts: Vec<f64> = wrote.map(|one| one.unsupported.len() as f64).collect();
            bootstrap_mean(&counts, BOOTSTRAP_RESAMPLES, SEED)
        },
        grades: grades(all),
        graded: (
            all.iter().filter(|one| one.grades.is_some()).count(),
            all.iter().filter(|one| one.ungraded.is_some()).count(),
        ),
        usage: all.iter().fold(Usage::default(), |sum, one| Usage {
            calls: sum.calls + one.usage.calls,
            prompt_tokens: sum.prompt_tokens + one.usage.prompt_tokens,
            completion_tokens: sum.completion_tokens + one.usage.completion_tokens,
        }),
        seconds_p50: seconds.get(seconds.len() / 2).copied().unwrap_or(0.0),
    }
}

/// Mean grades of quotes and prose, and of the gain.
fn grades(all: &[Beside]) -> Option<[Interval; 3]> {
    let graded: Vec<(f64, f64)> = all.iter().filter_map(|one| one.grades).collect();
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| {
        let values: Vec<f64> = graded.iter().map(of).collect();
        bootstrap_mean(&values, BOOTSTRAP_RESAMPLES, SEED)
    };
    let (quotes, prose) = (mean(&|pair| pair.0)?, mean(&|pair| pair.1)?);
    Some([quotes, prose, mean(&|pair| pair.1 - pair.0)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(quotes: f64, written: f64, fell: Option<&str>) -> Beside {
        let side = |score| Side {
            score: Some(score),
            cited: 2,
            on_gold: 1,
            unverified: 0,
        };
        Beside {
            id: String::new(),
            quotes: side(quotes),
            written: side(written),
            text: fell.is_none().then(String::new),
            fell: fell.map(str::to_owned),
            unsupported: vec![Problem::Number],
            grades: (written > 0.5).then_some((quotes, written)),
            ungraded: None,
            usage: Usage {
                calls: 1,
                prompt_tokens: 10,
                completion_tokens: 2,
            },
            seconds: 0.5,
        }
    }

    #[test]
    fn both_sides_are_summed_over_the_same_questions() {
        let all = [
            one(1.0, 0.0, None),
            one(0.0, 0.0, Some("the model failed")),
            one(0.0, 1.0, None),
        ];
        let sum = summary(&all);
        assert_eq!((sum.answered, sum.written), (3, 2));
        assert_eq!((sum.unsupported["number"], sum.graded), (3, (1, 0)));
        assert!(
            sum.grades
                .is_some_and(|[_, prose, gain]| prose.mean == 1.0 && gain.mean == 1.0)
        );
        assert_eq!(sum.fell["the model failed"], 1);
        let (quotes, written) = sum.scores.unwrap();
        assert!((quotes.mean - 1.0 / 3.0).abs() < 1e-9 && (written.mean - 1.0 / 3.0).abs() < 1e-9);
        assert!(sum.gain.unwrap().contains(0.0));
        assert_eq!((sum.written_cited, sum.usage.prompt_tokens), ((3, 6), 30));
        assert_eq!(summary(&[]).scores, None);
    }
}
