//! The rules of routing, checked on every decision while the program runs.
//!
//! Types and tests hold them; these counters say that they do. Each stays 0.

use std::sync::atomic::{AtomicU64, Ordering};

use super::history::{ENTRIES_MAX, History, TOPIC_CHARS_MAX};
use super::{Decision, Layer, PrefixAt, QuestionType, RouteConfig, RouteInput, RouteKind, rules};

/// The rules that a single decision can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// A registered prefix is platform.
    Rc01,
    /// Usage, quota, limit or billing of the caller is platform.
    Rc02,
    /// Nothing is conversational without a previous answer.
    Rc03,
    /// A search has a strategy that can run, nothing else has one.
    Rc04,
    /// What is searched for goes to the main model, all else to the conversational one.
    Rc05,
    /// Of a session no more than its last six topics of sixty characters are seen.
    Rc06,
    /// What the caller declared stands.
    Declared,
}

/// Rules that are counted.
const RULES: usize = 7;

impl Rule {
    /// Every rule.
    pub const ALL: [Rule; RULES] = [
        Rule::Rc01,
        Rule::Rc02,
        Rule::Rc03,
        Rule::Rc04,
        Rule::Rc05,
        Rule::Rc06,
        Rule::Declared,
    ];

    /// Its name in `routing_contract_violations_total{rule}`.
    pub fn as_str(self) -> &'static str {
        match self {
            Rule::Rc01 => "RC-01",
            Rule::Rc02 => "RC-02",
            Rule::Rc03 => "RC-03",
            Rule::Rc04 => "RC-04",
            Rule::Rc05 => "RC-05",
            Rule::Rc06 => "RC-06",
            Rule::Declared => "declared",
        }
    }

    /// What is seen where it is broken.
    pub fn symptom(self) -> &'static str {
        match self {
            Rule::Rc01 => {
                "a question with a platform prefix was not decided by that alone: the classifier or \
                 a language model was asked"
            }
            Rule::Rc02 => "a question about the caller's own usage or billing was not platform",
            Rule::Rc03 => {
                "what was asked before decided a type: the answer mirrors the history, or follows \
                 an answer that is not there"
            }
            Rule::Rc04 => "a platform or conversational question was searched for in the library",
            Rule::Rc05 => "the main model was asked for a platform or conversational answer",
            Rule::Rc06 => {
                "the router saw more than six questions of a session, or more than their start"
            }
            Rule::Declared => "a type that the caller declared was changed",
        }
    }

    /// What whoever runs the program can do about it.
    pub fn mend(self) -> &'static str {
        match self {
            Rule::Rc01 => {
                "`perusal route TEXT` says which layer decides; look at `route.platform_prefixes` \
                 and `route.platform_prefix_at`"
            }
            Rule::Rc02 => {
                "`perusal route TEXT` says which layer decides; declaring the type (`--type \
                 platform`) is sure"
            }
            Rule::Rc03 => {
                "another model in `models.conversational`, or none, so that the classifier's guess \
                 stands; `perusal router export` has the decisions, those of the model marked"
            }
            Rule::Rc04 => {
                "`perusal ask --explain` shows what was searched; declaring the type keeps a \
                 question from it"
            }
            Rule::Rc05 => {
                "look at `models.conversational`: what is about accounts goes to that model, and to \
                 `models.main` only where it is unset"
            }
            Rule::Rc06 | Rule::Declared => "nothing in the settings bears on it",
        }
    }
}

/// What really happened on the way of an answer, whatever was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Served {
    /// The index was searched.
    pub searched: bool,
    /// The model of searched questions was asked.
    pub main_asked: bool,
}

/// Counts what an answer breaks of the rules for its type (RC-04, RC-05).
pub fn check_served(kind: QuestionType, served: Served) {
    for rule in broken_by(kind, served) {
        VIOLATIONS[rule as usize].fetch_add(1, Ordering::Relaxed);
    }
}

fn broken_by(kind: QuestionType, served: Served) -> Vec<Rule> {
    if matches!(kind, QuestionType::Retrieval | QuestionType::Code) {
        return Vec::new();
    }
    let broken = [
        (served.searched, Rule::Rc04),
        (served.main_asked, Rule::Rc05),
    ];
    let broken = broken.into_iter().filter(|(is, _)| *is);
    broken.map(|(_, rule)| rule).collect()
}

/// Which of the two language models an answer is written by (RC-05).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// `models.main`: what is searched for.
    Main,
    /// `models.conversational`: the rest.
    Conversational,
}

impl RouteKind {
    /// The model that writes its answer.
    pub fn slot(&self) -> Slot {
        match self {
            RouteKind::Retrieval(_) | RouteKind::Code(_) => Slot::Main,
            RouteKind::Conversational | RouteKind::Platform => Slot::Conversational,
        }
    }
}

static VIOLATIONS: [AtomicU64; RULES] = [const { AtomicU64::new(0) }; RULES];

/// Violations since the last time they were taken, by rule: whoever takes them keeps them.
pub fn take_violations() -> [(Rule, u64); RULES] {
    Rule::ALL.map(|rule| (rule, VIOLATIONS[rule as usize].swap(0, Ordering::Relaxed)))
}

/// Counts what a decision breaks.
pub(super) fn check(
    question: &RouteInput<'_>,
    config: &RouteConfig,
    decision: &Decision,
    history: Option<&History>,
) {
    let seen = history.filter(|history| !is_bounded(history));
    let broken = broken(question, config, decision);
    for rule in broken.into_iter().chain(seen.map(|_| Rule::Rc06)) {
        VIOLATIONS[rule as usize].fetch_add(1, Ordering::Relaxed);
    }
}

fn is_bounded(history: &History) -> bool {
    let short = |topic: &str| topic.chars().count() <= TOPIC_CHARS_MAX;
    let entries = history.entries();
    entries.len() <= ENTRIES_MAX && entries.iter().all(|entry| short(entry.topic()))
}

fn broken(question: &RouteInput<'_>, config: &RouteConfig, decision: &Decision) -> Vec<Rule> {
    let kind = decision.kind.question_type();
    let mut broken = Vec::new();
    if let Some(declared) = question.declared {
        if kind != declared || decision.layer != Layer::Declared {
            broken.push(Rule::Declared);
        }
        return broken;
    }
    let platform = kind == QuestionType::Platform;
    let prefixed =
        config.platform_prefix_at == PrefixAt::Anywhere && rules::has_prefix(question.text, config);
    // Nothing but the rule may have decided, not even in the same way.
    if prefixed && !(platform && decision.layer == Layer::Rules) {
        broken.push(Rule::Rc01);
    }
    if rules::is_of_account(question.text) && !platform {
        broken.push(Rule::Rc02);
    }
    if decision.kind == RouteKind::Conversational && !question.previous {
        broken.push(Rule::Rc03);
    }
    let auto = crate::retrieve::Strategy::Auto;
    let route = decision.kind.route();
    if route.is_some_and(|route| route.strategy == auto) {
        broken.push(Rule::Rc04);
    }
    if (decision.kind.slot() == Slot::Main) != route.is_some() {
        broken.push(Rule::Rc05);
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(kind: RouteKind) -> Decision {
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
        let broken = |question: &RouteInput<'_>, kind| broken(question, &config, &decision(kind));
        let plain = RouteInput::new("shorter");
        assert_eq!(broken(&plain, RouteKind::Conversational), [Rule::Rc03]);
        assert_eq!(broken(&plain, RouteKind::Platform), []);
        let prefixed = RouteInput::new("You are a direct and concise assistant");
        let after = RouteInput {
            previous: true,
            ..prefixed
        };
        assert_eq!(broken(&after, RouteKind::Conversational), [Rule::Rc01]);
        // The classifier says the same: but it was asked.
        assert_eq!(broken(&after, RouteKind::Platform), [Rule::Rc01]);
        let account = RouteInput {
            previous: true,
            ..RouteInput::new("how much of my quota is left")
        };
        assert_eq!(broken(&account, RouteKind::Conversational), [Rule::Rc02]);
        let declared = RouteInput {
            declared: Some(QuestionType::Code),
            ..plain
        };
        assert_eq!(broken(&declared, RouteKind::Platform), [Rule::Declared]);
    }

    #[test]
    fn rc_04_rc_05_what_was_done_for_an_answer_is_held_against_its_type() {
        let all = Served {
            searched: true,
            main_asked: true,
        };
        for kind in [QuestionType::Platform, QuestionType::Conversational] {
            assert_eq!(broken_by(kind, all), [Rule::Rc04, Rule::Rc05]);
            assert_eq!(broken_by(kind, Served::default()), []);
        }
        for kind in [QuestionType::Retrieval, QuestionType::Code] {
            assert_eq!(broken_by(kind, all), []);
        }
    }

    #[test]
    fn rc_05_each_type_has_its_model() {
        assert_eq!(RouteKind::Platform.slot(), Slot::Conversational);
        assert_eq!(RouteKind::Conversational.slot(), Slot::Conversational);
    }
}
