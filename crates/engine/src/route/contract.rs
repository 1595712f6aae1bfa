//! The rules of routing, checked on every decision while the program runs.
//!
//! Types and tests hold them; these counters say that they do. Each stays 0.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Decision, Kind, Layer, PrefixAt, Question, RouteConfig};

/// The rules that a single decision can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// A registered prefix is platform.
    Rc01,
    /// Nothing is conversational without a previous answer.
    Rc03,
    /// A search has a strategy that can run, nothing else has one.
    Rc04,
    /// What the caller declared stands.
    Declared,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Rule; 4] = [Rule::Rc01, Rule::Rc03, Rule::Rc04, Rule::Declared];

    /// Its name in `routing_contract_violations_total{rule}`.
    pub fn as_str(self) -> &'static str {
        match self {
            Rule::Rc01 => "RC-01",
            Rule::Rc03 => "RC-03",
            Rule::Rc04 => "RC-04",
            Rule::Declared => "declared",
        }
    }
}

static VIOLATIONS: [AtomicU64; Rule::ALL.len()] = [const { AtomicU64::new(0) }; Rule::ALL.len()];

/// Violations since the program started, by rule.
pub fn violations() -> [(Rule, u64); Rule::ALL.len()] {
    Rule::ALL.map(|rule| (rule, VIOLATIONS[rule as usize].load(Ordering::Relaxed)))
}

/// Counts what a decision breaks.
pub(super) fn check(question: &Question<'_>, config: &RouteConfig, decision: &Decision) {
    for rule in broken(question, config, decision) {
        VIOLATIONS[rule as usize].fetch_add(1, Ordering::Relaxed);
    }
}

fn broken(question: &Question<'_>, config: &RouteConfig, decision: &Decision) -> Vec<Rule> {
    let kind = decision.kind.question_type();
    let mut broken = Vec::new();
    if let Some(declared) = question.declared {
        if kind != declared || decision.layer != Layer::Declared {
            broken.push(Rule::Declared);
        }
        return broken;
    }
    if config.platform_prefix_at == PrefixAt::Anywhere {
        let text = question.text.to_lowercase();
        let mut prefixes = config.platform_prefixes.iter();
        let has =
            prefixes.any(|prefix| !prefix.is_empty() && text.contains(&prefix.to_lowercase()));
        if has && decision.kind != Kind::Platform {
            broken.push(Rule::Rc01);
        }
    }
    if decision.kind == Kind::Conversational && !question.previous {
        broken.push(Rule::Rc03);
    }
    let auto = crate::retrieve::Strategy::Auto;
    if decision
        .kind
        .route()
        .is_some_and(|route| route.strategy == auto)
    {
        broken.push(Rule::Rc04);
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::QuestionType;

    fn decision(kind: Kind) -> Decision {
        Decision {
            kind,
            layer: Layer::Classifier,
            confidence: 1.0,
            low_confidence: false,
            signals: Vec::new(),
        }
    }

    #[test]
    fn broken_rules_are_named() {
        let config = RouteConfig::default();
        let broken = |question: &Question<'_>, kind| broken(question, &config, &decision(kind));
        let plain = Question::new("shorter");
        assert_eq!(broken(&plain, Kind::Conversational), [Rule::Rc03]);
        assert_eq!(broken(&plain, Kind::Platform), []);
        let prefixed = Question::new("You are a direct and concise assistant");
        let after = Question {
            previous: true,
            ..prefixed
        };
        assert_eq!(broken(&after, Kind::Conversational), [Rule::Rc01]);
        let declared = Question {
            declared: Some(QuestionType::Code),
            ..plain
        };
        assert_eq!(broken(&declared, Kind::Platform), [Rule::Declared]);
    }
}
