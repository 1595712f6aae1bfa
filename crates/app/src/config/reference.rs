//! The table of settings for people, as a page, and for editors, as a JSON schema.

use serde_json::{Map, Value, json};

use super::setting::{Default, Setting, SettingKind, Who};
use super::table;

/// What stands above the tables of the page.
const INTRODUCTION: &str = "\
# Settings

Made by `perusal config reference`. `perusal config show --origin` tells which values are in force
and where each comes from, `perusal config schema` prints a JSON schema for editors.

A setting is looked for in this order, and the first place that has it counts:

1. flags of the command;
2. the environment: `PERUSAL_` and the key in capitals, `__` for the point, as in
   `PERUSAL_RETRIEVE__K=20`; a list as `PERUSAL_MODEL__LANGUAGES=en,de`;
3. `perusal.toml` in the current folder;
4. your own `perusal.toml` in `$XDG_CONFIG_HOME/perusal` (`~/.config/perusal`);
5. the default.

```toml
[retrieve]
k = 20
```

An unknown key is an error, and so is a value outside of its bounds. A `perusal.toml` in the current
folder may come from anywhere: the settings marked \\* are not taken from it until you have looked at
it and said `perusal config trust`. Experiments never set those. Keys of servers stand in no file:
name the variable that holds one, `\"${NAME}\"`, or a file of its own.
";

/// The reference page, as Markdown.
pub fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    let mut section = None;
    for setting in table::all() {
        let here = setting.key.split_once('.').map(|(section, _)| section);
        if section != Some(here) {
            section = Some(here);
            let title = here.map_or("At the top".to_owned(), |name| format!("`[{name}]`"));
            page.push_str(&format!(
                "\n## {title}\n\n| key | takes | default | what it does |\n|---|---|---|---|\n"
            ));
        }
        let mark = match setting.who {
            Who::Folder => "",
            Who::User => " \\*",
            Who::UserIfServer => " \\* for a model on a server or in a folder",
        };
        page.push_str(&format!(
            "| `{}`{mark} | {} | {} | {} |\n",
            setting.key,
            takes(setting),
            default(setting),
            setting.says
        ));
    }
    page
}

fn takes(setting: &Setting) -> String {
    let unit = setting
        .unit()
        .map_or(String::new(), |unit| format!(" {unit}"));
    match &setting.kind {
        SettingKind::OneOf(names) => format!("`{}`", names.join("`, `")),
        SettingKind::Switch => "`true`, `false`".to_owned(),
        _ => setting.takes() + &unit,
    }
}

fn default(setting: &Setting) -> String {
    match &setting.default {
        Default::Value(value) => format!("`{}`", setting.shown(value)),
        Default::Folder { told, .. } => format!("`{told}`"),
        Default::Nothing(word) => (*word).to_owned(),
        Default::Always(texts) if texts.is_empty() => "none".to_owned(),
        Default::Always(texts) => format!("`{}`", texts.join("`, `")),
    }
}

/// A JSON schema of `perusal.toml`.
pub fn schema() -> Value {
    let mut top = Map::new();
    for setting in table::all() {
        match setting.key.split_once('.') {
            None => top.insert(setting.key.to_owned(), property(setting)),
            Some((section, name)) => {
                let section = top.entry(section).or_insert_with(|| object(Map::new()));
                section["properties"][name] = property(setting);
                None
            }
        };
    }
    let mut schema = object(top);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("Settings of Perusal: perusal.toml");
    schema
}

fn object(properties: Map<String, Value>) -> Value {
    json!({"type": "object", "additionalProperties": false, "properties": properties})
}

fn property(setting: &Setting) -> Value {
    let mut property = match &setting.kind {
        SettingKind::Switch => json!({"type": "boolean"}),
        SettingKind::Whole(bounds) => {
            json!({"type": "integer", "minimum": bounds.start(), "maximum": bounds.end()})
        }
        SettingKind::Number(bounds) => {
            json!({"type": "number", "minimum": bounds.start(), "maximum": bounds.end()})
        }
        SettingKind::OneOf(names) => json!({"enum": names}),
        SettingKind::Text | SettingKind::Path => json!({"type": "string"}),
        SettingKind::Texts => json!({"type": "array", "items": {"type": "string"}}),
        SettingKind::Secret => json!({"type": "string", "pattern": r"^\$\{.+\}$"}),
    };
    property["description"] = json!(setting.says);
    if let Default::Value(value) = &setting.default {
        property["default"] = value.clone();
    }
    property
}
