//! Questions about two documents, or two dates: both values, each cited.

use serde_json::Value;

use crate::home::Home;

const KESTREL: &str = "Kestrel (in millions),2022,2021\n\
    Net revenue,\"$1,204\",\"$1,100\"\nDividends paid,$75,$60\nLong-term debt,$310,$330\n";
const GREENFIELDS: &str = "Greenfields (in millions),2023,2022\n\
    Net revenue,$980,\"$1,020\"\nDividends paid,$89,$88\nLong-term debt,$200,$150\n";

fn home() -> Home {
    let home = Home::new();
    home.write("docs/kestrel_2022.csv", KESTREL);
    home.write("docs/greenfields_2023.csv", GREENFIELDS);
    home.run(&["add", "docs"]).expect(0, "");
    home
}

/// The likeliest answer that was considered, whatever was decided.
#[track_caller]
pub fn best(home: &Home, question: &str) -> Value {
    let ran = home.run(&["ask", question, "--json"]);
    let object: Value = serde_json::from_str(&ran.stdout).expect("one object");
    let best = object["candidates"][0].clone();
    assert!(best.is_object(), "{object}");
    best
}

fn texts(best: &Value) -> Vec<&str> {
    let values = best["values"].as_array().expect("values").iter();
    values
        .map(|value| value["text"].as_str().expect("a text"))
        .collect()
}

fn paths(best: &Value) -> Vec<&str> {
    let citations = best["citations"].as_array().expect("citations").iter();
    let mut paths: Vec<&str> = citations
        .map(|one| one["document"].as_str().expect("a path"))
        .collect();
    paths.sort_unstable();
    paths
}

#[test]
fn who_has_more_is_told_with_both_values_and_both_are_cited() {
    let home = home();
    let question = "Who paid more in dividends, Kestrel in 2022 or Greenfields in 2023? Give both.";
    let found = best(&home, question);
    assert_eq!(texts(&found), ["Greenfields", "$89", "$75"], "{found}");
    assert_eq!(paths(&found), ["greenfields_2023.csv", "kestrel_2022.csv"]);
    let less = best(
        &home,
        "Which had less long-term debt, Kestrel in 2022 or Greenfields in 2023?",
    );
    assert_eq!(texts(&less), ["Greenfields", "$200", "$310"], "{less}");
}

#[test]
fn the_difference_is_calculated_where_it_is_asked() {
    let home = home();
    let question = "Which reported the higher net revenue, Kestrel in 2022 or Greenfields in 2023, \
                    and by how much?";
    let found = best(&home, question);
    assert_eq!(
        texts(&found),
        ["Kestrel", "$1,204", "$980", "224"],
        "{found}"
    );
    assert_eq!(found["values"][3]["number"], "224000000", "{found}");
}

#[test]
fn the_course_between_two_dates_is_told() {
    let home = home();
    let found = best(
        &home,
        "Did Greenfields' net revenue rise or fall from 2022 to 2023?",
    );
    assert_eq!(texts(&found), ["fell", "$1,020", "$980"], "{found}");
    let rose = best(
        &home,
        "Did the long-term debt of Greenfields go up or down from 2022 to 2023?",
    );
    assert_eq!(texts(&rose), ["rose", "$150", "$200"], "{rose}");
}

#[test]
fn what_texts_say_of_two_things_is_quoted_from_both() {
    let mut home = Home::new();
    home.write(
        "docs/kestrel_harbour.txt",
        "Kestrel Harbour\n\nMooring at Kestrel Harbour is allowed from April to October, and boats over twelve \
         metres need a written permit from the harbour master.\n\nMooring fees are paid in advance.\n",
    );
    home.write(
        "docs/greenfields_marina.txt",
        "Greenfields Marina\n\nGuests may stay the whole year.\n\nBoats over nine metres need a permit from the \
         marina's office.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    let cited = |home: &Home| {
        let question = "Compare permits for boats at Kestrel Harbour and Greenfields Marina.";
        home.json(&["ask", question])
    };
    let both = cited(&home);
    assert_eq!(
        paths(&both["answer"]),
        ["greenfields_marina.txt", "kestrel_harbour.txt"],
        "{both}"
    );
    // Who wants one quote gets one.
    home.set("PERUSAL_ANSWER__QUOTES_MAX", "1");
    let one = cited(&home);
    assert_eq!(paths(&one["answer"]).len(), 1, "{one}");
}
