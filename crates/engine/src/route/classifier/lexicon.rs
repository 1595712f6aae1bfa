//! Words that mean the same to the router, in its three languages.
//!
//! A few thousand examples cannot name every language of programming or every
//! word for a bill; a lexicon gives all of them one feature. A star stands for
//! any ending, several words for a phrase.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Names of the lexicons with their words.
const LEXICONS: &[(&str, &[&str])] = &[
    ("code", CODE),
    ("make", MAKE),
    ("account", ACCOUNT),
    ("place", PLACE),
    ("compare", COMPARE),
    ("advise", ADVISE),
    ("steps", STEPS),
    ("overview", OVERVIEW),
    ("detail", DETAIL),
    ("whole", WHOLE),
    ("reword", REWORD),
    ("document", DOCUMENT),
    ("part", PART),
    ("follow", FOLLOW),
    ("you", YOU),
];

/// Entries of all lexicons, by how they are looked up.
struct Entries {
    words: HashMap<&'static str, Vec<&'static str>>,
    stems: HashMap<&'static str, Vec<&'static str>>,
    /// With a space before, and one behind unless any ending will do.
    phrases: Vec<(String, &'static str)>,
}

fn entries() -> &'static Entries {
    static ENTRIES: OnceLock<Entries> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let mut all = Entries {
            words: HashMap::new(),
            stems: HashMap::new(),
            phrases: Vec::new(),
        };
        for (name, entries) in LEXICONS {
            for entry in *entries {
                match (entry.contains(' '), entry.strip_suffix('*')) {
                    (true, Some(stem)) => all.phrases.push((format!(" {stem}"), *name)),
                    (true, None) => all.phrases.push((format!(" {entry} "), *name)),
                    (false, Some(stem)) => all.stems.entry(stem).or_default().push(name),
                    (false, None) => all.words.entry(entry).or_default().push(name),
                }
            }
        }
        all
    })
}

/// The lexicons that a text's words are in, each as often as it has words.
pub(super) fn lexicons(words: &[String]) -> Vec<&'static str> {
    let entries = entries();
    let mut found = Vec::new();
    for word in words {
        found.extend(entries.words.get(word.as_str()).into_iter().flatten());
        let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
        for end in ends {
            found.extend(entries.stems.get(&word[..end]).into_iter().flatten());
        }
    }
    if words.len() > 1 {
        let joined = format!(" {} ", words.join(" "));
        for (phrase, name) in &entries.phrases {
            let times = joined.matches(phrase.as_str()).count();
            found.extend(std::iter::repeat_n(*name, times));
        }
    }
    found
}

#[rustfmt::skip]
const CODE: &[&str] = &[
    "in go", "go code", "libraries", "async*", "asynchron*", "imports", "program*", "rekursiv*", "recursive*", "trigger*", "compile*", "compiler", "constructor*", "variable*", "argument*", "parameter*", "deploy*", "cluster", "debug*", "exception*", "type hints", "typescript", "flask", "fastapi", "spring", "node", "vue", "angular", "svelte", "opengl", "gradle", "maven", "cargo", "pytest", "jest", "mock*", "unit tests", "repo", "pull request", "schema", "array*", "arduino", "esp32", "raspberry", "openscad", "g code", "gcode", "websocket*", "tkinter", "dataframe*", "programa*", "programita", "asíncron*", "recursiv*", "importaciones", "código", "pseudocódigo", "programm*", "quelltext", "quellcode", "pseudocode", "einzeiler", "playbook", "stored procedure", "user defined", "cmake", "assembler", "vhdl", "verilog", "fortran", "cobol", "stata", "spss", "sas", "tidyverse", "ggplot", "autohotkey", "applescript", "nix", "elixir", "erlang", "haskell", "clojure", "dart", "flutter", "kubernetes", "podman", "graphql", "grpc", "protobuf", "oauth",
    "code", "script*", "snippet*", "function*", "regex*", "regexp", "sql", "bash", "python",
    "java", "javascript", "typescript", "rust", "golang", "kotlin", "swift", "ruby", "php", "perl",
    "scala", "matlab", "julia", "lua", "c", "yaml", "yml", "json", "toml", "xml", "html", "css",
    "csv", "curl", "cron*", "docker*", "kubernetes", "kubectl", "helm", "terraform", "ansible",
    "makefile", "macro*", "vba", "shell", "powershell", "terminal", "command line", "cli",
    "oneliner", "one liner", "liner", "endpoint*", "api", "sdk", "webhook*", "struct", "loop*",
    "parser", "parse*", "config", "config file", "git", "commit*", "pandas", "numpy", "django",
    "react", "select", "query", "queries", "postgres*", "mysql", "sqlite", "latex", "awk", "sed",
    "grep", "jq", "ffmpeg", "ssh", "rsync", "nginx", "systemd", "pip", "npm", "unit test*",
    "excel", "formula*", "spreadsheet*", "sheets", "boilerplate", "template*", "stub", "method*",
    "class", "library", "import", "header*", "request*", "client", "script", "pseudo*", "example",
    "código*", "fragmento", "función", "funciones", "comando*", "consulta", "expresión regular",
    "fórmula*", "configuración", "plantilla", "clase", "bucle", "biblioteca", "ejemplo", "skript*",
    "befehl*", "funktion*", "formel*", "makro*", "konfig*", "abfrage*", "schnittstelle*", "klasse",
    "codeschnipsel", "schnipsel", "einzeiler", "regulär*", "vorlage*", "schleife*", "beispiel*",
    "codebeispiel", "aufruf*", "<code>",
];

#[rustfmt::skip]
const MAKE: &[&str] = &[
    "write", "generate", "implement*", "create", "build", "draft", "make", "convert*", "port",
    "refactor", "rewrite", "call", "use", "using", "run", "install", "escribe", "escríbeme",
    "escribir", "genera", "generar", "crea", "crear", "haz", "hazme", "programa", "prográmame",
    "pásame", "monta", "móntame", "convierte", "llamar", "usar", "usando", "ejecutar", "schreib*",
    "erstell*", "bau", "baue", "bastel*", "generier*", "programmier*", "implementier*", "aufrufen",
    "verwende*", "nutze", "ausführen", "umwandel*", "gib mir", "dame", "give me", "need a",
    "brauche", "necesito",
];

#[rustfmt::skip]
const ACCOUNT: &[&str] = &[
    "allowance*", "counter*", "cap", "bill", "bills", "top up", "paying", "pay", "owner", "package", "requests", "calls used", "locked out", "licence*", "license*", "sign up", "signed up", "my data", "on file", "notification*", "session*", "two step", "consultas", "peticiones", "contador*", "plan", "baja", "cancelar", "renueva*", "renovación", "descuento", "volumen", "anfragen", "kontostand", "gekündigt", "zahle*", "zahlung*", "bezahlt", "freischalt*", "gesperrt", "inhaber*", "nachlass", "verlänger*", "paket", "hochladen", "hochgeladen",
    "account*", "plan", "subscription*", "subscribe*", "quota*", "usage", "credit*", "billing",
    "billed", "invoice*", "charged", "charge", "seat*", "api key*", "key*", "token*", "workspace*",
    "upgrade*", "downgrade*", "cancel", "renew*", "payment*", "card", "password*", "login", "log in",
    "sign in", "members", "member", "invite*", "tier", "trial", "limit", "limits", "left", "used",
    "remaining", "refund", "storage", "uploads", "upload*", "admin*", "rate limit", "this month",
    "profile", "email address", "two factor", "receipt*", "cuenta*", "suscripci*", "cuota*",
    "factura*", "cobr*", "cargo", "tarjeta*", "crédito*", "clave*", "espacio", "miembro*",
    "invit*", "contraseña*", "prueba", "límite*", "queda", "quedan", "gastado", "consumo",
    "consumido", "usado", "almacenamiento", "este mes", "reembolso", "pago*", "licencia*",
    "usuario*", "administra*", "konto*", "abo", "abos", "abonnement*", "kontingent*", "verbrauch*",
    "rechnung*", "abgebucht", "abbuch*", "guthaben", "schlüssel*", "arbeitsbereich*", "mitglied*",
    "einladen", "passwort*", "testphase", "tarif*", "lizenz*", "plätze", "zahlungs*", "karte",
    "kredit*", "übrig", "speicher*", "diesen monat", "anmeld*", "zugang*", "kündig*", "upgraden",
    "nutzer*", "benutzer*", "%",
];

#[rustfmt::skip]
const PLACE: &[&str] = &[
    "where", "page*", "section*", "chapter*", "paragraph*", "part", "located", "location", "find",
    "locate", "take me", "bring me", "jump", "go to", "open", "scroll", "mention*", "appear*",
    "spot", "passage*", "place", "point me", "look up", "heading*", "which document", "which file",
    "appendix", "annex", "figure", "table", "line", "dónde", "donde", "página*", "sección*",
    "apartado*", "capítulo*", "párrafo*", "llévame", "encuentr*", "localiz*", "aparece*", "ubic*",
    "pasaje", "parte", "abre", "busca", "buscar", "ir a", "en qué", "anexo", "tabla", "figura",
    "menciona*", "wo", "seite*", "abschnitt*", "kapitel*", "stelle", "spring*", "finde*", "steht",
    "paragraf*", "absatz", "passage", "anhang", "tabelle", "abbildung", "öffne", "aufschlagen",
    "such", "suche", "erwähn*", "fundstelle", "in welchem", "in welcher", "auf welcher",
];

#[rustfmt::skip]
const COMPARE: &[&str] = &[
    "contrasts", "diverge*", "agree", "disagree", "worse", "higher", "lower", "cheaper", "dearer", "side", "measure up", "match", "contradict*", "parallel*", "part ways", "counterpart", "peor", "cuadra*", "frente", "lado", "paralelo", "coinciden", "llegan a lo mismo", "schlechter", "höher", "günstiger", "teurer", "übereinstimm*", "widersprech*", "stimmen überein", "ähnel*", "ähnlich*", "eher", "gegenüberstell*", "weicht", "auseinander",
    "versus", "vs", "compar*", "differ*", "distinct*", "against", "than", "between", "contrast*",
    "side by side", "similar*", "both", "unlike", "whereas", "stack up", "relative", "same as",
    "rather than", "diferen*", "frente a", "entre", "contra", "similitud*", "parec*", "distin*",
    "respecto", "igual*", "ambos", "ambas", "mientras", "vergleich*", "unterscheid*", "unterschied*",
    "gegenüber*", "zwischen", "verglichen", "gegensatz", "anders", "gemeinsam*", "beide*", "als",
    "gegen", "im vergleich", "abweich*", "nebeneinander", "contrapon*", "coincid*",
];

#[rustfmt::skip]
const ADVISE: &[&str] = &[
    "recommend*", "should", "advice", "advis*", "suggest*", "best", "better", "worth", "ideal*",
    "suitable", "choose", "choice", "pick", "prefer*", "ought", "wise", "sensible", "good idea",
    "tip", "tips", "right for", "favor", "favour", "propos*", "guidance", "recom*", "aconsej*",
    "convien*", "convenient*", "mejor*", "debería*", "debo", "sugier*", "suger*", "elegir", "elijo",
    "vale la pena", "adecuad*", "consejo*", "idóne*", "prefer*", "propon*", "merece", "empfehl*",
    "empfiehl*", "empfohl*", "rat", "rät", "raten", "ratsam", "soll", "sollte*", "sollen",
    "am besten", "beste*", "geeignet*", "lohnt", "vorschl*", "wählen", "nehmen", "sinnvoll*",
    "tipp*", "angebracht",
];

#[rustfmt::skip]
const STEPS: &[&str] = &[
    "how do", "how to", "how can", "how should", "how is", "how would", "step*", "procedure*",
    "instruction*", "way to", "walk me", "process", "method", "guide", "set up", "setup", "to do",
    "cómo se", "cómo hago", "cómo puedo", "cómo", "pasos", "paso", "procedimiento*", "instruccion*",
    "manera de", "forma de", "para poder", "hacer", "hay que", "tengo que", "trámite*", "wie kann",
    "wie mache", "wie wird", "wie werden", "wie stell*", "wie bekomm*", "wie man", "schritt*",
    "anleitung*", "vorgeh*", "ablauf*", "verfahren", "muss ich", "anweisung*",
];

#[rustfmt::skip]
const OVERVIEW: &[&str] = &[
    "summar*", "overview", "explain*", "describ*", "description", "theme*", "main", "gist",
    "general*", "overall", "essence", "story", "idea*", "background", "outline", "big picture",
    "picture", "whole", "entire", "in short", "nutshell", "broad*", "argument*", "approach*",
    "significance", "role", "why", "how does", "impact", "effect*", "history", "develop*", "evol*",
    "analysis", "discuss*", "view*", "attitude", "resum*", "explic*", "describ*", "tema*", "síntesis",
    "esencia", "de qué va", "de qué trata", "visión", "panorama", "general", "rasgos", "grandes",
    "papel", "por qué", "evolu*", "contexto", "postura", "historia", "conjunto", "zusammenfass*",
    "zusammengefasst", "überblick*", "erklär*", "erläuter*", "beschreib*", "themen", "thema",
    "worum", "grund*", "haupt*", "wesentlich*", "insgesamt", "warum", "rolle", "entwick*",
    "hintergrund*", "bild", "haltung", "überhaupt", "gesamt*",
];

#[rustfmt::skip]
const DETAIL: &[&str] = &[
    "how much", "how many", "how long", "how old", "how often", "how far", "when", "who", "whose",
    "date", "number", "price*", "rate", "amount", "percentage", "percent", "name", "year", "value",
    "size", "temperature", "dose", "deadline", "cost*", "fee", "minimum", "maximum", "max", "min",
    "define", "definition", "mean", "means", "p", "figure", "0", "00", "000", "0000", "cuánto*",
    "cuánta*", "cuándo", "quién*", "fecha", "número", "precio*", "tasa", "importe", "porcentaje",
    "nombre", "año", "valor", "tamaño", "temperatura", "dosis", "plazo", "coste", "mínimo",
    "máximo", "definición", "significa", "wie viel*", "wie lange", "wie hoch", "wie oft", "wie alt",
    "wie weit", "wann", "wer", "wem", "wessen", "datum", "nummer", "preis*", "betrag", "prozent*",
    "name", "jahr", "wert", "größe", "dosis", "frist", "kosten", "kostet", "höchst*", "mindest*",
    "bedeutet", "was ist", "welches",
];

#[rustfmt::skip]
const WHOLE: &[&str] = &[
    "all", "every", "each", "list", "listing", "enumerate", "complete", "full list", "name all",
    "everyone", "everything", "what are", "which are", "who are", "how many", "names of", "count",
    "any other*", "and which", "all the", "inventory", "checklist", "todos", "todas", "cada",
    "lista", "listado", "enumera", "cuáles son", "cuáles", "completa", "completo", "cuántos",
    "cuántas", "qué otros", "relación de", "nombra", "quiénes", "alle", "allen", "aller",
    "sämtliche*", "jede", "jeder", "liste", "auflist*", "aufzähl*", "nenn", "nenne", "vollständig*",
    "welche", "wie viele", "was alles", "wer alles", "komplett*",
];

#[rustfmt::skip]
const REWORD: &[&str] = &[
    "shorter", "shorten", "longer", "simpler", "simplify", "translate", "bullet*", "again",
    "rephrase", "reword", "tone", "formal", "casual", "sure", "answer*", "instead", "repeat",
    "you said", "your", "you", "elaborate", "expand", "continue", "plain", "layman*", "sentence*",
    "words", "jargon", "tldr", "condense", "paragraph", "spell", "certain", "wrong", "really",
    "thanks", "ok", "okay", "corto", "corta", "breve", "otra vez", "traduc*", "respuesta", "eso",
    "seguro", "segura", "repite", "repít*", "reformul*", "dicho", "dijiste", "frase*", "palabras",
    "sencill*", "resúm*", "tono", "explícam*", "dímelo", "ponlo", "pásalo", "gracias", "vale",
    "sigue", "amplía", "viñetas", "kürzer", "kürze", "länger", "nochmal", "noch mal", "antwort*",
    "übersetz*", "umformulier*", "sicher", "wiederhol*", "gesagt", "einfacher", "satz", "sätze*",
    "sätzen", "worten", "stichpunkt*", "ausführlich*", "deine", "du", "weiter", "ton", "förmlich*",
    "danke", "genauer", "verständlich*", "fachbegriff*", "fachchinesisch",
];

#[rustfmt::skip]
const DOCUMENT: &[&str] = &[
    "policy", "contract*", "lease", "clause*", "agreement*", "manual*", "report*", "document*",
    "article*", "act", "according", "statement*", "handbook*", "minutes", "terms", "study", "paper*",
    "letter*", "book*", "novel*", "author*", "recipe*", "text", "patient*", "guideline*", "standard*",
    "regulation*", "law", "rule*", "file*", "note*", "brochure", "deed", "statute*", "tenant*",
    "insured", "coverage", "contrato*", "póliza*", "cláusula*", "convenio", "informe*", "documento*",
    "artículo*", "ley", "según", "actas", "acta", "estudio*", "carta*", "libro*", "novela*", "autor*",
    "receta*", "texto*", "paciente*", "guía*", "norma*", "reglamento*", "regla*", "expediente",
    "folleto", "estatutos", "escritura", "cobertura", "vertrag*", "police", "klausel*", "bericht*",
    "handbuch*", "dokument*", "artikel*", "gesetz*", "laut", "gemäß", "protokoll*", "studie*", "brief*",
    "buch", "roman*", "autor*", "rezept*", "text", "patient*", "leitlinie*", "norm*", "ordnung",
    "satzung*", "regel*", "akte*", "broschüre", "mietvertrag*", "versicher*", "gutachten*",
];

/// What a document is made of, and what documents lie in.
#[rustfmt::skip]
const PART: &[&str] = &[
    "page*", "section*", "subsection*", "chapter*", "paragraph*", "clause*", "article*", "appendix",
    "annex*", "figure*", "table*", "sheet*", "line*", "verse*", "stanza*", "canto*", "act", "scene*",
    "volume*", "issue*", "part", "heading*", "footnote*", "note", "item*", "slide*", "column*", "row*",
    "file*", "folder*", "binder*", "box", "document*", "letter*", "leaflet*", "minutes", "passage*",
    "bit", "sentence*", "spot", "place*", "drawing*", "plate*", "entry", "form", "schedule*", "exhibit*",
    "tab", "bar", "movement", "unit*", "lesson*", "psalm*", "sermon*", "poem*", "story", "stories",
    "página*", "sección", "secciones", "apartado*", "capítulo*", "párrafo*", "cláusula*", "artículo*",
    "anexo*", "figura*", "tabla*", "hoja*", "línea*", "verso*", "estrofa*", "canto", "acto", "escena*",
    "tomo*", "volumen", "número", "parte*", "epígrafe*", "nota*", "punto*", "diapositiva*", "columna*",
    "archivo*", "fichero*", "carpeta*", "documento*", "carta*", "folleto*", "acta*", "pasaje*", "sitio",
    "lugar*", "plano*", "tema", "encíclica*", "poema*", "cuento*", "casilla*", "lámina*", "compás",
    "seite*", "abschnitt*", "kapitel*", "absatz", "absätze*", "paragraf*", "paragraph*", "artikel*",
    "klausel*", "anhang", "anlage*", "abbildung*", "tabelle*", "blatt", "zeile*", "vers*", "strophe*",
    "akt", "szene*", "band", "bänden*", "teil*", "überschrift*", "fußnote*", "punkt*", "folie*",
    "spalte*", "datei*", "ordner*", "mappe*", "dokument*", "brief*", "protokoll*", "stelle*", "passage*",
    "satz", "takt", "predigt*", "gedicht*", "randnummer*", "nummer", "ziffer*", "tagesordnungspunkt*",
];

/// Words that tie a text to what came before it.
#[rustfmt::skip]
const FOLLOW: &[&str] = &[
    "and", "now", "then", "also", "too", "same", "instead", "again", "else", "other", "so", "but",
    "what about", "how about", "this", "that", "it", "them", "those", "these", "one", "thanks",
    "thank you", "good", "great", "right", "fine", "well", "hm", "y", "ahora", "entonces", "también",
    "mismo", "misma", "eso", "esto", "otra", "otro", "pero", "gracias", "vale", "bien", "bueno",
    "und", "jetzt", "dann", "auch", "gleiche", "ganze", "stattdessen", "nochmal", "sonst", "noch",
    "aber", "das", "danke", "gut", "okay", "also", "dazu", "davon", "damit", "dafür",
];

/// The one who answers is spoken to.
#[rustfmt::skip]
const YOU: &[&str] = &[
    "you", "your", "yours", "tú", "te", "tu", "tus", "ti", "contigo", "vosotros", "vuestro*",
    "vuestra*", "ustedes", "du", "dir", "dich", "dein*", "ihr", "euch", "euer", "eure*", "ihnen",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stems_and_phrases_are_found() {
        let of = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            lexicons(&words)
        };
        assert_eq!(of("scripts"), ["code"]);
        assert_eq!(of("wie viele"), ["detail", "whole"]);
        assert!(of("xyzzy").is_empty());
    }
}
