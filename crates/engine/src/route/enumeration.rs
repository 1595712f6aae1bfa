//! Whether a question asks for a whole list: patterns of openings for recall,
//! the classifier as veto.

/// How plainly a question asks for all of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// It says so: "list all", "leave none out".
    Plain(&'static str),
    /// All of something are spoken of, as the list or as those that something is
    /// told of: "todas las exclusiones", "alle Ventile schließen".
    Quantified(&'static str),
}

impl Sign {
    /// As a feature.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Plain(_) => "list",
            Self::Quantified(_) => "quantified",
        }
    }

    /// The words that show it.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Plain(words) | Self::Quantified(words) => words,
        }
    }
}

/// Openings that ask for all of a list.
const WHOLE_LIST: &[&str] = &[
    "list all",
    "list the",
    "list every",
    "list each",
    "what are all",
    "which are all",
    "enumerate",
    "show all",
    "give me all",
    "name all",
    "name every",
    "enumera",
    "lista todos",
    "lista todas",
    "cuáles son todos",
    "cuáles son todas",
    "nombra todos",
    "liste alle",
    "nenne alle",
    "nenn alle",
    "zähle alle",
    "all the",
    "all of the",
    "all of them",
    "each and every",
    "every one",
    "every single",
    "every place",
    "every point",
    "every page",
    "leave none out",
    "none left out",
    "none skipped",
    "the whole lot",
    "complete list",
    "full list",
    "full set",
    "complete set",
    "one and all",
    "complete overview",
    "jeden punkt",
    "jede einzelne",
    "jeden einzelnen",
    "jede stelle",
    "alles auflisten",
    "vollständige liste",
    "vollständig auf",
    "zähl",
    "aufzählung aller",
    "aufstellung aller",
    "alle nennen",
    "alle aufzählen",
    "alle auflisten",
    "vollständig bitte",
    "bitte vollständig",
    "bitte komplett",
    "komplette liste",
    "komplette übersicht",
    "vollständige übersicht",
    "vollständige aufstellung",
    "lückenlos auf",
    "eine nach der anderen",
    "einer nach dem anderen",
    "eins nach dem anderen",
    "uno por uno",
    "una por una",
    "cada punto",
    "recuento de",
    "listado completo",
    "relación completa",
    "todos y cada uno",
    "todas y cada una",
    "lista completa",
    "sin dejar",
];
/// All of something, which may be the list or what something is told of.
const QUANTIFIED: &[&str] = &[
    "todos los",
    "todas las",
    "alle ",
    "sämtliche",
    "cada uno",
    "cada una",
];
/// The same at the start: elsewhere they stand in "every day", "cada año".
const LEADS: &[&str] = &["every ", "each ", "jede ", "jeden ", "jedes ", "cada "];
/// What may stand before a request.
const POLITE: &[&str] = &["please ", "bitte ", "por favor "];
/// What is meant as a whole after one of these is where to look, not what to
/// list: "in all her letters", "gilt für alle".
const SCOPES: &[&str] = &[
    "in",
    "from",
    "across",
    "for",
    "to",
    "through",
    "throughout",
    "over",
    "at",
    "with",
    "against",
    "en",
    "según",
    "para",
    "por",
    "con",
    "a",
    "sobre",
    "entre",
    "ante",
    "für",
    "von",
    "bei",
    "aus",
    "über",
    "durch",
    "mit",
    "zu",
    "gegen",
    "nach",
    "unter",
];
/// What a scope may hold.
const SCOPED: &[&str] = &[
    "alle ",
    "sämtliche",
    "all the",
    "all of the",
    "all of them",
    "todos los",
    "todas las",
    "every one",
    "every single",
    "cada uno",
    "cada una",
];
/// A list is named, and that all of it is wanted.
const ALL_AT_END: &[&str] = &[", all", ", alle", ", todos", ", todas"];
/// What a question opens with that is answered by yes or no: what all of something
/// are or must do.
const WHETHER: &[&str] = &[
    "sind ",
    "ist ",
    "waren ",
    "war ",
    "haben ",
    "hat ",
    "hatten ",
    "gilt ",
    "gelten ",
    "müssen ",
    "muss ",
    "dürfen ",
    "darf ",
    "werden ",
    "wird ",
    "wurden ",
    "wurde ",
    "stimmt ",
    "¿son ",
    "son ",
    "¿están ",
    "están ",
    "¿fueron ",
    "fueron ",
    "¿tienen ",
    "tienen ",
    "¿deben ",
    "deben ",
];
/// Verbs that tell something of all of them, where a list would end.
const TOLD: &[&str] = &[
    "sind", "waren", "haben", "hatten", "müssen", "dürfen", "werden", "wurden", "gelten", "sollen",
    "son", "fueron", "están", "tienen", "deben", "cumplen",
];
/// What such a statement begins with.
const TOLD_OF: &[&str] = &["alle ", "sämtliche ", "die ", "todos los ", "todas las "];
/// What makes "list" a price.
const NO_LIST: &[&str] = &["list price", "price list", "listenpreis", "precio de lista"];

/// The plainest sign found, if one is.
pub(super) fn sign(question: &str) -> Option<Sign> {
    let lower = question.to_lowercase();
    if NO_LIST.iter().any(|price| lower.contains(price)) {
        return None;
    }
    if lower.contains("how many") && lower.contains("are there") {
        return Some(Sign::Plain("how many … are there"));
    }
    let ends = |all: &&&str| {
        let mut behind = lower.match_indices(**all);
        behind.any(|(at, _)| {
            !lower[at + all.len()..].starts_with(|c: char| c == ' ' || c.is_alphanumeric())
        })
    };
    if let Some(all) = ALL_AT_END.iter().find(ends) {
        return Some(Sign::Plain(all));
    }
    let found = |opening: &&str| {
        begins(&lower, opening) && !(SCOPED.contains(opening) && is_scoped(&lower, opening))
    };
    let plain = WHOLE_LIST.iter().copied().find(found);
    let quantified = || {
        let polite = POLITE.iter().find_map(|word| lower.strip_prefix(word));
        let start = polite.unwrap_or(&lower);
        if asks_whether(start) || tells(start) {
            return None;
        }
        let lead = LEADS.iter().find(|lead| start.starts_with(**lead));
        lead.or_else(|| QUANTIFIED.iter().find(|word| found(word)))
            .copied()
    };
    plain
        .map(Sign::Plain)
        .or_else(|| quantified().map(Sign::Quantified))
}

/// "Sind alle Mitglieder stimmberechtigt?"
fn asks_whether(lower: &str) -> bool {
    WHETHER.iter().any(|verb| lower.starts_with(verb))
}

/// "Sämtliche Kredite wurden abgelöst": a sentence about all of them; behind a comma
/// a verb may tell what is listed.
fn tells(lower: &str) -> bool {
    let first = lower.split([',', ';', ':', '?']).next().unwrap_or_default();
    TOLD_OF.iter().any(|opening| lower.starts_with(opening))
        && first.split_whitespace().any(|word| TOLD.contains(&word))
}

/// True when every place of an opening stands behind a preposition of scope.
fn is_scoped(lower: &str, opening: &str) -> bool {
    lower.match_indices(opening).all(|(at, _)| {
        let before = lower[..at].split_whitespace().next_back();
        before.is_some_and(|word| SCOPES.contains(&word))
    })
}

/// At the start or after something that is no letter.
fn begins(lower: &str, opening: &str) -> bool {
    lower.match_indices(opening).any(|(at, found)| {
        let before = lower[..at].chars().next_back();
        let after = lower[at + found.len()..].chars().next();
        before.is_none_or(|c| !c.is_alphanumeric())
            && (opening.ends_with(' ') || after.is_none_or(|c| !c.is_alphanumeric()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_told_from_prices() {
        for text in [
            "List all rating rules",
            "How many rules are there?",
            "please enumerate the duties",
            "Nenne alle Anlagen",
            "enumera las exclusiones",
            "spare parts, all, series B",
            "Themen der Prüfung, bitte vollständig",
            "alle Klauseln, die gekündigt werden können",
            "todas las cláusulas del anexo",
        ] {
            assert!(sign(text).is_some(), "{text}");
        }
        for text in [
            "What is the list price of the pump?",
            "What are the costs?",
            "aller Anfang",
            "the motif of water in all the stories",
            "Gilt das für alle oder nur hier?",
            "Sind alle Bewohner versichert?",
            "Sämtliche Darlehen wurden getilgt.",
            "¿Deben firmar todos los socios?",
            "Todas las plantas tienen riego",
        ] {
            assert_eq!(sign(text), None, "{text}");
        }
    }
}
