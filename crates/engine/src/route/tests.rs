//! The contract, rule by rule; RC-01, RC-02 and RC-06 have theirs beside the
//! code, RC-04 is the types' (see [`RouteKind`]).

use proptest::prelude::{Strategy, *};

use super::history::{Entry, History};
use super::*;

fn routed(text: &str, previous: bool) -> Decision {
    let question = RouteInput {
        previous,
        ..RouteInput::new(text)
    };
    decide(
        &question,
        &RouteConfig::default(),
        Classifiers::shipped(None),
    )
    .unwrap()
}

#[test]
fn the_shipped_weights_fit_the_code() {
    fits(shipped().unwrap());
    assert_eq!(shipped().unwrap().embedder(), None);
    for (name, _) in MEANINGS {
        let classifier = shipped_for(name).unwrap().unwrap();
        assert_eq!(classifier.embedder(), Some(*name));
        fits(classifier);
    }
    assert!(shipped_for("another-model").is_none());
    let bytes: usize = MEANINGS.iter().map(|(_, bytes)| bytes.len()).sum();
    // Three classifiers of some megabyte each are part of the program.
    assert!(bytes + WORDS.len() < 13 << 18);
}

fn fits(classifier: &Classifier) {
    let names: Vec<_> = classifier
        .heads
        .iter()
        .map(|head| head.name.as_str())
        .collect();
    assert_eq!(
        names,
        ["type", "intent", "granularity", "enumeration", "strategy"]
    );
    let known = |head: &str, known: Vec<&str>| {
        let labels = &classifier.head(head).unwrap().labels;
        assert!(
            labels.iter().all(|label| known.contains(&label.as_str())),
            "{labels:?}"
        );
    };
    known(
        "type",
        QuestionType::ALL.iter().map(|one| one.as_str()).collect(),
    );
    known(
        "intent",
        Intent::ALL.iter().map(|one| one.as_str()).collect(),
    );
    known(
        "granularity",
        Granularity::ALL.iter().map(|one| one.as_str()).collect(),
    );
}

#[test]
fn what_the_caller_declares_stands() {
    for kind in QuestionType::ALL {
        let question = RouteInput {
            declared: Some(*kind),
            ..RouteInput::new("You are a direct and concise assistant")
        };
        let decision = decide(&question, &RouteConfig::default(), Classifiers::default()).unwrap();
        assert_eq!(decision.kind.question_type(), *kind);
        assert_eq!(decision.layer, Layer::Declared);
    }
}

#[test]
fn rc_05_platform_and_conversational_carry_no_search() {
    assert_eq!(
        routed("how much of my quota is left?", false).kind,
        RouteKind::Platform
    );
    assert_eq!(
        routed("shorter, please", true).kind,
        RouteKind::Conversational
    );
    assert!(
        routed("where is the notice period?", true)
            .kind
            .route()
            .is_some()
    );
}

#[test]
fn a_question_that_may_be_about_an_account_of_which_nothing_is_known_is_searched_for() {
    let decided = |text: &str, account_unknown: bool| {
        let question = RouteInput {
            account_unknown,
            ..RouteInput::new(text)
        };
        let classifiers = Classifiers::shipped(None);
        decide(&question, &RouteConfig::default(), classifiers).unwrap()
    };
    let perhaps = [
        "I can't maintain my Debian package any more: how do I orphan it?",
        "What was the increase in our cost of license and subscription revenue?",
        "Is the defined benefit plan open to new members?",
        "Which members of my plan pay more?",
        "When is the next payment of my tenancy due?",
        "How much have I paid for the new boiler?",
        "who got the most bonus points?",
        "What is the limit of my policy for jewellery?",
        "am I allowed to take videos",
        "i lost my card, what does a new one cost",
        "how do i get out of my monthly contract",
    ];
    let searched = perhaps.iter().filter(|text| {
        let unknown = decided(text, true);
        assert!(unknown.kind != RouteKind::Platform, "{text}");
        decided(text, false).kind == RouteKind::Platform
    });
    assert!(searched.count() > 0, "the decision rests on it");
    let surely = decided("how much of my quota is left?", true);
    assert_eq!(surely.kind, RouteKind::Platform);
}

#[test]
fn rc_04_what_is_not_searched_imports_no_index() {
    let code = include_str!("../converse.rs");
    for import in code.lines().filter(|line| line.starts_with("use ")) {
        let known = [
            "use crate::lexicon::",
            "use crate::session::",
            "use super::",
        ];
        assert!(
            known.iter().any(|start| import.starts_with(start)),
            "{import}"
        );
    }
}

#[test]
fn without_weights_rules_decide_and_say_what_they_do_not_know() {
    let question = RouteInput::new("how do I clean the filter?");
    let decision = decide(&question, &RouteConfig::default(), Classifiers::default()).unwrap();
    assert!(decision.low_confidence);
    assert_eq!(decision.layer, Layer::Rules);
    assert_eq!(decision.kind.route().unwrap().intent, Intent::Factual);
}

#[test]
fn lists_are_told_from_one_thing_in_three_languages() {
    let lists = [
        "List the exclusions.",
        "¿Qué documentos hay que adjuntar?",
        "Enumérame las filiales.",
        "Welche Zuschläge sieht der Tarifvertrag vor?",
        "Nenne mir die Nebenwirkungen.",
    ];
    let others = [
        "Which clause covers theft?",
        "How many days of notice do I have to give?",
        "¿Qué plazo hay para recurrir?",
        "Welche Frist gilt für die Kündigung?",
        "What is the list price of the pump?",
    ];
    let enumerates = |text: &str| {
        let decision = routed(text, false);
        decision.kind.route().map(|route| route.enumeration)
    };
    for text in lists {
        assert_eq!(enumerates(text), Some(true), "{text}");
    }
    for text in others {
        assert_eq!(enumerates(text), Some(false), "{text}");
    }
}

#[test]
fn odd_texts_are_routed_or_refused_but_never_break() {
    for odd in [
        "🙂🙂🙂",
        "\u{1}\u{2}x\u{7}",
        "何ですか、この本は",
        "؟؟؟ كتاب",
        "?",
        "%",
    ] {
        let decision = routed(odd, false);
        assert!(
            (0.0..=1.0).contains(&decision.confidence),
            "{odd:?}: {decision:?}"
        );
        assert_ne!(decision.kind, RouteKind::Conversational, "{odd:?}");
    }
    let refused = |text: &str| {
        decide(
            &RouteInput::new(text),
            &RouteConfig::default(),
            Classifiers::shipped(None),
        )
        .unwrap_err()
    };
    assert!(matches!(refused(" \n "), EngineError::QueryEmpty));
    assert!(matches!(
        refused(&"x".repeat(8 * 1024 + 1)),
        EngineError::QueryTooLong { .. }
    ));
    routed(&"où? ".repeat(1_600), false);
}

/// Questions of all kinds, and noise.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{1,80}",
        "(shorter|warum|my quota|where is|list all|def main\\(\\)) [a-zäñ ]{0,30}",
    ]
    .prop_filter("not empty", |text| !text.trim().is_empty())
}

fn histories() -> impl Strategy<Value = History> {
    let entry = (0..QuestionType::ALL.len(), "\\PC{0,70}")
        .prop_map(|(kind, topic)| Entry::new(QuestionType::ALL[kind], &topic));
    proptest::collection::vec(entry, 0..9).prop_map(History::new)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// RC-03: the type of `question` gives no way to hand a history in, so what
    /// is left to hold is that the way from a session keeps one bit of it.
    #[test]
    fn rc_03_histories_that_agree_on_one_bit_decide_alike(
        text in texts(), a in histories(), b in histories(), previous: bool,
    ) {
        let through = |history: &History| {
            let session = crate::session::Session::with_history(history.clone(), previous);
            let question = session.question(&text);
            decide(&question, &RouteConfig::default(), Classifiers::shipped(None)).unwrap()
        };
        prop_assert_eq!(through(&a), through(&b));
    }

    /// RC-03, RC-04: without a previous answer nothing is conversational, and
    /// only searches carry a strategy.
    #[test]
    fn rc_04_only_searches_carry_a_strategy(text in texts(), previous: bool) {
        let decision = routed(&text, previous);
        let searched = matches!(decision.kind, RouteKind::Retrieval(_) | RouteKind::Code(_));
        prop_assert_eq!(decision.kind.route().is_some(), searched);
        prop_assert!(previous || decision.kind != RouteKind::Conversational);
        prop_assert_eq!(routed(&text, previous), decision);
        prop_assert!(contract::take_violations().iter().all(|(_, count)| *count == 0));
    }
}
