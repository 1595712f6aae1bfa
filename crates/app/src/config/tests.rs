//! What holds of every setting of the table, whatever comes to it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::layers::{FlagValues, Values};
use super::resolved::Settings;
use super::setting::{Default, Setting, SettingKind, Who};
use super::{reference, table};

/// Settings as they are resolved from flags alone, in words.
fn resolved(flags: &FlagValues) -> String {
    let values = Values::default().under(std::iter::empty(), flags).unwrap();
    format!("{:#?}", Settings::of(values).unwrap())
}

/// What must be set beside a setting for it to matter.
fn company() -> FlagValues {
    FlagValues::from([
        ("index.sparse", json!(true)),
        ("index.late", json!(true)),
        ("index.url", json!("http://127.0.0.1:4")),
        ("index.shards", json!(2)),
        ("index.replicas", json!(2)),
        ("index.write_consistency", json!(2)),
        ("rerank.url", json!("http://127.0.0.1:1")),
        ("rerank.model", json!("sand")),
        ("web.endpoint", json!("http://127.0.0.1:2")),
    ])
}

/// Another value than the one in force.
fn another(setting: &Setting, now: Option<&Value>) -> Value {
    let now = now.cloned().or(match &setting.default {
        Default::Value(value) => Some(value.clone()),
        _ => None,
    });
    let other = match (setting.key, &setting.kind) {
        ("rerank.url" | "web.endpoint", _) => json!("http://127.0.0.1:3"),
        ("web.allow_hosts", _) => json!(["localhost:4"]),
        (_, SettingKind::Switch) => json!(now != Some(json!(true))),
        (_, SettingKind::Whole(bounds)) => json!(bounds.start().max(&1)),
        (_, SettingKind::Number(_)) => json!(0.25),
        (_, SettingKind::OneOf(names)) => {
            let other = names.iter().find(|name| now != Some(json!(name)));
            json!(other)
        }
        (_, SettingKind::Text | SettingKind::Path) => json!("another"),
        (_, SettingKind::Texts) => json!(["another"]),
        (_, SettingKind::Secret) => json!("${ANOTHER}"),
    };
    assert_ne!(now, Some(other.clone()), "{}", setting.key);
    other
}

#[test]
fn every_setting_changes_what_is_resolved() {
    let company = company();
    for setting in table::all() {
        let mut before = company.clone();
        if setting.key == "chunk.size_chars" {
            before.insert("chunk.overlap_chars", json!(0));
        }
        let mut after = before.clone();
        after.insert(setting.key, another(setting, before.get(setting.key)));
        assert_ne!(
            resolved(&before),
            resolved(&after),
            "`{}` changes nothing",
            setting.key
        );
    }
}

#[test]
fn every_name_and_every_bound_is_understood() {
    for setting in table::all() {
        let values: Vec<Value> = match &setting.kind {
            SettingKind::OneOf(names) => names.iter().map(|name| json!(name)).collect(),
            SettingKind::Whole(bounds) => vec![json!(bounds.start()), json!(bounds.end())],
            SettingKind::Number(bounds) => vec![json!(bounds.start()), json!(bounds.end())],
            _ => continue,
        };
        for value in values {
            let mut flags = company();
            match setting.key {
                "chunk.size_chars" => flags.insert("chunk.overlap_chars", json!(0)),
                "chunk.overlap_chars" => flags.insert("chunk.size_chars", json!(20_000)),
                _ => None,
            };
            flags.insert(setting.key, value);
            resolved(&flags);
        }
    }
}

#[test]
fn the_table_is_sound() {
    let mut keys = BTreeSet::new();
    let mut sections = Vec::new();
    for setting in table::all() {
        let key = setting.key;
        assert!(keys.insert(key), "`{key}` stands there twice");
        let plain = |c: char| c.is_ascii_lowercase() || matches!(c, '_' | '.');
        assert!(key.chars().all(plain) && !key.contains("__"), "`{key}`");
        let section = key.split_once('.').map(|(section, _)| section);
        if sections.last() != Some(&section) {
            assert!(!sections.contains(&section), "{section:?} is in two places");
            sections.push(section);
        }
        if let Default::Value(value) = &setting.default {
            assert!(setting.accepts(value), "`{key}` is {value} unless set");
        }
        // A folder from anywhere chooses no place and shows no secret.
        if matches!(setting.kind, SettingKind::Path | SettingKind::Secret) {
            assert_eq!(setting.who, Who::User, "`{key}`");
        }
        let ends = setting.says.ends_with('.') || setting.says.contains(['|', '\n']);
        assert!(
            !setting.says.is_empty() && !ends,
            "`{key}` {}",
            setting.says
        );
    }
}

#[test]
fn what_a_setting_does_not_take_is_refused_with_what_it_takes() {
    for setting in table::all() {
        let wrong = match &setting.kind {
            SettingKind::Whole(bounds) => json!(bounds.end() + 1),
            SettingKind::Number(bounds) => json!(bounds.end() + 0.1),
            SettingKind::Switch | SettingKind::OneOf(_) | SettingKind::Texts => json!("wrong"),
            SettingKind::Text | SettingKind::Path | SettingKind::Secret => json!(7),
        };
        let flags = FlagValues::from([(setting.key, wrong)]);
        let refused = Values::default()
            .under(std::iter::empty(), &flags)
            .map(|_| ());
        let message = refused.unwrap_err().to_string();
        let told = message.contains(setting.key) && message.contains(&setting.takes());
        assert!(told, "{message}");
    }
}

#[test]
fn the_environment_means_what_its_setting_takes() {
    let of = |variable: &str, text: &str| {
        let variables = [(variable.into(), text.into())].into_iter();
        Values::default().under(variables, &FlagValues::new())
    };
    let shown = |variable: &str, key: &str, text: &str| {
        let values = of(variable, text).unwrap();
        let setting = super::known(key, "").unwrap();
        values.shown(setting)
    };
    for text in ["en,de", "[en, de]", "[\"en\", \"de\"]", "\"en\",\"de\""] {
        assert_eq!(
            shown("PERUSAL_MODEL__LANGUAGES", "model.languages", text),
            "en, de"
        );
    }
    assert_eq!(
        shown(
            "PERUSAL_RETRIEVE__SPARSE_WEIGHT",
            "retrieve.sparse_weight",
            "0.4"
        ),
        "0.4"
    );
    assert_eq!(shown("PERUSAL_RERANK__WEIGHT", "rerank.weight", "1"), "1");
    assert_eq!(shown("perusal_store", "store", "\"a b\""), "a b");
    assert_eq!(
        shown(
            "PERUSAL_MODEL__QUERY_PREFIX",
            "model.query_prefix",
            "query: "
        ),
        "\"query: \""
    );
    assert_eq!(
        shown("PERUSAL_MODEL__API_KEY", "model.api_key", "31415"),
        "given"
    );
    assert_eq!(shown("PERUSAL_MODELS", "retrieve.k", "/models"), "10");
    for text in ["rrf", " rrf", "\"rrf\""] {
        assert_eq!(
            shown("PERUSAL_RETRIEVE__FUSION", "retrieve.fusion", text),
            "rrf"
        );
    }
    assert!(of("PERUSAL_INDEX__SPARSE", "yes").is_err());
    assert!(of("PERUSAL_RETRIEVE__KK", "3").is_err());
}

#[test]
fn the_schema_holds_every_setting() {
    let schema = reference::schema();
    for setting in table::all() {
        let place = setting.key.replace('.', "/properties/");
        let property = schema.pointer(&format!("/properties/{place}")).unwrap();
        assert_eq!(property["description"], setting.says);
    }
}

#[test]
fn the_reference_page_is_up_to_date() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/settings.md");
    let written = std::fs::read_to_string(page).unwrap_or_default();
    assert!(
        written == reference::page(),
        "`perusal config reference > docs/settings.md` writes it anew"
    );
}
