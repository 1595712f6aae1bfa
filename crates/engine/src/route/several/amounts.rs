//! Plurals that name one figure: "what were the finance costs in 2024" wants an
//! amount, or a row of them, where "what were the subsidiaries" wants a list.
//!
//! Such a plural is told by its head, by how it is asked for, and by a year, a
//! period or a unit beside it. What asks for kinds, names or the greatest of them
//! asks for a list after all.

use super::german_nouns::is_adjective;
use super::{BREAK, ends_with_any};

/// True when a clause asks for a figure that has a plural for its name.
pub(super) fn asked(words: &[&str]) -> bool {
    words
        .split(|word| *word == BREAK)
        .any(|clause| !clause.is_empty() && asks(clause))
}

fn asks(clause: &[&str]) -> bool {
    if clause.iter().any(|word| ONE_BY_ONE.contains(word)) {
        return false;
    }
    let dated = clause.iter().any(|word| dates(word));
    let Some((head, plain)) = head(clause) else {
        return false;
    };
    let figure = FIGURES.contains(&head) || ends_with_any(head, GERMAN_FIGURES);
    let charge = CHARGES.contains(&head) || ends_with_any(head, GERMAN_CHARGES);
    figure && (plain || dated) || charge && dated
}

/// The noun that is asked for, and whether it is asked what it is: "what were
/// the", "cuáles fueron los", "was waren die".
fn head<'w>(clause: &[&'w str]) -> Option<(&'w str, bool)> {
    match clause {
        ["what", "are" | "were" | "is" | "was", rest @ ..] => Some((last_of_name(rest)?, true)),
        ["what" | "whats", rest @ ..] => Some((last_of_name(rest)?, false)),
        [
            "cuáles" | "cuales",
            "son" | "fueron" | "eran" | "serán",
            rest @ ..,
        ] => Some((first_of_name(rest)?, true)),
        ["qué" | "que", rest @ ..] => Some((first_of_name(rest)?, false)),
        ["was", "sind" | "waren" | "betrugen", rest @ ..] => Some((first_of_name(rest)?, true)),
        ["welche", rest @ ..] => Some((first_of_name(rest)?, false)),
        ["which" | "where" | "who" | "wer" | "wo" | "quién", ..] => None,
        // Without a word that asks, the name alone: "staff costs 2023".
        rest => {
            let first = first_of_name(rest).filter(|word| is_any(word));
            Some((first.or_else(|| last_of_name(rest))?, false))
        }
    }
}

/// English names end with their head, before what describes it.
fn last_of_name<'w>(words: &[&'w str]) -> Option<&'w str> {
    words
        .iter()
        .take_while(|word| !BEHIND.contains(word))
        .filter(|word| !word.starts_with(|c: char| c.is_numeric()))
        .last()
        .copied()
}

/// Spanish and German ones begin with it, behind articles and adjectives.
fn first_of_name<'w>(words: &[&'w str]) -> Option<&'w str> {
    const ARTICLES: &[&str] = &[
        "los", "las", "sus", "nuestros", "nuestras", "die", "ihre", "seine", "unsere", "der",
    ];
    let mut names = words
        .iter()
        .filter(|word| !ARTICLES.contains(word) && (!is_adjective(word) || is_any(word)));
    names.next().copied()
}

fn is_any(word: &str) -> bool {
    FIGURES.contains(&word)
        || CHARGES.contains(&word)
        || ends_with_any(word, GERMAN_FIGURES)
        || ends_with_any(word, GERMAN_CHARGES)
}

/// A year, a period, a unit or a word for a sum.
fn dates(word: &str) -> bool {
    let year = word.len() == 4 && word.parse().is_ok_and(|year| (1000..2200).contains(&year));
    year || DATES.contains(&word) || ends_with_any(word, &["jahr", "jahres", "quartal"])
}

/// Plurals that are one figure.
#[rustfmt::skip]
const FIGURES: &[&str] = &[
    "costs", "expenses", "earnings", "revenues", "sales", "proceeds", "receipts", "profits",
    "expenditures", "assets", "liabilities", "savings", "takings", "wages", "dimensions", "odds",
    "chances",
    "gastos", "ingresos", "costes", "costos", "ganancias", "beneficios", "ventas", "pérdidas",
    "activos", "pasivos", "ahorros", "dimensiones", "medidas", "probabilidades",
];

/// Plurals that are one figure where a time or a unit stands beside them.
#[rustfmt::skip]
const CHARGES: &[&str] = &[
    "losses", "fees", "charges", "payments", "dividends", "taxes", "reserves", "holdings",
    "provisions", "contributions", "exports", "imports", "salaries", "royalties", "premiums",
    "deposits", "debts", "inventories", "emissions", "donations", "rents",
    "reservas", "dividendos", "impuestos", "honorarios", "intereses", "existencias",
    "provisiones", "deudas", "pagos", "cuotas", "exportaciones", "importaciones", "emisiones",
    "sueldos", "salarios", "donativos", "primas", "inversiones",
];

/// Ends of German ones: the last part of a compound decides.
#[rustfmt::skip]
const GERMAN_FIGURES: &[&str] = &[
    "kosten", "erlöse", "einnahmen", "ausgaben", "aufwendungen", "umsätze", "gewinne", "erträge",
    "schulden", "verbindlichkeiten", "ersparnisse", "abmessungen", "maße", "chancen",
];

/// See [`CHARGES`].
#[rustfmt::skip]
const GERMAN_CHARGES: &[&str] = &[
    "verluste", "gebühren", "rückstellungen", "rücklagen", "zinsen", "steuern", "löhne",
    "gehälter", "dividenden", "beiträge", "vorräte", "zahlungen", "exporte", "importe",
    "emissionen", "spenden", "mieten", "investitionen", "abschreibungen",
];

/// What a figure is told for.
#[rustfmt::skip]
const DATES: &[&str] = &[
    "year", "quarter", "half", "month", "week", "day", "fiscal", "annual", "yearly", "monthly",
    "quarterly", "weekly", "total", "net", "gross", "overall", "per", "millions", "thousands",
    "dollars", "pounds", "euros", "percent", "share", "year's",
    "año", "ejercicio", "trimestre", "semestre", "mes", "mensuales", "anuales", "totales", "netas",
    "netos", "brutos", "brutas", "millones", "euros", "dólares", "total",
    "monat", "woche", "insgesamt", "gesamt", "jährlich", "monatlich", "pro", "je", "millionen",
    "geschäftsjahr",
];

/// Asks for several after all.
#[rustfmt::skip]
const ONE_BY_ONE: &[&str] = &[
    "kinds", "types", "sorts", "items", "categories", "components", "names", "all", "each",
    "every", "list", "name", "enumerate", "largest", "biggest", "highest", "main", "individual",
    "different", "tipos", "clases", "conceptos", "todos", "todas", "cada", "lista", "listado",
    "enumera", "nombra", "mayores", "principales", "arten", "posten", "alle", "sämtliche", "liste",
    "nenne", "nenn", "zähl", "zähle", "größten", "höchsten", "wichtigsten", "einzelnen",
];

/// Stands behind a name, or is no part of it.
#[rustfmt::skip]
const BEHIND: &[&str] = &[
    "is", "are", "was", "were", "does", "do", "did", "has", "have", "had", "can", "could", "will",
    "would", "should", "must", "may", "of", "in", "on", "at", "to", "for", "with", "from", "by",
    "as", "per", "during", "under", "over", "since", "between", "against", "last", "this", "before",
    "after", "that", "and", "than", "charged", "incurred", "paid", "reported",
];

#[cfg(test)]
mod tests {
    use super::super::tests::holds;

    fn asked(question: &str) -> bool {
        holds(super::asked, question)
    }

    #[test]
    fn a_figure_with_a_plural_for_a_name() {
        for text in [
            "What were the group's finance costs in 2024?",
            "In the 2019 report, what were the firm's net sales?",
            "what are the proceeds of the raffle",
            "What losses did the ferry line report for 1998?",
            "fuel costs 2023",
            "¿Cuáles fueron los gastos de viaje?",
            "¿Qué ingresos tuvo el club en 2021?",
            "ventas netas 2020",
            "Was waren die Erlöse aus dem Holzverkauf?",
            "Welche Mieteinnahmen gab es 2017?",
            "Reparaturkosten pro Wagen",
        ] {
            assert!(asked(text), "{text}");
        }
    }

    #[test]
    fn what_is_told_one_by_one_is_a_list() {
        for text in [
            "What were the club's largest expenses in 2024?",
            "What kinds of costs can be claimed in 2024?",
            "What are the sales regions?",
            "Which costs does the grant cover?",
            "What taxes are withheld from the fee?",
            "What were the winners of 2011?",
            "¿Cuáles son los tipos de gastos?",
            "¿Qué centros de coste hay?",
            "Welche Kostenstellen gibt es?",
            "Welche Gebühren verlangt das Amt?",
            "alle Ausgaben 2019",
        ] {
            assert!(!asked(text), "{text}");
        }
    }
}
