//! Settings: where they come from, and which are refused.

use crate::home::{Home, Run};

#[test]
fn unknown_keys_name_the_nearest() {
    let home = Home::new();
    home.write("perusal.toml", "[retrieve]\nfushion = \"rrf\"\n");
    home.run(&["config", "show"])
        .expect(2, "did you mean `retrieve.fusion`?");
}

#[test]
fn wrong_values_name_key_and_place() {
    let home = Home::new();
    home.write("perusal.toml", "[chunk]\nsize_chars = 5\n");
    home.run(&["config", "show"])
        .expect(2, "`chunk.size_chars` is 5, allowed is 100 to 20000");
    home.write("perusal.toml", "[chunk]\nsize_chars = \"many\"\n");
    home.run(&["config", "show"])
        .expect(2, "`chunk.size_chars` is \"many\", allowed is 100 to 20000")
        .expect(2, "hint: it is set in ./perusal.toml");
    home.write("perusal.toml", "[chunk]\noverlap_chars = 900\n");
    home.run(&["config", "show"])
        .expect(2, "`chunk.overlap_chars` is 900, allowed is 0 to 500");
    // What a line holds may be a key.
    home.write("perusal.toml", "[model]\napi_key = sk-hunter2\n");
    let broken = home.run(&["config", "show"]);
    let broken = broken.expect(2, "error: ./perusal.toml, line 2");
    assert!(!broken.stderr.contains("hunter2"), "{broken:?}");
    // What helps to mend it is there all the same.
    home.run(&["config", "reference"]).expect(0, "");
    let schema = home.run(&["config", "schema"]).expect(0, "").object();
    assert_eq!(
        schema["properties"]["retrieve"]["properties"]["k"]["maximum"],
        100
    );
}

#[test]
fn layers_win_in_order_and_say_so() {
    let home = Home::new();
    home.write(
        ".config/perusal/perusal.toml",
        "[retrieve]\nk = 3\ndepth = 50\n",
    );
    home.write("perusal.toml", "[retrieve]\nk = 4\n");
    let run = home
        .command()
        .env("PERUSAL_ANSWER__QUOTES_MAX", "2")
        .args(["config", "show", "--origin", "--json"])
        .output()
        .unwrap();
    let run = Run::from(run).expect(0, "");
    let shown: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let setting = |key: &str| {
        let setting = &shown["settings"][key];
        (
            setting["value"].as_str().unwrap().to_owned(),
            setting["origin"].as_str().unwrap().to_owned(),
        )
    };
    assert_eq!(setting("retrieve.k").0, "4");
    assert!(setting("retrieve.k").1.ends_with("perusal.toml"));
    assert_eq!(setting("retrieve.depth").0, "50");
    assert!(setting("retrieve.depth").1.contains(".config"));
    assert_eq!(setting("answer.quotes_max").0, "2");
    assert!(
        setting("answer.quotes_max")
            .1
            .contains("PERUSAL_ANSWER__QUOTES_MAX")
    );
    assert_eq!(
        setting("chunk.by"),
        ("document".to_owned(), "default".to_owned())
    );
}

#[test]
fn a_downloaded_folder_may_not_choose_paths_until_trusted() {
    let home = Home::new();
    home.write("perusal.toml", "store = \"elsewhere\"\n[retrieve]\nk = 4\n");
    let command = |arguments: &[&str]| {
        let output = home
            .command()
            .env_remove("PERUSAL_STORE")
            .args(arguments)
            .output();
        Run::from(output.unwrap())
    };
    let before = command(&["config", "show"]).expect(0, "`store` in ./perusal.toml is not used");
    assert!(!before.stdout.contains("elsewhere"));
    assert!(before.stdout.contains("retrieve.k               4"));
    command(&["config", "trust"]).expect(0, "");
    assert!(command(&["config", "show"]).stdout.contains("elsewhere"));
    // A changed file must be trusted again.
    home.write("perusal.toml", "store = \"nowhere\"\n");
    assert!(!command(&["config", "show"]).stdout.contains("nowhere"));
}

/// What each setting is unless set, and what `tests/data/settings.toml` makes of it.
#[test]
fn keys_defaults_and_meanings_stay() {
    let home = Home::new();
    let shown = || {
        let output = home
            .command()
            .env_remove("PERUSAL_STORE")
            .args(["config", "show", "--origin", "--json"])
            .output();
        Run::from(output.unwrap()).expect(0, "").object()["settings"].clone()
    };
    let default = shown();
    home.write(
        ".config/perusal/perusal.toml",
        include_str!("../data/settings.toml"),
    );
    let set = shown();
    let mut lines = Vec::new();
    for (key, setting) in default.as_object().unwrap() {
        assert_eq!(setting["origin"], "default", "{key}");
        let set = match set[key]["origin"].as_str().unwrap() {
            "default" => "(not set)",
            _ => set[key]["value"].as_str().unwrap(),
        };
        let default = setting["value"].as_str().unwrap();
        lines.push(format!("{key} | {default} | {set}\n"));
    }
    let shown = lines
        .concat()
        .replace(home.path("").to_str().unwrap(), "~/");
    assert_eq!(shown, include_str!("../data/settings.txt"));
}
