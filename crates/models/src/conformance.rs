//! The promises of [`Embedder`], [`Reranker`] and [`LanguageModel`], checked on any implementation.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a broken promise fails the test that calls this"
)]

use std::time::Instant;

use crate::{
    Embedder, Encoded, End, Heads, LanguageModel, Limits, Message, ModelError, Profile, Relevance,
    Request, Reranker, Role, Shape, Speaker,
};

/// Fails a test when the embedder breaks a promise of the trait, under any of its heads.
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
    heads_do_not_matter(embedder, &texts);
    batches_do_not_matter(embedder, &texts);
    threads_do_not_matter(embedder, &texts);
    long_texts_are_read_to_the_end(embedder);
    limits_are_kept(embedder, &texts);
}

/// Under all heads the embedder has.
fn encode(embedder: &dyn Embedder, texts: &[&str]) -> Vec<Encoded> {
    encode_as(embedder, texts, Role::Passage)
}

fn encode_as(embedder: &dyn Embedder, texts: &[&str], role: Role) -> Vec<Encoded> {
    let heads = embedder.profile().heads();
    embedder
        .encode(texts, role, heads, &Limits::none())
        .unwrap()
}

/// Everything a text became, to the bit.
fn bits(encoded: &Encoded) -> Vec<u32> {
    let dense = encoded.dense.iter().flatten().map(|x| x.to_bits());
    let sparse = encoded.sparse.iter().flatten();
    let sparse = sparse.flat_map(|(id, weight)| [*id, weight.to_bits()]);
    let tokens = encoded.token_vectors.iter();
    let tokens = tokens.flat_map(|vectors| vectors.values.iter().map(|x| x.to_bits()));
    let counts = [encoded.tokens, encoded.windows].into_iter();
    counts.chain(dense).chain(sparse).chain(tokens).collect()
}

fn vectors_are_whole(embedder: &dyn Embedder, texts: &[&str]) {
    let profile = embedder.profile();
    assert!(!profile.heads().is_empty(), "an embedder has a head");
    assert!(encode(embedder, &[]).is_empty(), "no texts, no vectors");
    let all = encode(embedder, texts);
    assert_eq!(all.len(), texts.len(), "one result a text");
    for (text, encoded) in texts.iter().zip(&all) {
        shapes_are_promised(text, encoded, profile);
        let tokens = embedder.count_tokens(text).unwrap();
        let whole = tokens <= profile.window_tokens;
        let windows = encoded.windows;
        assert_eq!(windows == 1, whole, "{tokens} tokens in {windows} windows");
        if whole {
            assert_eq!(encoded.tokens as usize, tokens, "tokens of {text:?}");
        }
    }
    assert_ne!(bits(&all[1]), bits(&all[2]), "texts differ, vectors differ");
}

fn shapes_are_promised(text: &str, encoded: &Encoded, profile: &Profile) {
    let is_unit = |vector: &[f32]| {
        let square: f32 = vector.iter().map(|x| x * x).sum();
        assert!((square - 1.0).abs() < 1e-4, "{text:?} has length² {square}");
    };
    let heads = profile.heads();
    assert_eq!(encoded.dense.is_some(), heads.dense, "a dense vector");
    if let Some(vector) = &encoded.dense {
        assert_eq!(vector.len(), profile.dim, "length of a vector");
        is_unit(vector);
    }
    assert_eq!(encoded.sparse.is_some(), heads.sparse, "a sparse vector");
    if let Some(weights) = &encoded.sparse {
        let ascending = weights.windows(2).all(|pair| pair[0].0 < pair[1].0);
        assert!(ascending, "ids of {text:?} ascend");
        let (last, dim) = (weights.last(), profile.sparse_dim.unwrap_or(0));
        assert!(
            last.is_none_or(|(id, _)| (*id as usize) < dim),
            "ids below {dim}"
        );
        let positive = |(_, weight): &(u32, f32)| *weight > 0.0 && weight.is_finite();
        assert!(weights.iter().all(positive), "weights of {text:?}");
    }
    assert_eq!(
        encoded.token_vectors.is_some(),
        heads.tokens,
        "token vectors"
    );
    if let Some(vectors) = &encoded.token_vectors {
        assert_eq!(
            Some(vectors.dim),
            profile.token_dim,
            "length of a token's vector"
        );
        assert_eq!(vectors.values.len() % vectors.dim, 0, "whole token vectors");
        let most = encoded.tokens as usize;
        assert!(vectors.rows().len() <= most, "at most a vector a token");
        vectors.rows().for_each(is_unit);
    }
}

fn heads_do_not_matter(embedder: &dyn Embedder, texts: &[&str]) {
    let (has, limits) = (embedder.profile().heads(), Limits::none());
    let together = encode(embedder, texts);
    for head in [Heads::DENSE, Heads::SPARSE, Heads::TOKENS, Heads::MIDDLE] {
        let outcome = embedder.encode(texts, Role::Passage, head, &limits);
        if !head.lacking(has).is_empty() {
            let refused =
                matches!(&outcome, Err(ModelError::NoSuchHead { lacks, .. }) if *lacks == head);
            assert!(refused, "{head} vectors the model lacks: {outcome:?}");
            continue;
        }
        for (alone, all) in outcome.unwrap().iter().zip(&together) {
            let expected = Encoded {
                dense: all.dense.clone().filter(|_| head.dense),
                sparse: all.sparse.clone().filter(|_| head.sparse),
                token_vectors: all.token_vectors.clone().filter(|_| head.tokens),
                middle: all.middle.clone().filter(|_| head.middle),
                ..*all
            };
            assert_eq!(alone, &expected, "{head} vectors alone and with others");
        }
    }
    match embedder.embed(texts, Role::Passage, &limits) {
        Err(ModelError::NoSuchHead { .. }) => assert!(!has.dense, "dense vectors are promised"),
        outcome => {
            for (embedding, all) in outcome.unwrap().iter().zip(&together) {
                let same = Some(&embedding.vector) == all.dense.as_ref();
                assert!(same, "`embed` and `encode` give the same");
                assert_eq!(
                    (embedding.tokens, embedding.windows),
                    (all.tokens, all.windows)
                );
            }
        }
    }
}

fn batches_do_not_matter(embedder: &dyn Embedder, texts: &[&str]) {
    let together = encode(embedder, texts);
    for role in [Role::Passage, Role::Query] {
        let together = encode_as(embedder, texts, role);
        for (text, expected) in texts.iter().zip(&together) {
            let alone = encode_as(embedder, &[text], role);
            let same = bits(&alone[0]) == bits(expected);
            assert!(same, "{text:?} alone and in a batch");
        }
    }
    let backwards: Vec<&str> = texts.iter().rev().copied().collect();
    for (encoded, expected) in encode(embedder, &backwards).iter().rev().zip(&together) {
        assert!(bits(encoded) == bits(expected), "a batch backwards");
    }
    let many: Vec<&str> = texts.iter().cycle().take(23).copied().collect();
    let expected = together.iter().cycle();
    for (encoded, expected) in encode(embedder, &many).iter().zip(expected) {
        assert!(bits(encoded) == bits(expected), "a larger batch");
    }
}

fn threads_do_not_matter(embedder: &dyn Embedder, texts: &[&str]) {
    let expected = encode(embedder, texts);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for (encoded, expected) in encode(embedder, texts).iter().zip(&expected) {
                    assert!(bits(encoded) == bits(expected), "several threads at once");
                }
            });
        }
    });
}

fn long_texts_are_read_to_the_end(embedder: &dyn Embedder) {
    let sentence = "The deductible applies to each loss, 2.5 % of the insured value. ";
    let sentence_tokens = embedder.count_tokens(sentence).unwrap();
    let window = embedder.profile().window_tokens;
    let long = sentence.repeat((2 * window / sentence_tokens).max(40));
    let changed = format!("{long} Volcanoes are not covered.");
    let all = encode(embedder, &[&long, &changed]);
    let tokens = all[0].tokens;
    assert!(all[0].windows > 1, "{tokens} tokens in one window");
    assert_ne!(
        bits(&all[0]),
        bits(&all[1]),
        "the end of a long text counts"
    );
    let near = |cosine: f32| {
        assert!(
            cosine > 0.8,
            "a few words at the end of a long text change little, not {cosine}"
        );
    };
    if let (Some(a), Some(b)) = (&all[0].dense, &all[1].dense) {
        near(a.iter().zip(b).map(|(a, b)| a * b).sum());
    }
    if let (Some(a), Some(b)) = (&all[0].sparse, &all[1].sparse) {
        near(sparse_dot(a, b) / (sparse_dot(a, a) * sparse_dot(b, b)).sqrt());
    }
    if let (Some(a), Some(b)) = (&all[0].token_vectors, &all[1].token_vectors) {
        assert!(
            b.rows().len() > a.rows().len(),
            "more tokens, more token vectors"
        );
    }
}

fn sparse_dot(a: &[(u32, f32)], b: &[(u32, f32)]) -> f32 {
    let weight = |id| b.binary_search_by_key(&id, |(id, _)| *id).map(|at| b[at].1);
    a.iter().map(|(id, x)| x * weight(*id).unwrap_or(0.0)).sum()
}

fn limits_are_kept(embedder: &dyn Embedder, texts: &[&str]) {
    let heads = embedder.profile().heads();
    let cancelled = Limits::none();
    cancelled.cancel.cancel();
    let outcome = embedder.encode(texts, Role::Passage, heads, &cancelled);
    assert!(
        matches!(outcome, Err(ModelError::Cancelled)),
        "a cancelled call"
    );
    let late = Limits {
        deadline: Some(Instant::now()),
        ..Limits::none()
    };
    let outcome = embedder.encode(texts, Role::Passage, heads, &late);
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
            .complete(request, &Limits::none(), &mut |piece| {
                pieces.push_str(piece)
            })
            .unwrap();
        assert_eq!(pieces, completion.text, "the pieces are the text");
        completion
    };
    let first = ask(&plain);
    assert!(!first.text.is_empty() && first.prompt_tokens > 0);
    assert!(
        first.completion_tokens <= plain.tokens_max,
        "tokens at most"
    );
    assert_eq!(
        ask(&plain).text,
        first.text,
        "the same request, the same answer"
    );
    let short = ask(&request("Name four colours.", 1, Shape::Text));
    assert_eq!(
        (short.completion_tokens, short.end),
        (1, End::Cut),
        "a cut answer says so"
    );

    let choice = Shape::OneOf(vec![label.to_owned(), "another".to_owned()]);
    let chosen = ask(&request(&format!("Say the label {label}."), 20, choice));
    assert!(
        chosen.text == label || chosen.text == "another",
        "one of the choices"
    );

    json_fits_its_schema(model, &request("Name a colour as JSON.", 60, colour()));
    let nothing = Request {
        messages: Vec::new(),
        ..plain.clone()
    };
    let refused = model.complete(&nothing, &Limits::none(), &mut |_| {});
    assert!(
        matches!(refused, Err(ModelError::Failed { .. })),
        "an empty request"
    );
    std::thread::scope(|scope| {
        let calls: Vec<_> = (0..3).map(|_| scope.spawn(|| ask(&plain))).collect();
        for call in calls {
            assert_eq!(
                call.join().unwrap().text,
                first.text,
                "from several threads"
            );
        }
    });

    let long = "word ".repeat(2 * model.profile().context_tokens);
    let refused = model.complete(
        &request(&long, 5, Shape::Text),
        &Limits::none(),
        &mut |_| {},
    );
    assert!(
        matches!(refused, Err(ModelError::Failed { .. })),
        "nothing is cut in silence"
    );
    assert!(model.count_tokens(&long).unwrap() > model.profile().context_tokens);

    let cancelled = Limits::none();
    cancelled.cancel.cancel();
    let outcome = model.complete(&plain, &cancelled, &mut |_| {});
    assert!(
        matches!(outcome, Err(ModelError::Cancelled)),
        "a cancelled call"
    );
    let late = Limits {
        deadline: Some(Instant::now()),
        ..Limits::none()
    };
    let outcome = model.complete(&plain, &late, &mut |_| {});
    assert!(
        matches!(outcome, Err(ModelError::DeadlinePassed)),
        "a call past its deadline"
    );
}

fn colour() -> Shape {
    Shape::Json(serde_json::json!({
        "type": "object", "additionalProperties": false, "required": ["colour"],
        "properties": {"colour": {"enum": ["red", "blue"]}},
    }))
}

/// An answer keeps to its schema, or there is none.
fn json_fits_its_schema(model: &dyn LanguageModel, request: &Request) {
    let outcome = model.complete(request, &Limits::none(), &mut |_| {});
    match outcome {
        Ok(completion) => {
            let value: serde_json::Value = serde_json::from_str(&completion.text).unwrap();
            let colour = value["colour"].as_str();
            assert!(
                matches!(colour, Some("red" | "blue")),
                "JSON of the schema: {}",
                completion.text
            );
        }
        Err(ModelError::WrongShape { .. }) => {}
        Err(error) => panic!("an answer or another shape: {error}"),
    }
}

/// Fails a test when a reranker breaks a promise of the trait.
///
/// # Panics
/// When a promise is broken, naming it.
pub fn judges_as_promised(reranker: &dyn Reranker) {
    const QUERY: &str = "What is the hurricane deductible?";
    let word = "fox ".repeat(2 * reranker.profile().window_tokens);
    let changed = format!("{word}What is the hurricane deductible");
    let passages = [
        "",
        "fox",
        "The hurricane deductible is 2.5 % of the insured value.",
        word.as_str(),
        "\u{0}\t\n \u{feff}",
        "Straße, naïve café — 日本語のテキスト 🦊🦊🦊",
        changed.as_str(),
        "fox",
    ];
    let score = |query: &str, passages: &[&str]| {
        let scores = reranker.score(query, passages, &Limits::none()).unwrap();
        assert_eq!(scores.len(), passages.len(), "one score a passage");
        let finite = |one: &Relevance| one.score.is_finite();
        assert!(scores.iter().all(finite), "finite scores: {scores:?}");
        scores
            .iter()
            .map(|one| (one.score.to_bits(), one.cut_tokens))
            .collect::<Vec<_>>()
    };
    assert!(score(QUERY, &[]).is_empty(), "no passages, no scores");
    let all = score(QUERY, &passages);
    assert_ne!(all[1].0, all[2].0, "passages differ, scores differ");
    assert_eq!(all[1], all[7], "the same passage twice");
    for (passage, expected) in passages.iter().zip(&all) {
        let alone = score(QUERY, &[passage]);
        assert_eq!(alone, [*expected], "alone and in a batch: {passage:.40?}");
    }
    let turned: Vec<&str> = passages.iter().rev().copied().collect();
    let mut again = score(QUERY, &turned);
    again.reverse();
    assert_eq!(again, all, "in another order");
    std::thread::scope(|scope| {
        let calls: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| score(QUERY, &passages)))
            .collect();
        for call in calls {
            assert_eq!(call.join().unwrap(), all, "from several threads");
        }
    });
    let cut: Vec<bool> = all.iter().map(|(_, cut)| *cut > 0).collect();
    let long = [false, false, false, true, false, false, true, false];
    assert_eq!(cut, long, "what is cut is counted, and nothing else");
    assert_eq!(all[3].0, all[6].0, "what is beyond the window has no say");
    assert!(all[6].1 > all[3].1, "more that is cut counts more");
    let short = score(&word, &["fox"]);
    assert!(short[0].1 > 0, "a question beyond the window is cut, too");
    score("", &["", "fox"]);
    reranking_ends_with_its_limits(reranker, QUERY, &passages);
}

fn reranking_ends_with_its_limits(reranker: &dyn Reranker, query: &str, passages: &[&str]) {
    let cancelled = Limits::none();
    cancelled.cancel.cancel();
    let outcome = reranker.score(query, passages, &cancelled);
    assert!(
        matches!(outcome, Err(ModelError::Cancelled)),
        "a cancelled call"
    );
    let late = Limits {
        deadline: Some(Instant::now()),
        ..Limits::none()
    };
    let outcome = reranker.score(query, passages, &late);
    assert!(
        matches!(outcome, Err(ModelError::DeadlinePassed)),
        "a call past its deadline"
    );
}
