//! The promises of [`Embedder`] and [`LanguageModel`], checked on any implementation.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a broken promise fails the test that calls this"
)]

use std::time::Instant;

use crate::{
    Embedder, Embedding, End, LanguageModel, Limits, Message, ModelError, Request, Role, Shape,
    Speaker,
};

/// Fails a test when the embedder breaks a promise of the trait.
///
/// # Panics
/// When a promise is broken, naming it.
pub fn keeps_its_promises(embedder: &dyn Embedder) {
    let long = "The deductible applies to each loss, 2.5 % of the insured value. ".repeat(40);
    let texts = [
        "",
        "fox",
        "What is the hurricane deductible?",
        "The quick brown fox jumps over the lazy dog.",
        long.as_str(),
        "\u{0}\t\n \u{feff}",
        "Straße, naïve café — 日本語のテキスト 🦊🦊🦊",
        "C-1 | 750,000 | 1.140 | AMEC-134363726",
        &long[..900],
        "fox",
    ];
    vectors_are_whole(embedder, &texts);
    batches_do_not_matter(embedder, &texts);
    threads_do_not_matter(embedder, &texts);
    long_texts_are_read_to_the_end(embedder, &long);
    limits_are_kept(embedder, &texts);
}

fn embed(embedder: &dyn Embedder, texts: &[&str]) -> Vec<Embedding> {
    embedder
        .embed(texts, Role::Passage, &Limits::none())
        .unwrap()
}

fn bits(embedding: &Embedding) -> Vec<u32> {
    embedding.vector.iter().map(|x| x.to_bits()).collect()
}

fn vectors_are_whole(embedder: &dyn Embedder, texts: &[&str]) {
    let profile = embedder.profile();
    assert!(embed(embedder, &[]).is_empty(), "no texts, no vectors");
    let embeddings = embed(embedder, texts);
    assert_eq!(embeddings.len(), texts.len(), "one vector a text");
    for (text, embedding) in texts.iter().zip(&embeddings) {
        assert_eq!(embedding.vector.len(), profile.dim, "length of a vector");
        let length: f32 = embedding.vector.iter().map(|x| x * x).sum();
        assert!((length - 1.0).abs() < 1e-4, "{text:?} has length² {length}");
        let tokens = embedder.count_tokens(text).unwrap();
        let whole = tokens <= profile.window_tokens;
        assert_eq!(
            embedding.windows == 1,
            whole,
            "{tokens} tokens in {} windows",
            embedding.windows
        );
        if whole {
            assert_eq!(embedding.tokens as usize, tokens, "tokens of {text:?}");
        }
    }
    assert_ne!(
        embeddings[1].vector, embeddings[2].vector,
        "texts differ, vectors differ"
    );
}

fn batches_do_not_matter(embedder: &dyn Embedder, texts: &[&str]) {
    let together = embed(embedder, texts);
    for role in [Role::Passage, Role::Query] {
        let together = embedder.embed(texts, role, &Limits::none()).unwrap();
        for (text, expected) in texts.iter().zip(&together) {
            let alone = embedder.embed(&[text], role, &Limits::none()).unwrap();
            assert_eq!(
                bits(&alone[0]),
                bits(expected),
                "{text:?} alone and in a batch"
            );
        }
    }
    let backwards: Vec<&str> = texts.iter().rev().copied().collect();
    for (embedding, expected) in embed(embedder, &backwards).iter().rev().zip(&together) {
        assert_eq!(bits(embedding), bits(expected), "a batch backwards");
    }
    let many: Vec<&str> = texts.iter().cycle().take(23).copied().collect();
    for (embedding, expected) in embed(embedder, &many).iter().zip(together.iter().cycle()) {
        assert_eq!(bits(embedding), bits(expected), "a larger batch");
    }
}

fn threads_do_not_matter(embedder: &dyn Embedder, texts: &[&str]) {
    let expected = embed(embedder, texts);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for (embedding, expected) in embed(embedder, texts).iter().zip(&expected) {
                    assert_eq!(bits(embedding), bits(expected), "several threads at once");
                }
            });
        }
    });
}

fn long_texts_are_read_to_the_end(embedder: &dyn Embedder, long: &str) {
    let changed = format!("{long} Volcanoes are not covered.");
    let embeddings = embed(embedder, &[long, &changed]);
    assert!(
        embeddings[0].windows > 1,
        "{} tokens in one window",
        embeddings[0].tokens
    );
    assert_ne!(
        embeddings[0].vector, embeddings[1].vector,
        "the end of a long text counts"
    );
    let cosine: f32 = embeddings[0]
        .vector
        .iter()
        .zip(&embeddings[1].vector)
        .map(|(a, b)| a * b)
        .sum();
    assert!(
        cosine > 0.8,
        "a few words at the end of a long text change little, not {cosine}"
    );
}

fn limits_are_kept(embedder: &dyn Embedder, texts: &[&str]) {
    let cancelled = Limits::none();
    cancelled.cancel.cancel();
    let outcome = embedder.embed(texts, Role::Passage, &cancelled);
    assert!(
        matches!(outcome, Err(ModelError::Cancelled)),
        "a cancelled call"
    );
    let late = Limits {
        deadline: Some(Instant::now()),
        ..Limits::none()
    };
    let outcome = embedder.embed(texts, Role::Passage, &late);
    assert!(
        matches!(outcome, Err(ModelError::DeadlinePassed)),
        "a call past its deadline"
    );
}

/// Fails a test when a language model breaks a promise of the trait. `label` is a word that it can
/// be brought to say when a choice is asked for.
///
/// # Panics
/// When a promise is broken, naming it.
pub fn speaks_as_promised(model: &dyn LanguageModel, label: &str) {
    let request = |text: &str, tokens_max: u32, shape: Shape| Request {
        messages: vec![
            Message::new(Speaker::System, "You answer in a few words."),
            Message::new(Speaker::User, text),
        ],
        tokens_max,
        shape,
    };
    let plain = request("Name four colours.", 50, Shape::Text);
    let ask = |request: &Request| {
        let mut pieces = String::new();
        let completion = model
            .complete(request, &Limits::none(), &mut |piece| pieces.push_str(piece))
            .unwrap();
        assert_eq!(pieces, completion.text, "the pieces are the text");
        completion
    };
    let first = ask(&plain);
    assert!(!first.text.is_empty() && first.prompt_tokens > 0);
    assert!(first.completion_tokens <= plain.tokens_max, "tokens at most");
    assert_eq!(ask(&plain).text, first.text, "the same request, the same answer");
    let short = ask(&request("Name four colours.", 1, Shape::Text));
    assert_eq!((short.completion_tokens, short.end), (1, End::Cut), "a cut answer says so");

    let choice = Shape::OneOf(vec![label.to_owned(), "another".to_owned()]);
    let chosen = ask(&request(&format!("Say the label {label}."), 20, choice));
    assert!(chosen.text == label || chosen.text == "another", "one of the choices");

    let long = "word ".repeat(2 * model.profile().context_tokens);
    let refused = model.complete(&request(&long, 5, Shape::Text), &Limits::none(), &mut |_| {});
    assert!(matches!(refused, Err(ModelError::Failed { .. })), "nothing is cut in silence");
    assert!(model.count_tokens(&long).unwrap() > model.profile().context_tokens);

    let cancelled = Limits::none();
    cancelled.cancel.cancel();
    let outcome = model.complete(&plain, &cancelled, &mut |_| {});
    assert!(matches!(outcome, Err(ModelError::Cancelled)), "a cancelled call");
    let late = Limits {
        deadline: Some(Instant::now()),
        ..Limits::none()
    };
    let outcome = model.complete(&plain, &late, &mut |_| {});
    assert!(matches!(outcome, Err(ModelError::DeadlinePassed)), "a call past its deadline");
}
