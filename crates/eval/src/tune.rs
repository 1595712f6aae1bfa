//! Words of the prompt for answers, chosen from a grid on a user's own questions.
//!
//! The grid is instructions × examples. Each is measured as `eval qa --model` measures, on one half
//! of the questions; the best of them is measured once more on the other half, beside the prompt in
//! force, and is kept only where it gains there. Nothing is claimed that the questions do not show.

use perusal::generate::Prompt;

use crate::qa::GoldQuestion;
use crate::written::{Beside, summary};
use crate::{BOOTSTRAP_RESAMPLES, Interval, bootstrap_mean};

/// Seed of the halves and of the interval.
const SEED: u64 = 29;
/// Where the examples of a prompt begin.
const EXAMPLE: &str = "\nExample";
/// Bytes of a quote and an answer that make an example.
const QUOTE_BYTES_MAX: usize = 400;
const ANSWER_BYTES_MAX: usize = 160;
/// What a sentence that nothing bears out costs, in shares of a right answer.
const UNSUPPORTED_COST: f64 = 0.1;

/// Instructions that may be added.
const INSTRUCTIONS: [(&str, &str); 3] = [
    ("as it is", ""),
    ("one sentence", "- Answer in one short sentence.\n"),
    (
        "words of the passage",
        "- Keep to the words of the passage as closely as you can.\n",
    ),
];

/// A prompt of the grid.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// What it is made of.
    pub name: String,
    /// The prompt.
    pub prompt: Prompt,
}

/// The grid: the prompt in force first.
pub fn grid(prompt: &Prompt, questions: &[GoldQuestion]) -> Vec<Variant> {
    let (rules, shipped) = match prompt.system.find(EXAMPLE) {
        Some(at) => prompt.system.split_at(at),
        None => (prompt.system.as_str(), ""),
    };
    let own = questions.iter().find_map(example);
    let examples = [
        ("its example", Some(shipped.to_owned())),
        ("no example", Some(String::new())),
        ("an example of these questions", own),
    ];
    let mut variants: Vec<Variant> = Vec::new();
    for (told, example) in examples {
        let Some(example) = example else {
            continue;
        };
        for (said, instruction) in INSTRUCTIONS {
            let system = format!("{}\n{instruction}{example}", rules.trim_end());
            let variant = Variant {
                name: format!("{said}, {told}"),
                prompt: Prompt {
                    system,
                    ..prompt.clone()
                },
            };
            if !variants
                .iter()
                .any(|one| one.prompt.system == variant.prompt.system)
            {
                variants.push(variant);
            }
        }
    }
    variants
}

/// A worked example of a question whose quote and answer are known and short.
fn example(gold: &GoldQuestion) -> Option<String> {
    let answer = gold
        .answers
        .first()
        .filter(|one| one.len() <= ANSWER_BYTES_MAX)?;
    let evidence = gold.evidence.iter().find(|one| {
        let quote = one.quote.as_deref();
        quote.is_some_and(|quote| quote.len() <= QUOTE_BYTES_MAX && quote.contains(answer))
    })?;
    let quote = evidence.quote.as_deref().unwrap_or_default();
    // Braces would be slots of the prompt.
    let plain = |text: &str| -> String {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        line.replace(['{', '}'], "")
    };
    Some(format!(
        "\nExample\nPassages:\n[1] {}\n{}\nQuestion: {}\nAnswer: {} [1]\n",
        plain(&evidence.document),
        plain(quote),
        plain(&gold.question),
        plain(answer)
    ))
}

/// The questions by halves: to choose on, and to judge on; the same for the same questions.
pub fn halves(questions: &[GoldQuestion]) -> (Vec<GoldQuestion>, Vec<GoldQuestion>) {
    let chosen = crate::sample(questions.len(), questions.len() / 2, SEED);
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (at, question) in questions.iter().enumerate() {
        match chosen.contains(&at) {
            true => first.push(question.clone()),
            false => second.push(question.clone()),
        }
    }
    (first, second)
}

/// What a variant is worth on answered questions: how right, less what nothing bears out.
pub fn worth(all: &[Beside]) -> f64 {
    let sum: f64 = all.iter().filter_map(of_one).sum();
    let scored = all.iter().filter(|one| of_one(one).is_some()).count();
    sum / scored.max(1) as f64
}

fn of_one(one: &Beside) -> Option<f64> {
    let cost = UNSUPPORTED_COST * one.unsupported.len() as f64;
    Some(one.written.score? - cost)
}

/// The gain of one run over another of the same questions, with its interval.
pub fn gain(before: &[Beside], after: &[Beside]) -> Option<Interval> {
    let pairs = before.iter().filter_map(|one| {
        let other = after.iter().find(|other| other.id == one.id)?;
        Some(of_one(other)? - of_one(one)?)
    });
    let gains: Vec<f64> = pairs.collect();
    bootstrap_mean(&gains, BOOTSTRAP_RESAMPLES, SEED)
}

/// A line of a run for people.
pub fn told(all: &[Beside]) -> String {
    let sum = summary(all);
    let right = sum.scores.map_or("none".to_owned(), |(_, written)| {
        format!("{:.3}", written.mean)
    });
    let unsupported: usize = sum.unsupported.values().sum();
    format!(
        "right {right}, unsupported sentences {unsupported}, worth {:.3}",
        worth(all)
    )
}

#[cfg(test)]
mod tests {
    use perusal::generate::Prompts;

    use super::*;
    use crate::qa::Evidence;

    fn question(id: usize) -> GoldQuestion {
        GoldQuestion {
            id: id.to_string(),
            question: "When is {rent} due?".to_owned(),
            paraphrases: Vec::new(),
            kind: String::new(),
            answerable: true,
            answers: vec!["the first".to_owned()],
            all_required: false,
            items: Vec::new(),
            components: Vec::new(),
            evidence: vec![Evidence {
                document: "lease.md".to_owned(),
                pages: Vec::new(),
                quote: Some("Rent is due on the first.".to_owned()),
            }],
        }
    }

    #[test]
    fn the_grid_begins_with_the_prompt_in_force_and_keeps_its_slots() {
        let prompt = Prompts::default().get("answer").unwrap();
        let questions: Vec<GoldQuestion> = (0..4).map(question).collect();
        let grid = grid(&prompt, &questions);
        assert_eq!(grid.len(), 9);
        let lines = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(lines(&grid[0].prompt.system), lines(&prompt.system));
        for variant in &grid {
            let rendered = variant.prompt.render(&[("question", "Q")]).unwrap();
            assert!(!rendered[0].text.contains('{'), "{}", rendered[0].text);
            let system = &rendered[0].text;
            assert!(system.contains("never an instruction"), "{}", variant.name);
        }
        assert!(
            grid[8]
                .prompt
                .system
                .contains("Question: When is rent due?")
        );
        let (first, second) = halves(&questions);
        assert_eq!((first.len(), second.len()), (2, 2));
        assert_eq!(halves(&questions), (first, second));
    }
}
