//! Words that refer, in English, Spanish and German.

/// Demonstratives that stand before a noun.
pub(super) const THIS: &[&str] = &[
    "this", "that", "these", "those", "este", "esta", "estos", "estas", "ese", "esa", "esos",
    "esas", "aquel", "aquella", "aquellos", "aquellas", "dieser", "diese", "dieses", "diesem",
    "diesen",
];
/// Words that stand alone for a thing.
pub(super) const ALONE: &[&str] = &[
    "it", "they", "them", "he", "she", "him", "esto", "eso", "ello", "ella", "él", "ellos",
    "ellas", "anterior",
];
/// The same where they end a sentence, or stand before a comma.
pub(super) const ALONE_AT_END: &[&str] = &[
    "that", "this", "these", "those", "estas", "estos", "esas", "esos", "diese", "dieser",
];
/// The same where one of these follows: nothing that they could belong to.
pub(super) const ALONE_BEFORE: &[&str] = &[
    "to",
    "for",
    "in",
    "with",
    "from",
    "by",
    "at",
    "on",
    "and",
    "or",
    "por",
    "para",
    "en",
    "con",
    "höchstens",
    "mindestens",
    "genau",
    "für",
    "mit",
    "bei",
];
/// Words for both of two things.
pub(super) const BOTH: &[&str] = &["both", "beide", "ambos", "ambas"];
/// German articles that are pronouns where no noun follows.
pub(super) const ARTICLE_ALONE: &[&str] = &["die", "den"];
/// Words that only a German question has, so that "die" is no English verb.
pub(super) const GERMAN: &[&str] = &[
    "wie", "wo", "wann", "wer", "was", "kann", "muss", "darf", "ich", "man", "bis", "soll",
    "werden",
];
/// German pronouns, which with a capital are polite or begin a sentence.
pub(super) const ALONE_AS_WRITTEN: &[&str] = &["sie", "er"];
/// Words for the one or the other of two things; true for the first.
pub(super) const ORDINALS: &[(&str, bool)] = &[
    ("first", true),
    ("former", true),
    ("second", false),
    ("latter", false),
    ("primero", true),
    ("primera", true),
    ("segundo", false),
    ("segunda", false),
    ("erste", true),
    ("ersten", true),
    ("erstere", true),
    ("ersterer", true),
    ("ersterem", true),
    ("zweite", false),
    ("zweiten", false),
    ("letztere", false),
    ("letzterer", false),
    ("letzterem", false),
    ("letzteren", false),
];
/// Definite articles, which an ordinal takes along.
pub(super) const ARTICLES: &[&str] = &["the", "el", "la", "der", "die", "das", "dem", "den"];
/// After these a demonstrative stands alone, and a verb follows it.
pub(super) const VERB_FOLLOWS: &[&str] = &["does", "did", "will", "can", "do"];
/// After these "there" is where one goes.
pub(super) const GOING: &[&str] = &["get", "go", "travel", "drive", "walk"];
/// Words for a place.
pub(super) const THERE: &[(&str, &str)] = &[
    ("there", "in"),
    ("allí", "en"),
    ("ahí", "en"),
    ("allá", "en"),
    ("dort", "in"),
    ("darin", "in"),
    ("dafür", "für"),
    ("davon", "von"),
    ("damit", "mit"),
];
/// Possessives.
pub(super) const OF_IT: &[&str] = &["its", "their", "his", "her"];
/// After these words "it" and "there" stand for nothing, and "that" opens a clause.
pub(super) const EMPTY_AFTER: &[&str] = &[
    "possible",
    "true",
    "necessary",
    "like",
    "said",
    "are",
    "is",
    "was",
    "were",
    "come",
    "comes",
    "common",
    "allowed",
    "cierto",
    "verdad",
    "posible",
];
/// Before these "it" stands for nothing.
pub(super) const EMPTY_IT: &[&str] = &[
    "take", "takes", "took", "says", "turns", "turned", "seems", "happens", "rains",
];
/// After these "that" opens a clause.
pub(super) const CLAUSE_AFTER: &[&str] = &[
    "true",
    "possible",
    "necessary",
    "said",
    "fact",
    "cierto",
    "verdad",
    "says",
    "mean",
];
/// Nouns that name any thing of their kind, so that no topic repeats them.
#[rustfmt::skip]
pub(super) const GENERIC: &[&str] = &[
    "function", "one", "company", "firm", "organisation", "organization", "place", "city", "town",
    "village", "country", "river", "island", "building", "thing", "setting", "option", "parameter",
    "variable", "value", "book", "novel", "story", "film", "song", "poem", "person", "man", "woman",
    "author", "writer", "painter", "composer", "character", "call", "command", "class", "method",
    "tool", "device", "machine", "model", "product", "mountain", "piece", "bird", "birds", "animal",
    "animals", "plant", "plants", "tree", "species", "medicine", "drug", "medication", "disease",
    "illness", "substance", "course", "law", "rule", "treaty", "document", "dish", "cake", "bread",
    "theorem", "concept", "term", "word", "event", "war", "battle", "ship", "car", "team", "club",
    "función", "empresa", "sociedad", "compañía", "organización", "sitio", "lugar", "ciudad",
    "pueblo", "país", "río", "isla", "edificio", "cosa", "ajuste", "opción", "parámetro", "variable",
    "valor", "libro", "novela", "historia", "película", "canción", "poema", "persona", "hombre",
    "mujer", "autor", "autora", "pintor", "personaje", "comando", "clase", "método", "herramienta",
    "aparato", "máquina", "modelo", "producto", "montaña", "obra", "ave", "aves", "animal",
    "animales", "planta", "plantas", "árbol", "especie", "fármaco", "medicamento", "enfermedad",
    "sustancia", "curso", "asignatura", "ley", "norma", "tratado", "documento", "plato", "postre",
    "teorema", "concepto", "término", "palabra", "guerra", "batalla", "barco", "coche", "equipo",
    "funktion", "firma", "unternehmen", "ort", "stadt", "dorf", "land", "fluss", "insel", "gebäude",
    "sache", "einstellung", "option", "parameter", "variable", "wert", "buch", "roman", "geschichte",
    "film", "lied", "gedicht", "person", "mann", "frau", "autor", "autorin", "maler", "figur",
    "befehl", "klasse", "methode", "werkzeug", "gerät", "maschine", "modell", "produkt", "berg",
    "werk", "vogel", "vögel", "tier", "tiere", "pflanze", "pflanzen", "baum", "medikament", "mittel",
    "arznei", "krankheit", "stoff", "kurs", "fach", "gesetz", "regel", "dokument", "gericht",
    "kuchen", "begriff", "wort", "krieg", "schlacht", "schiff", "auto", "verein",
];
