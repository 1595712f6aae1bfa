//! The number of what is asked for, in Spanish.

use super::Asked;
use super::{clause, ends_with_any, is_long};

/// What the words from here on tell; `before` are those in front.
pub(super) fn asked(before: &[&str], words: &[&str]) -> Option<Asked> {
    let (asks, rest) = words.split_first()?;
    match *asks {
        "qué" => what(rest),
        // Without its accent it asks at the start alone, perhaps behind a preposition.
        "que" | "q" | "ke" if opens(before) => what(rest),
        "cuáles" | "cuales" if asks_advice(rest) => Some(Asked::Choice),
        "cuáles" | "cuales" | "quiénes" | "quienes" => Some(Asked::Several),
        "cuál" | "cual" => match rest {
            ["de", ..] => Some(Asked::Choice),
            _ => Some(Asked::One),
        },
        "quién" => match rest {
            ["más", ..] => Some(Asked::Several),
            _ => None,
        },
        "cuántos" | "cuántas" | "cuantos" | "cuantas" => Some(counted(rest)),
        // "escríbemelos por orden": the clitic stands for several.
        verb if may_request(before)
            && ends_with_any(verb, &["melos", "melas", "noslos", "noslas"]) =>
        {
            Some(Asked::Named)
        }
        verb if may_request(before) && is_listing(verb) => named(rest),
        verb if may_request(before) && hands(verb) => named(rest),
        _ => None,
    }
}

fn opens(before: &[&str]) -> bool {
    const BEFORE: &[&str] = &[
        "y", "a", "de", "en", "con", "por", "para", "contra", "sobre", "desde", "hasta", "hola",
        "bajo", "ante", "e", "entonces",
    ];
    before.iter().all(|word| BEFORE.contains(word))
}

/// Verbs that ask to go through things one by one.
fn is_listing(verb: &str) -> bool {
    [
        "enum", "enúm", "nómbra", "nombra", "lístame", "listame", "desglós", "detáll", "detall",
    ]
    .iter()
    .any(|stem| verb.starts_with(stem))
        || ["lista", "liste", "listar"].contains(&verb)
}

/// Verbs that ask for something; what is handed over tells how many.
fn hands(verb: &str) -> bool {
    #[rustfmt::skip]
    const STEMS: &[&str] = &[
        "dame", "deme", "dime", "dígame", "digame", "ponme", "pásame", "pasame", "apúnta",
        "apunta", "escríbe", "escribe", "anota", "anóta", "saca", "sáca", "búsca", "busca",
        "reúne", "recoge", "recopila", "junta", "indica", "indíca", "muéstra", "muestra",
        "enséña", "enseña", "necesito", "quiero", "repas", "cuénta", "haz", "señala",
    ];
    STEMS.iter().any(|stem| verb.starts_with(stem))
        || ["pasar", "pasarme", "dar", "darme", "decirme", "mandarme"].contains(&verb)
}

fn may_request(before: &[&str]) -> bool {
    #[rustfmt::skip]
    const POLITE: &[&str] = &[
        "favor", "hola", "puedes", "podrías", "podéis", "puede", "podría", "y", "me", "que",
        "porfa", "ahora", "buenas", "bien", "vale", "oye", "anda",
    ];
    before.last().is_none_or(|word| POLITE.contains(word))
}

fn named(words: &[&str]) -> Option<Asked> {
    match words {
        ["me" | "por" | "favor" | "bien" | "a", rest @ ..] => named(rest),
        ["en", "una", "tabla" | "lista", ..] => Some(Asked::Named),
        ["una", "relación" | "lista" | "enumeración", ..]
        | ["un", "listado" | "inventario" | "desglose" | "recuento", ..]
        | [
            "el" | "la",
            "lista" | "listado" | "desglose" | "relación",
            ..,
        ]
        | ["todo" | "cada", ..] => Some(Asked::Named),
        ["todos" | "todas", ..] | ["los" | "las", ..] => Some(Asked::Named),
        ["el" | "la", ..] => Some(Asked::One),
        _ => None,
    }
}

/// What stands behind a noun, or is none.
#[rustfmt::skip]
const NO_NAME: &[&str] = &[
    "más", "mas", "menos", "es", "son", "has", "dices", "debemos", "los", "las", "nos", "os", "el",
    "la", "se", "te", "le", "me", "lo", "hay", "tal", "pasa", "tan", "tipo",
];

/// Words in -s that are one thing, or no noun.
#[rustfmt::skip]
const SINGULAR: &[&str] = &[
    "mes", "país", "pais", "análisis", "analisis", "crisis", "tesis", "dosis", "virus", "lunes",
    "martes", "miércoles", "jueves", "viernes", "interés", "interes", "autobús", "gas", "hipótesis",
    "énfasis", "bis", "dios", "paréntesis", "síntesis", "base", "además", "después", "antes", "tras",
    "estás", "tienes", "puedes", "quieres", "sabes", "haces", "crees", "piensas", "dirías",
    "harías", "harias", "podrías", "pondrías", "usarías", "pros", "consecuencias", "efectos",
    "repercusiones", "líneas", "pasos", "recomiendas", "aconsejas", "opinas", "entiendes",
];

/// Plurals that look like verbs, and what is a set though it has no plural.
#[rustfmt::skip]
const PLURAL: &[&str] = &[
    "préstamos", "prestamos", "tramos", "ramos", "extremos", "últimos", "próximos", "máximos",
    "mínimos", "reclamos", "material", "documentación", "documentacion", "medicación",
    "medicacion", "bibliografía", "equipaje", "ropa", "mobiliario", "papeleo",
];

fn is_plural(word: &str) -> bool {
    is_long(word)
        && word.ends_with('s')
        && !SINGULAR.contains(&word)
        && !ends_with_any(
            word,
            &["amos", "emos", "imos", "áis", "éis", "ús", "is", "ás", "és"],
        )
        || PLURAL.contains(&word)
}

fn what(words: &[&str]) -> Option<Asked> {
    match words {
        [first, ..] if is_plural(first) && asks_advice(words) => Some(Asked::Choice),
        // The verb tells: "qué análisis fallaron".
        [first, verb, ..] if first.ends_with("sis") && verb.ends_with("ron") => {
            Some(Asked::Several)
        }
        ["otros" | "otras" | "cosas" | "tipos" | "clases", ..] => Some(Asked::Several),
        ["tipo" | "clase", "de", rest @ ..] => rest
            .first()
            .is_some_and(|noun| is_plural(noun))
            .then_some(Asked::Several),
        [first, ..] if NO_NAME.contains(first) => None,
        [first, ..] if is_plural(first) => Some(Asked::Several),
        // An adjective may stand before: "qué nuevas normas", "qué dos tomos".
        ["dos" | "tres" | "cuatro" | "cinco", second, ..] if is_plural(second) => {
            Some(Asked::Several)
        }
        [first, ..] if is_singular_noun(first) => Some(Asked::One),
        _ => None,
    }
}

/// Which of them the one who asks should take.
fn asks_advice(words: &[&str]) -> bool {
    const ADVICE: &[&str] = &[
        "conviene",
        "convienen",
        "compensa",
        "compensan",
        "recomiendas",
        "aconsejas",
        "pondrías",
        "harías",
        "usarías",
        "debería",
        "deberíamos",
        "mejor",
        "mejores",
        "llevo",
        "compro",
        "elijo",
        "cojo",
        "bien",
        "merece",
    ];
    clause(words).iter().any(|word| ADVICE.contains(word))
}

/// Nouns of one thing, told from verbs by their endings, and the most common of
/// what is asked for as one.
fn is_singular_noun(word: &str) -> bool {
    #[rustfmt::skip]
    const ENDS: &[&str] = &[
        "ción", "cion", "sión", "sion", "dad", "tad", "miento", "aje", "ura", "ismo", "eza",
        "encia", "ancia", "umbre",
    ];
    #[rustfmt::skip]
    const COMMON: &[&str] = &[
        "plazo", "importe", "fecha", "día", "dia", "año", "mes", "porcentaje", "precio", "número",
        "numero", "edad", "hora", "parte", "valor", "nota", "línea", "linea", "página", "pagina",
        "apartado", "capítulo", "capitulo", "artículo", "articulo", "cláusula", "anexo", "límite",
        "limite", "tarifa", "país", "pais", "color", "peso", "tamaño", "talla", "modelo", "lado",
        "forma", "persona", "norma", "ley", "regla", "empresa", "sociedad", "equipo", "grupo",
        "puerto", "sitio", "lugar", "siglo", "nombre", "dosis", "franquicia", "fianza", "multa",
        "sueldo", "salario", "interés", "nivel", "tono", "rey", "papel", "sentido", "motivo",
        "margen", "grado", "turno", "juez", "médico", "autor", "tornillo", "pieza", "cuota",
    ];
    COMMON.contains(&word) || is_long(word) && ends_with_any(word, ENDS)
}

fn counted(words: &[&str]) -> Asked {
    #[rustfmt::skip]
    const UNITS: &[&str] = &[
        "días", "dias", "semanas", "meses", "años", "horas", "minutos", "segundos", "veces",
        "puntos", "kilómetros", "kilometros", "km", "metros", "centímetros", "litros", "gramos",
        "kilos", "kg", "toneladas", "euros", "dólares", "votos", "copias", "ejemplares", "grados",
        "voltios", "vatios", "bares", "gigas", "megas", "calorías", "goles", "intentos", "acciones",
        "unidades", "pastillas", "comprimidos", "gotas", "noches", "huevos", "cucharadas", "tazas",
        "mensualidades", "pagas", "créditos", "hectáreas", "palés", "plazas", "habitantes",
    ];
    if words.first().is_some_and(|noun| UNITS.contains(noun)) {
        Asked::Measure
    } else {
        Asked::Count
    }
}

/// A heading whose head is a plural: the first noun.
pub(super) fn heads(words: &[&str]) -> bool {
    /// What a few words ask for as a whole, not one by one.
    const NO_LIST: &[&str] = &[
        "diferencias",
        "pasos",
        "temas",
        "novedades",
        "noticias",
        "consejos",
        "instrucciones",
        "valores",
        "semejanzas",
        "similitudes",
        "razones",
        "arras",
        "vacaciones",
        "condiciones",
    ];
    match words {
        [
            "todos" | "todas" | "cada" | "lista" | "listado" | "relación" | "catálogo"
            | "alineación" | "reparto" | "inventario" | "temario" | "bibliografía" | "composición"
            | "plantilla" | "contenido" | "índice" | "elenco",
            ..,
        ] => true,
        ["los" | "las" | "otros" | "otras" | "mis" | "sus", noun, ..] | [noun, ..] => {
            is_plural(noun) && !NO_LIST.contains(noun)
        }
        [] => false,
    }
}

/// Words that make a sentence of a heading.
#[rustfmt::skip]
pub(super) const SENTENCE: &[&str] = &[
    "es", "son", "está", "están", "hay", "se", "fue", "fueron", "ha", "han", "tiene", "tienen",
    "puede", "pueden", "debe", "deben", "que", "qué", "cómo", "como", "cuándo", "dónde", "no",
    "si", "me", "te", "nos", "lo", "quién", "cuál", "cuánto", "frente", "contra", "vs",
];

/// Letters of no other of the languages.
pub(super) const LETTERS: &[char] = &['ñ', 'á', 'é', 'í', 'ó', 'ú'];

/// Small words that tell the language of a few words.
#[rustfmt::skip]
pub(super) const SMALL: &[&str] = &[
    "de", "del", "la", "el", "los", "las", "en", "con", "para", "por", "y", "todos", "todas", "un",
    "una", "sobre", "lista", "al",
];
