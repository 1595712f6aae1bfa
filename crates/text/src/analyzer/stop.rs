//! Words too common to find anything by.
//!
//! Compact lists of our own: articles, pronouns, prepositions, conjunctions,
//! auxiliaries and question words, as they look after folding (`esta` for
//! `está`, `dont` for `don't`).

use crate::Language;

/// Whether a folded word carries no meaning of its own in `language`.
pub(super) fn is_stop_word(folded: &str, language: Language) -> bool {
    stop_words(language).binary_search(&folded).is_ok()
}

/// Sorted, for the binary search.
pub(crate) fn stop_words(language: Language) -> &'static [&'static str] {
    match language {
        Language::En => ENGLISH,
        Language::Es => SPANISH,
        Language::De => GERMAN,
        Language::Fr => FRENCH,
        Language::It => ITALIAN,
        Language::Pt => PORTUGUESE,
        Language::Other => &[],
    }
}

#[rustfmt::skip]
const ENGLISH: &[&str] = &[
    "a", "about", "above", "after", "again", "against", "all", "also", "am", "an", "and", "any",
    "are", "arent", "as", "at", "be", "because", "been", "before", "being", "below", "between",
    "both", "but", "by", "can", "cannot", "cant", "could", "couldnt", "did", "didnt", "do",
    "does", "doesnt", "doing", "dont", "down", "during", "each", "eg", "etc", "few", "for",
    "from", "further", "had", "hadnt", "has", "hasnt", "have", "havent", "having", "he", "her",
    "here", "hers", "herself", "him", "himself", "his", "how", "i", "ie", "if", "im", "in",
    "into", "is", "isnt", "it", "its", "itself", "lets", "may", "me", "might", "more", "most",
    "must", "mustnt", "my", "myself", "of", "off", "on", "once", "only", "or", "other", "ought",
    "our", "ours", "ourselves", "out", "over", "own", "same", "shall", "shant", "she", "should",
    "shouldnt", "so", "some", "such", "than", "that", "thats", "the", "their", "theirs", "them",
    "themselves", "then", "there", "theres", "these", "they", "theyre", "this", "those",
    "through", "to", "too", "under", "until", "up", "upon", "us", "very", "was", "wasnt", "we",
    "were", "werent", "what", "whats", "when", "where", "which", "while", "who", "whom", "whos",
    "whose", "why", "will", "with", "wont", "would", "wouldnt", "you", "your", "youre", "yours",
    "yourself", "yourselves", "youve",
];

#[rustfmt::skip]
const SPANISH: &[&str] = &[
    "a", "al", "algo", "algun", "alguna", "algunas", "alguno", "algunos", "ante", "antes",
    "aquel", "aquella", "aquellas", "aquello", "aquellos", "aqui", "asi", "aun", "aunque", "cada",
    "casi", "como", "con", "contra", "cual", "cuales", "cualquier", "cuando", "cuanta", "cuantas",
    "cuanto", "cuantos", "cuya", "cuyas", "cuyo", "cuyos", "de", "del", "desde", "donde", "dos",
    "durante", "e", "el", "ella", "ellas", "ello", "ellos", "en", "entonces", "entre", "era",
    "erais", "eramos", "eran", "eras", "eres", "es", "esa", "esas", "ese", "eso", "esos", "esta",
    "estaba", "estaban", "estado", "estais", "estamos", "estan", "estar", "estas", "este", "esto",
    "estos", "estoy", "fue", "fueron", "fui", "ha", "habia", "habian", "han", "has", "hasta",
    "hay", "he", "hemos", "la", "las", "le", "les", "lo", "los", "mas", "me", "mi", "mientras",
    "mis", "mismo", "mucha", "muchas", "mucho", "muchos", "muy", "nada", "ni", "no", "nos",
    "nosotros", "nuestra", "nuestras", "nuestro", "nuestros", "o", "os", "otra", "otras", "otro",
    "otros", "para", "pero", "poco", "por", "porque", "pues", "que", "quien", "quienes", "se",
    "sea", "sean", "segun", "ser", "si", "sido", "sin", "sino", "sobre", "sois", "solo", "somos",
    "son", "soy", "su", "sus", "suya", "suyas", "suyo", "suyos", "tal", "tambien", "tampoco",
    "tan", "tanto", "te", "tenia", "tiene", "tienen", "toda", "todas", "todo", "todos", "tras",
    "tu", "tus", "un", "una", "unas", "uno", "unos", "vosotros", "vuestra", "vuestras", "vuestro",
    "vuestros", "y", "ya", "yo",
];

#[rustfmt::skip]
const GERMAN: &[&str] = &[
    "ab", "aber", "alle", "allem", "allen", "aller", "alles", "als", "also", "am", "an", "ander",
    "andere", "anderem", "anderen", "anderer", "anderes", "auch", "auf", "aus", "bei", "beim",
    "bin", "bis", "bist", "da", "damit", "dann", "darf", "daruber", "das", "dass", "dasselbe",
    "davon", "dazu", "dein", "deine", "deinem", "deinen", "deiner", "deines", "dem", "den",
    "denn", "denselben", "der", "deren", "derer", "derselbe", "des", "dessen", "dich", "die",
    "dies", "diese", "dieselbe", "dieselben", "diesem", "diesen", "dieser", "dieses", "dir",
    "doch", "dort", "du", "durch", "ein", "eine", "einem", "einen", "einer", "eines", "einige",
    "einigem", "einigen", "einiger", "einiges", "er", "es", "etwas", "euch", "euer", "eure",
    "eurem", "euren", "eurer", "eures", "fur", "gegen", "gewesen", "hab", "habe", "haben", "hat",
    "hatte", "hatten", "hier", "hin", "hinter", "ich", "ihm", "ihn", "ihnen", "ihr", "ihre",
    "ihrem", "ihren", "ihrer", "ihres", "im", "in", "indem", "ins", "ist", "ja", "jede", "jedem",
    "jeden", "jeder", "jedes", "jene", "jenem", "jenen", "jener", "jenes", "jetzt", "kann",
    "kein", "keine", "keinem", "keinen", "keiner", "keines", "konnen", "konnte", "konnten",
    "machen", "man", "manche", "manchem", "manchen", "mancher", "manches", "mein", "meine",
    "meinem", "meinen", "meiner", "meines", "mich", "mir", "mit", "muss", "musste", "nach",
    "nicht", "nichts", "noch", "nun", "nur", "ob", "oder", "ohne", "sehr", "sein", "seine",
    "seinem", "seinen", "seiner", "seines", "seit", "selbst", "sich", "sie", "sind", "so",
    "solche", "solchem", "solchen", "solcher", "solches", "soll", "sollte", "sondern", "sonst",
    "uber", "um", "und", "uns", "unser", "unsere", "unserem", "unseren", "unserer", "unseres",
    "unter", "viel", "vom", "von", "vor", "wahrend", "wann", "war", "waren", "warum", "was",
    "weg", "weil", "weiter", "welche", "welchem", "welchen", "welcher", "welches", "wenn", "wer",
    "werde", "werden", "wessen", "wie", "wieder", "wieso", "will", "wir", "wird", "wirst", "wo",
    "wofur", "wollen", "wollte", "woran", "worauf", "woraus", "worden", "worin", "wozu", "wurde",
    "wurden", "zu", "zum", "zur", "zwar", "zwischen",
];

#[rustfmt::skip]
const FRENCH: &[&str] = &[
    "a", "ai", "aient", "ainsi", "alors", "apres", "au", "aucun", "aucune", "aujourdhui",
    "auquel", "aussi", "autre", "autres", "aux", "auxquelles", "auxquels", "avaient", "avait",
    "avant", "avec", "avez", "avoir", "avons", "ayant", "c", "car", "ce", "ceci", "cela", "celle",
    "celles", "celui", "ces", "cet", "cette", "ceux", "chaque", "chez", "ci", "comme", "comment",
    "d", "dans", "de", "depuis", "des", "desquelles", "desquels", "donc", "dont", "du", "duquel",
    "elle", "elles", "en", "encore", "entre", "es", "est", "et", "etaient", "etait", "etant",
    "ete", "etes", "etre", "eu", "eux", "furent", "fut", "il", "ils", "j", "je", "jusqu", "l",
    "la", "laquelle", "le", "lequel", "les", "lesquelles", "lesquels", "leur", "leurs", "lors",
    "lorsque", "lui", "m", "ma", "mais", "me", "meme", "memes", "mes", "moi", "moins", "mon", "n",
    "ne", "ni", "nos", "notre", "nous", "on", "ont", "or", "ou", "par", "parce", "pas", "pendant",
    "peu", "peut", "peuvent", "plus", "plusieurs", "pour", "pourquoi", "pres", "qu", "quand",
    "que", "quel", "quelle", "quelles", "quelque", "quelques", "quels", "qui", "quoi", "sa",
    "sans", "se", "selon", "sera", "seront", "ses", "si", "sinon", "soi", "soit", "sommes", "son",
    "sont", "sous", "suis", "sur", "t", "ta", "tandis", "te", "tel", "telle", "telles", "tels",
    "tes", "toi", "ton", "tous", "tout", "toute", "toutes", "tres", "tu", "un", "une", "vers",
    "vos", "votre", "vous", "y",
];

#[rustfmt::skip]
const ITALIAN: &[&str] = &[
    "a", "abbia", "abbiamo", "abbiano", "ad", "affinche", "agli", "ai", "al", "alcuna", "alcune",
    "alcuni", "alcuno", "alla", "alle", "allo", "allora", "altra", "altre", "altri", "altro",
    "anche", "ancora", "avere", "avete", "aveva", "avevano", "c", "cha", "che", "chi", "ci",
    "cioe", "co", "coi", "col", "come", "con", "contro", "cosa", "cosi", "cui", "d", "da",
    "dagli", "dai", "dal", "dalla", "dalle", "dallo", "degli", "dei", "del", "della", "delle",
    "dello", "dentro", "di", "dopo", "dove", "dovra", "dunque", "durante", "e", "ebbe", "ed",
    "egli", "ella", "era", "erano", "essa", "esse", "essendo", "essere", "essi", "esso", "fa",
    "fino", "fra", "fu", "furono", "gia", "gli", "ha", "hai", "hanno", "ho", "i", "il", "in",
    "infatti", "io", "l", "la", "le", "lei", "li", "lo", "loro", "lui", "ma", "me", "mentre",
    "mi", "mia", "mie", "miei", "mio", "molta", "molte", "molti", "molto", "ne", "negli", "nei",
    "nel", "nella", "nelle", "nello", "no", "noi", "non", "nostra", "nostre", "nostri", "nostro",
    "o", "ogni", "oltre", "oppure", "ora", "per", "perche", "piu", "poi", "poiche", "possono",
    "prima", "puo", "qual", "quale", "quali", "quando", "quanta", "quante", "quanti", "quanto",
    "quella", "quelle", "quelli", "quello", "questa", "queste", "questi", "questo", "qui",
    "quindi", "sara", "saranno", "se", "sei", "senza", "si", "sia", "siamo", "siano", "siete",
    "sono", "sopra", "sotto", "sta", "stata", "state", "stati", "stato", "su", "sua", "sue",
    "sugli", "sui", "sul", "sulla", "sulle", "sullo", "suo", "suoi", "tale", "tali", "tra", "tu",
    "tua", "tue", "tuo", "tuoi", "tutta", "tutte", "tutti", "tutto", "un", "una", "uno", "verso",
    "vi", "viene", "voi", "vostra", "vostre", "vostri", "vostro",
];

#[rustfmt::skip]
const PORTUGUESE: &[&str] = &[
    "a", "ainda", "alem", "algum", "alguma", "algumas", "alguns", "ao", "aos", "apos", "aquela",
    "aquelas", "aquele", "aqueles", "aquilo", "as", "assim", "ate", "cada", "com", "como",
    "contra", "cuja", "cujas", "cujo", "cujos", "da", "das", "de", "dela", "delas", "dele",
    "deles", "depois", "desde", "dessa", "dessas", "desse", "desses", "desta", "destas", "deste",
    "destes", "do", "dos", "durante", "e", "ela", "elas", "ele", "eles", "em", "enquanto",
    "entao", "entre", "era", "eram", "essa", "essas", "esse", "esses", "esta", "estao", "estar",
    "estas", "estava", "estavam", "este", "estes", "eu", "foi", "foram", "ha", "isso", "isto",
    "ja", "la", "lhe", "lhes", "lo", "mais", "mas", "me", "mesma", "mesmo", "meu", "meus", "mim",
    "minha", "minhas", "muita", "muitas", "muito", "muitos", "na", "nas", "nem", "nenhum",
    "nenhuma", "nessa", "nessas", "nesse", "nesses", "nesta", "nestas", "neste", "nestes", "no",
    "nos", "nossa", "nossas", "nosso", "nossos", "num", "numa", "o", "onde", "os", "ou", "outra",
    "outras", "outro", "outros", "para", "pela", "pelas", "pelo", "pelos", "per", "perante",
    "pode", "podem", "pois", "por", "porem", "porque", "pouco", "quais", "qual", "qualquer",
    "quando", "quanta", "quantas", "quanto", "quantos", "que", "quem", "sao", "se", "seja",
    "sejam", "sem", "sempre", "sendo", "ser", "sera", "serao", "seu", "seus", "si", "sido", "so",
    "sob", "sobre", "sua", "suas", "tal", "tambem", "tanto", "te", "tem", "tendo", "ter", "teu",
    "teus", "ti", "tinha", "toda", "todas", "todo", "todos", "tu", "tua", "tuas", "tudo", "um",
    "uma", "umas", "uns", "voce", "voces", "vos",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_folded() {
        for language in [
            Language::En,
            Language::Es,
            Language::De,
            Language::Fr,
            Language::It,
            Language::Pt,
        ] {
            let words = stop_words(language);
            assert!(words.is_sorted_by(|a, b| a < b), "{language:?}");
            assert!(
                words
                    .iter()
                    .all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()))
            );
        }
    }
}
