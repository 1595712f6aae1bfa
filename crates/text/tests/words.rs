//! Terms, languages and sentences of given texts.

use std::path::Path;

use text::{Language, Term, TermKind, sentences, terms};

/// Terms separated by spaces, those of one position by `=`.
fn shown(text: &str, language: Language) -> String {
    let mut shown = String::new();
    let mut position = None;
    for term in terms(text, language) {
        let same = position == Some(term.position);
        shown += if same {
            "="
        } else if shown.is_empty() {
            ""
        } else {
            " "
        };
        shown += &term.text;
        position = Some(term.position);
    }
    shown
}

#[test]
fn english_terms() {
    for (text, expected) in [
        ("The insured's deductibles", "insur deduct"),
        ("Rule C-1 and C-35", "rule c1=c 1 c35=c 35"),
        ("HO-4, HO4, HO 4", "ho4=ho 4 ho4=ho 4 ho 4"),
        (
            "p-values of AMEC-134363726",
            "pvalu=p valu amec134363726=amec 134363726",
        ),
        (
            "iPhone12 e-mail email",
            "iphone12=iphon 12 email=e mail email",
        ),
        (
            "report_2024-final.pdf",
            "report2024final.pdf=report 2024 final pdf",
        ),
        (
            "john.doe@example.com",
            "john.doe@example.com=john doe exampl com",
        ),
        (
            "https://example.com/a/b2",
            "https example.com/a/b2=exampl com b 2",
        ),
        ("$750,000 750000", "750000 750000"),
        ("1.140 1.14 0.50 .5", "1.14 1.14 0.5 0.5"),
        ("10% 10 %", "10%=10 10%=10"),
        ("1\u{202f}234\u{202f}567", "1234567"),
        ("2024-05-12", "2024-05-12=2024 05=5 12"),
        ("zip 02134", "zip 02134=2134"),
        ("§ 12 §12", "§12=12 §12=12"),
        (
            "U.S. policy, the US market; let us go",
            "us polici us market let go",
        ),
        ("R&D, AT&T, C++, C#", "r&d=r d at&t t c++=c c#=c"),
        ("class A; A dog", "class a dog"),
        ("TNF-α", "tnfalpha=tnf alpha"),
        ("21st 1990s 3.5mm", "21st=21 1990s=1990 3.5mm=3.5 mm"),
        ("and/or either/neither", "either neither"),
        ("O'Brien didn't; we'll", "obrien"),
        ("co\u{ad}operate e\u{301}te\u{301} ﬁre", "cooper ete fire"),
        ("1,2 and 3", "1,2=1 2 3"),
        ("end.Next node.js", "end next node.js=node js"),
        ("not covered, no cover", "not cover no cover"),
        ("東京都 12", "東京 京都 12"),
        ("", ""),
    ] {
        assert_eq!(shown(text, Language::En), expected, "{text:?}");
    }
}

#[test]
fn terms_by_language() {
    use Language::{De, Es, Fr, It, Other, Pt};
    for (language, text, expected) in [
        (
            Es,
            "Las deducciones educativas de la educación",
            "deduccion educ educ",
        ),
        (Es, "educacion", "educ"),
        (Es, "1.140,50 euros", "1140.5 eur"),
        (
            De,
            "Die Prämien der Häuser kosten 1.140 Euro",
            "prami haus kost 1140 euro",
        ),
        (De, "Straße 3,5 %", "strass 3.5%=3.5"),
        (
            Fr,
            "L'assurance d'habitation coûte 1 234 €",
            "assur habit cout 1234",
        ),
        (It, "Dell'assicurazione le città", "assicur citt"),
        (Pt, "As apólices e a proteccao", "apolic protecca"),
        (Other, "Running dogs", "running dogs"),
        (Other, "Какая франшиза", "какая франшиза"),
    ] {
        let text = text.replace("1 234", "1\u{a0}234");
        assert_eq!(shown(&text, language), expected, "{text:?}");
    }
}

/// A word that prose drops is one of a question, too: it is dropped in a cell as well, so that no
/// term stands there that nothing looks for. Capitals make a name of it in either.
#[test]
fn cells_have_the_terms_of_prose() {
    for row in ["Territory | A | on | IT", "Territory a on IT"] {
        assert_eq!(shown(row, Language::En), "territori it", "{row}");
    }
}

#[test]
fn kinds_tell_how_a_term_was_made() {
    let kinds: Vec<TermKind> = terms("rate HO-4 5 東京", Language::En)
        .iter()
        .map(|term| term.kind)
        .collect();
    use TermKind::{Bigram, Identifier, Number, Part, Word};
    assert_eq!(kinds, [Word, Identifier, Part, Part, Number, Bigram]);
}

#[test]
fn phrases_keep_their_order() {
    let positions = |text| -> Vec<u32> {
        terms(text, Language::En)
            .iter()
            .map(|term: &Term| term.position)
            .collect()
    };
    // Dropped stop words count.
    assert_eq!(positions("list of the rules"), [0, 3]);
    assert_eq!(positions("rule C-35 applies"), [0, 1, 1, 2, 3]);
}

#[test]
fn long_terms_are_cut() {
    let word = "a".repeat(200);
    assert_eq!(terms(&word, Language::En)[0].text.len(), 64);
    let code = "ab1-".repeat(40);
    assert!(
        terms(&code, Language::En)
            .iter()
            .all(|term| term.text.len() <= 64)
    );
}

#[test]
fn short_questions_have_a_language() {
    for (text, expected) in [
        ("Wie hoch ist die Selbstbeteiligung?", "de"),
        ("Welche Schäden sind versichert", "de"),
        ("Was kostet die Police im Jahr", "de"),
        ("Wann wurde der Vertrag unterschrieben", "de"),
        ("Liste alle Regeln auf", "de"),
        ("Wer war 1990 Kanzler", "de"),
        ("Kündigungsfrist der Versicherung", "de"),
        ("quelle est la franchise", "fr"),
        ("Combien coûte l'assurance habitation ?", "fr"),
        ("quanto costa la polizza", "it"),
        ("qual é a franquia do seguro", "pt"),
        ("que cubre la poliza de hogar", "es"),
        ("deducible por huracán", "es"),
        ("hurricane deductible", "en"),
        ("list all rating rules", "en"),
        ("set a timer", "en"),
        ("amcor dividend per share", "en"),
        ("Florida HO-4 base rates territory 5", "en"),
        ("1.2 3.4 5.6", "en"),
        ("", "en"),
        ("Какая франшиза", "other"),
        ("免責金額はいくらですか", "other"),
    ] {
        assert_eq!(Language::detect(text).code(), expected, "{text:?}");
    }
}

#[test]
fn languages_without_an_analyzer_are_other() {
    for text in [
        "Hoe hoog is het eigen risico van de verzekering en wat wordt er precies gedekt door deze \
         polis als er schade is aan het huis",
        "Quina és la franquícia de l'assegurança i què cobreix exactament aquesta pòlissa quan hi \
         ha danys a la casa dels assegurats",
        "Jak wysoka jest franszyza i co dokładnie obejmuje polisa ubezpieczeniowa kiedy dom \
         zostanie uszkodzony przez wiatr albo wodę",
    ] {
        assert_eq!(Language::detect(text), Language::Other, "{text:?}");
    }
}

#[test]
fn questions_of_xquad_have_their_language() {
    for (code, language) in [("en", Language::En), ("es", Language::Es)] {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
        let path = data.join(format!("xquad-a/{code}/queries.jsonl"));
        let Ok(questions) = std::fs::read_to_string(&path) else {
            println!("skipped: no {}", path.display());
            return;
        };
        let texts = questions.lines().filter_map(|line| {
            let question: serde_json::Value = serde_json::from_str(line).ok()?;
            Some(question["text"].as_str()?.to_owned())
        });
        let right: Vec<bool> = texts
            .map(|text| Language::detect(&text) == language)
            .collect();
        let share = right.iter().filter(|&&right| right).count() as f64 / right.len() as f64;
        println!("xquad-a {code}: {share:.4} of {} questions", right.len());
        assert!(share >= 0.97, "{code}: {share}");
    }
}

#[test]
fn questions_labelled_for_the_router_have_their_language() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/routing");
    for (file, language) in [
        ("en-a", Language::En),
        ("en-b", Language::En),
        ("es", Language::Es),
        ("de", Language::De),
    ] {
        let lines = std::fs::read_to_string(data.join(format!("{file}.jsonl"))).unwrap();
        let texts: Vec<String> = lines
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
            .map(|question| question["text"].as_str().unwrap().to_owned())
            .collect();
        let share = |found: &dyn Fn(&str) -> Language| {
            let right = texts.iter().filter(|text| found(text) == language).count();
            right as f64 / texts.len() as f64
        };
        let alone = share(&Language::detect);
        let among = share(&|text| Language::detect_among(text, language));
        println!(
            "routing {file}: {alone:.4} of {} texts, {among:.4} among their like",
            texts.len()
        );
        assert!(alone >= 0.93 && among >= 0.98, "{file}: {alone} {among}");
    }
}

/// Questions of two to seven words, as people type them: with and without marks and accents.
const SHORT_QUESTIONS: [(Language, [&str; 20]); 6] = [
    (
        Language::En,
        [
            "who owns the house?",
            "opening hours of the library",
            "What is the refund policy?",
            "how to reset my password",
            "When does the ferry leave?",
            "list all deductibles",
            "cost of parking",
            "Is smoking allowed?",
            "which countries signed the treaty",
            "Why did the pump fail?",
            "capital of Portugal",
            "summary of chapter 3",
            "How old was Mozart?",
            "does it cover hail",
            "Where are the keys kept?",
            "largest city in Germany",
            "notice period for tenants",
            "who wrote Don Quijote",
            "Can I cancel?",
            "difference between HO-3 and HO-5",
        ],
    ),
    (
        Language::Es,
        [
            "¿De quién es la casa?",
            "horario de la biblioteca",
            "¿Cuál es la política de devoluciones?",
            "como cambiar mi contraseña",
            "¿Cuándo sale el ferry?",
            "lista de todas las franquicias",
            "precio del aparcamiento",
            "¿Se puede fumar?",
            "que países firmaron el tratado",
            "¿Por qué falló la bomba?",
            "capital de Portugal y su población",
            "resumen del capítulo 3",
            "¿Qué edad tenía Mozart?",
            "cubre el granizo la póliza",
            "donde se guardan las llaves",
            "la ciudad más grande de Alemania",
            "plazo de preaviso para inquilinos",
            "quien escribió el Quijote",
            "¿Puedo cancelar?",
            "diferencia entre HO-3 y HO-5",
        ],
    ),
    (
        Language::De,
        [
            "Wem gehört das Haus?",
            "Öffnungszeiten der Bibliothek",
            "Wie sind die Rückgabebedingungen?",
            "passwort zurücksetzen wie geht das",
            "Wann fährt die Fähre ab?",
            "alle Selbstbehalte auflisten",
            "Kosten für das Parken",
            "Darf man hier rauchen?",
            "welche Länder haben unterschrieben",
            "Warum ist die Pumpe ausgefallen?",
            "Hauptstadt von Portugal",
            "Zusammenfassung von Kapitel 3",
            "Wie alt wurde Mozart?",
            "ist hagel versichert",
            "Wo liegen die Schlüssel?",
            "die größte Stadt in Deutschland",
            "Kündigungsfrist für Mieter",
            "wer hat den Faust geschrieben",
            "Kann ich kündigen?",
            "Unterschied zwischen HO-3 und HO-5",
        ],
    ),
    (
        Language::Fr,
        [
            "À qui appartient la maison ?",
            "horaires de la bibliothèque",
            "Quelle est la politique de retour ?",
            "comment changer mon mot de passe",
            "Quand part le ferry ?",
            "liste de toutes les franchises",
            "prix du stationnement",
            "Est-il permis de fumer ?",
            "quels pays ont signé le traité",
            "Pourquoi la pompe est-elle en panne ?",
            "la capitale du Portugal",
            "résumé du chapitre 3",
            "Quel âge avait Mozart ?",
            "la grêle est-elle couverte",
            "Où sont les clés ?",
            "la plus grande ville d'Allemagne",
            "délai de préavis pour les locataires",
            "qui a écrit Les Misérables",
            "Puis-je annuler ?",
            "différence entre HO-3 et HO-5",
        ],
    ),
    (
        Language::It,
        [
            "Di chi è la casa?",
            "orari della biblioteca",
            "Qual è la politica di rimborso?",
            "come cambiare la mia password",
            "Quando parte il traghetto?",
            "elenco di tutte le franchigie",
            "costo del parcheggio",
            "Si può fumare?",
            "quali paesi hanno firmato il trattato",
            "Perché si è guastata la pompa?",
            "la capitale del Portogallo",
            "riassunto del capitolo 3",
            "Quanti anni aveva Mozart?",
            "la grandine è coperta",
            "Dove sono le chiavi?",
            "la città più grande della Germania",
            "periodo di preavviso per gli inquilini",
            "chi ha scritto la Divina Commedia",
            "Posso annullare?",
            "differenza tra HO-3 e HO-5",
        ],
    ),
    (
        Language::Pt,
        [
            "De quem é a casa?",
            "horário da biblioteca",
            "Qual é a política de devolução?",
            "como mudar a minha senha",
            "Quando sai o ferry?",
            "lista de todas as franquias",
            "preço do estacionamento",
            "É permitido fumar?",
            "quais países assinaram o tratado",
            "Por que a bomba falhou?",
            "a capital da Alemanha",
            "resumo do capítulo 3",
            "Que idade tinha Mozart?",
            "o granizo está coberto",
            "Onde estão as chaves?",
            "a maior cidade do Brasil",
            "prazo de aviso prévio para inquilinos",
            "quem escreveu Os Lusíadas",
            "Posso cancelar?",
            "diferença entre HO-3 e HO-5",
        ],
    ),
];

#[test]
fn short_questions_have_their_language() {
    /// For questions to documents of their language, of twenty.
    const RIGHT_AMONG_MIN: usize = 19;
    for (language, questions) in SHORT_QUESTIONS {
        // Alone, a tie goes to the language that is asked in most, so that Italian and
        // Portuguese without a word of their own are taken for Spanish.
        let right_min = match language {
            Language::Pt => 12,
            Language::It => 16,
            _ => 19,
        };
        let wrong = |found: &dyn Fn(&str) -> Language| -> Vec<(&str, &str)> {
            let found = questions.map(|question| (question, found(question).code()));
            let others = found
                .into_iter()
                .filter(|(_, code)| *code != language.code());
            others.collect()
        };
        let code = language.code();
        let alone = wrong(&Language::detect);
        println!("{code}: {} wrong of 20: {alone:?}", alone.len());
        assert!(20 - alone.len() >= right_min, "{code}: {alone:?}");
        let among = wrong(&|text| Language::detect_among(text, language));
        assert!(20 - among.len() >= RIGHT_AMONG_MIN, "{code}: {among:?}");
        // Documents of another language do not make a question one of theirs.
        let elsewhere = wrong(&|text| Language::detect_among(text, Language::De));
        assert!(
            20 - elsewhere.len() >= right_min - 2,
            "{code} in German: {elsewhere:?}"
        );
    }
}

fn sentence_texts(text: &str, language: Language) -> Vec<&str> {
    sentences(text, language)
        .iter()
        .map(|span| &text[span.start..span.end])
        .collect()
}

#[test]
fn sentences_of_prose() {
    let text = "See Rule C-7. The deductible is 2.5 percent, e.g. for hail.\nMr. J. R. Smith \
                agreed (see Fig. 3). No. 5 costs $1.50 in the U.S. market. “Really?” he asked.";
    assert_eq!(
        sentence_texts(text, Language::En),
        [
            "See Rule C-7.",
            "The deductible is 2.5 percent, e.g. for hail.",
            "Mr. J. R. Smith agreed (see Fig. 3).",
            "No. 5 costs $1.50 in the U.S. market.",
            "“Really?” he asked.",
        ]
    );
    let german = "Die Prämie beträgt z. B. 3,5 Prozent. Am 3. Oktober kam Dr. Müller. Nr. 5 gilt.";
    assert_eq!(
        sentence_texts(german, Language::De),
        [
            "Die Prämie beträgt z. B. 3,5 Prozent.",
            "Am 3. Oktober kam Dr. Müller.",
            "Nr. 5 gilt.",
        ]
    );
    assert_eq!(
        sentence_texts("日本語です。次の文。", Language::Other),
        ["日本語です。", "次の文。"]
    );
}

#[test]
fn sentences_end_with_their_lines() {
    let text = "PART C - RULES\nRule C-1 Hurricane Deductibles\nThe deductible applies to\nall \
                losses:\n- wind\n- hail that is\n  large\n1. First\n2. Second\n\nPeril | Rate\nWind \
                | 1.5\nno full stop\n\nlast";
    assert_eq!(
        sentence_texts(text, Language::En),
        [
            "PART C - RULES",
            "Rule C-1 Hurricane Deductibles",
            "The deductible applies to\nall losses:",
            "- wind",
            "- hail that is\n  large",
            "1. First",
            "2. Second",
            "Peril | Rate",
            "Wind | 1.5",
            "no full stop",
            "last",
        ]
    );
}

#[test]
fn lines_that_end_early_end_their_sentence() {
    let address = "Casa Azul, Rua do Norte 61, Lisbon\n2 double rooms, breakfast included\nTotal 1,040 EUR\n\
                   Free cancellation until 2 May\nwith the form";
    assert_eq!(
        sentence_texts(address, Language::En),
        [
            "Casa Azul, Rua do Norte 61, Lisbon",
            "2 double rooms, breakfast included\nTotal 1,040 EUR",
            "Free cancellation until 2 May\nwith the form",
        ]
    );
    let wrapped = "The rent is payable in advance by standing order, and\nMrs Oldroyd will give a\n\
                   receipt for each payment that the tenants make.";
    assert_eq!(sentence_texts(wrapped, Language::En), [wrapped]);
    let diary = "06.05. 11:40 eye check, Optician Lund\n17.06. 14:00 dentist, bring old X-rays\n\
                 16.09. 09:30 Dr Haugen again";
    assert_eq!(
        sentence_texts(diary, Language::En),
        diary.lines().collect::<Vec<_>>()
    );
}

#[test]
fn the_head_of_an_item_stands_with_what_it_heads() {
    let minutes =
        "1. Cuentas. Se aprueban las cuentas de 2024.\n2. Ascensor. Se acepta el presupuesto.";
    assert_eq!(
        sentence_texts(minutes, Language::Es),
        [
            "1. Cuentas. Se aprueban las cuentas de 2024.",
            "2. Ascensor. Se acepta el presupuesto.",
        ]
    );
    let steps = "1. Mash the bananas well. Stir.\n2. Bake.";
    assert_eq!(
        sentence_texts(steps, Language::En),
        ["1. Mash the bananas well.", "Stir.", "2. Bake."]
    );
}
