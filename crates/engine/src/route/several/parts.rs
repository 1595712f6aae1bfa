//! What something is made of or needs, told by the verb: "what does the kit
//! include", "qué lleva la masa", "was gehört dazu". No plural tells these lists.

use super::BREAK;

/// True when a clause asks for the parts of something, or for what to bring.
pub(super) fn asked(words: &[&str]) -> bool {
    words.split(|word| *word == BREAK).any(asks)
}

fn asks(clause: &[&str]) -> bool {
    let Some(at) = clause.iter().position(|word| ASKS.contains(word)) else {
        return false;
    };
    let (before, rest) = (&clause[..at], &clause[at + 1..]);
    let verb = |word: &&str| VERBS.contains(word);
    match clause[at] {
        "what" | "whats" => match rest {
            [
                "goes" | "went" | "comes" | "came",
                "in" | "into" | "with",
                ..,
            ] => true,
            ["belongs" | "makes", ..] => true,
            _ => rest.iter().any(verb),
        },
        "was" => rest.iter().any(verb),
        "wer" => rest.first().is_some_and(|word| MEMBERS.contains(word)),
        "woraus" => true,
        "quién" | "quien" | "quiénes" | "quienes" => {
            rest.iter().take(2).any(|word| MEMBERS.contains(word))
        }
        "who" => rest.first().is_some_and(|word| MEMBERS.contains(word)),
        // "de qué consta"; behind other prepositions it asks for something else.
        _ if before.last().is_none_or(|word| ["de", "y"].contains(word)) => {
            rest.iter().take(VERB_REACH).any(verb)
        }
        _ => false,
    }
}

/// A Spanish verb stands right behind, but for "hay que", "me", "se".
const VERB_REACH: usize = 3;

const ASKS: &[&str] = &[
    "what", "whats", "who", "qué", "que", "quién", "quien", "quiénes", "quienes", "was", "wer",
    "woraus",
];

/// Verbs of holding, needing and bringing along.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "include", "includes", "included", "comprise", "comprises", "consist", "contain", "contains",
    "contained", "bring", "pack", "exclude", "excludes", "excluded",
    "incluye", "incluyen", "incluida", "incluido", "comprende", "contiene", "lleva", "llevar",
    "entra", "consta", "compone", "necesita", "necesitan", "necesito", "traer", "aportar",
    "excluye", "excluidos", "cubre",
    "enthält", "enthalten", "umfasst", "beinhaltet", "gehört", "gehören", "inbegriffen", "dabei",
    "mitbringen", "mitnehmen", "brauche", "brauchen", "braucht", "benötige", "benötigt", "einpacken",
    "beizulegen", "ausgeschlossen",
];

/// Verbs of being one of several.
#[rustfmt::skip]
const MEMBERS: &[&str] = &[
    "sits", "sat", "signed", "attended", "turned", "makes",
    "compone", "componen", "integra", "integran", "forma", "forman", "sienta", "asistió", "firmó",
    "sitzt", "saß", "gehört", "gehörte", "unterschrieb", "fehlte", "erbt",
];

#[cfg(test)]
mod tests {
    use super::super::tests::holds;

    fn asked(question: &str) -> bool {
        holds(super::asked, question)
    }

    #[test]
    fn verbs_of_holding_and_needing() {
        for text in [
            "what does the rental price include",
            "what goes into the stuffing",
            "¿Qué incluye el alquiler?",
            "¿De qué consta el examen?",
            "¿qué hay que llevar?",
            "Was gehört in die Füllung?",
            "Was ist im Mietpreis enthalten?",
            "wer sitzt im vorstand",
        ] {
            assert!(asked(text), "{text}");
        }
        for text in [
            "what does the lease say about dogs",
            "¿Qué dice el contrato?",
            "Was kostet der Saal?",
            "¿con qué lleva la cuenta?",
        ] {
            assert!(!asked(text), "{text}");
        }
    }
}
