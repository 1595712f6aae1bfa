//! Whether several of a kind are asked for, told by the endings of the words
//! behind the one that asks. A feature of the classifier, not a decision.

/// True when several of a kind are asked for: "which ports", "name the ports",
/// "qué puertos", "welche Häfen". What the endings tell, not more.
pub(super) fn asks_for_several(question: &str) -> bool {
    let words: Vec<String> = question
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    (0..words.len()).any(|at| several_from(&words[at..], at == 0))
}

/// What the words say from here on; a lone Spanish "que" asks only where the
/// question starts with it.
fn several_from(words: &[&str], starts: bool) -> bool {
    let (asks, rest) = (words[0], &words[1..]);
    match asks {
        "which" | "whch" | "whcih" => plural_in_english(rest),
        "what" => match rest {
            ["are" | "were", "the" | "all", rest @ ..] => plural_in_english(rest),
            _ => plural_in_english(rest),
        },
        "who" => matches!(rest, ["else", ..] | ["are" | "were", "the", ..]),
        "name" | "list" => plural_in_english(without_article(rest)),
        "give" | "show" | "tell" | "get" => match rest {
            ["me" | "us", rest @ ..] => match rest {
                ["the" | "every" | "all", rest @ ..] => plural_in_english(rest),
                _ => false,
            },
            _ => false,
        },
        "que" => starts && plural_in_spanish(rest),
        "qué" => plural_in_spanish(rest),
        "cuáles" | "cuales" | "quiénes" | "quienes" => true,
        "dame" | "dime" | "nombra" | "ponme" => matches!(rest, ["los" | "las", ..]),
        "quién" => matches!(rest, ["más", ..]),
        "welche" => plural_after_welche(rest),
        // Dative plurals end in -n; what else follows is mostly one of a kind.
        "welchen" => rest
            .first()
            .is_some_and(|noun| is_long(noun) && noun.ends_with(['n', 's'])),
        "nenne" | "nenn" => matches!(rest, ["die" | "alle", ..] | ["mir", "die" | "alle", ..]),
        "was" => matches!(rest, ["für", noun, ..] if is_german_plural(noun)) || says_alles(rest),
        "wer" => says_alles(rest) || matches!(rest, ["sonst", "noch", ..] | ["noch", ..]),
        "wo" => matches!(rest, ["überall", ..]),
        _ => false,
    }
}

fn without_article<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    match words {
        ["the" | "its" | "their", rest @ ..] => rest,
        _ => words,
    }
}

/// A plural among the next words, before anything that is no part of its name.
fn plural_in_english(words: &[&str]) -> bool {
    const REACH: usize = 3;
    /// What a verb in -s has behind it, and a plural has not.
    const BEHIND_A_VERB: &[&str] = &[
        "the", "a", "an", "my", "our", "your", "his", "her", "its", "their", "it", "that", "this",
        "with", "me", "us", "you", "one", "up", "out", "best", "first", "better", "less", "more",
        "of", "about", "to", "after", "against", "by", "at",
    ];
    const NO_NAME: &[&str] = &[
        "is", "are", "was", "were", "does", "do", "did", "has", "have", "had", "can", "could",
        "will", "would", "should", "must", "may", "of", "in", "on", "at", "to", "for", "with",
        "from", "by", "the", "a", "an", "i", "we", "you", "they", "it", "he", "she", "if",
    ];
    /// They look like plurals of a list and are one answer, or verbs.
    const ONE_ANSWER: &[&str] = &[
        "odds",
        "chances",
        "costs",
        "hours",
        "dimensions",
        "goes",
        "sets",
        "makes",
        "comes",
        "happens",
        "takes",
        "means",
        "gets",
        "needs",
        "says",
        "tells",
        "lies",
        "steps",
        "consequences",
        "effects",
        "terms",
        "sorts",
        "prospects",
        "news",
        "basis",
        "series",
    ];
    for (at, word) in words.iter().take(REACH).enumerate() {
        if NO_NAME.contains(word) {
            return false;
        }
        if ONE_ANSWER.contains(word) {
            // "what sorts of animal" has its kind behind.
            return *word == "sorts";
        }
        let next = words.get(at + 1);
        let verb = at > 0 && next.is_none_or(|next| BEHIND_A_VERB.contains(next));
        if is_plural_in_s(word) || ["people", "children", "men", "women"].contains(word) {
            return !verb || at == 0;
        }
    }
    false
}

fn plural_in_spanish(words: &[&str]) -> bool {
    const REACH: usize = 2;
    const NO_NAME: &[&str] = &[
        "más", "mas", "menos", "es", "son", "has", "dices", "debemos", "los", "las", "nos", "os",
    ];
    let named = words.iter().take(REACH).take_while(|word| {
        !NO_NAME.contains(word) && !word.ends_with("mos") && !["el", "la", "se"].contains(word)
    });
    // The second word may describe the first, but not where that is one.
    let mut named = named.peekable();
    let Some(first) = named.next() else {
        return false;
    };
    is_plural_in_s(first) || ["otros", "otras"].contains(first)
}

/// "welche Sorten", "welche Häfen"; the feminine singular looks the same, but
/// for the verb: "welche Schritte sind", "welche Grenze setzt".
fn plural_after_welche(words: &[&str]) -> bool {
    let Some(noun) = words.first() else {
        return false;
    };
    let verb = words.get(1);
    let many = verb.is_some_and(|verb| *verb == "sind" || verb.ends_with("en"));
    let one = verb.is_some_and(|verb| ["ist", "hat", "wird", "kann", "war"].contains(verb));
    !one && (is_german_plural(noun) || many && is_long(noun) && noun.ends_with('e'))
}

/// "wer kommt in dem Roman alles vor": a list; "alles" alone is none.
fn says_alles(words: &[&str]) -> bool {
    words.contains(&"alles")
}

fn is_long(word: &str) -> bool {
    word.chars().count() > 3
}

fn is_plural_in_s(word: &str) -> bool {
    let singular = ["ss", "us", "is", "has", "does", "was"];
    is_long(word) && word.ends_with('s') && !singular.iter().any(|end| word.ends_with(end))
}

fn is_german_plural(word: &str) -> bool {
    is_long(word)
        && ["en", "er", "s", "eln", "ern"]
            .iter()
            .any(|end| word.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_are_told_from_verbs_and_single_things() {
        for text in [
            "which ports does she call at",
            "what public holidays apply",
            "in which two sections is it named",
            "name the subsidiaries",
            "who else knows",
            "¿Qué puertos toca la línea?",
            "¿cuáles son las filiales?",
            "Welche Zulagen gibt es?",
            "Welche Schritte sind nötig?",
            "in welchen Bänden",
            "wer kommt alles vor",
        ] {
            assert!(asks_for_several(text), "{text}");
        }
        for text in [
            "what does it cost",
            "which class is it in",
            "which fuse protects the pump",
            "what goes with the duck",
            "which verse speaks of lamps",
            "what are the odds of two sixes",
            "which one is better",
            "qué más dice",
            "welche Frist gilt",
            "welche Grenze setzt das Gesetz",
        ] {
            assert!(!asks_for_several(text), "{text}");
        }
    }
}
