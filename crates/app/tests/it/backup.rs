//! `perusal backup` and `perusal restore`, as one uses them.

use crate::home::Home;
use crate::made_up::{text, word};

#[test]
fn a_library_moves_in_one_file_and_answers_as_before() {
    let home = Home::new().answering();
    for file in 0..4 {
        home.write(&format!("docs/{file}.txt"), text(file, 1, 20));
    }
    home.run(&["add", "docs"]).expect(0, "");
    let question = format!("How many herons did the warden of {} count?", word(2, 1));
    let asked = |library: &str| {
        let run = home.run(&["--store", library, "ask", &question]);
        assert_eq!(run.code, Some(0), "{run:?}");
        run.stdout
    };
    let made = home.run(&["backup", "kept.tar.gz"]).expect(0, "");
    assert!(made.stdout.starts_with("4 documents"), "{made:?}");
    let object = home.json(&["--store", "elsewhere", "restore", "kept.tar.gz"]);
    assert_eq!(
        (&object["documents"], &object["did"]),
        (&4.into(), &"restore".into())
    );
    assert_eq!(home.digest("elsewhere"), home.digest("library"));
    assert_eq!(asked("elsewhere"), asked("library"));
}

#[test]
fn nothing_is_written_over_and_no_other_file_is_taken() {
    let home = Home::new();
    home.write("docs/a.txt", text(1, 1, 5));
    home.run(&["add", "docs"]).expect(0, "");
    home.run(&["backup", "kept"]).expect(0, "");
    for (arguments, says) in [
        (
            &["backup", "kept"][..],
            "there is something at `kept` already",
        ),
        (&["restore", "kept"], "already"),
        (
            &["--store", "new", "restore", "docs/a.txt"],
            "cannot be restored",
        ),
        (&["--store", "new", "restore", "nothing"], "`nothing`"),
        (
            &["--store", "none", "backup", "other"],
            "is not a Perusal store",
        ),
    ] {
        let run = home.run(arguments);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.stderr.contains(says), "{run:?}");
    }
    assert!(!home.path("new").exists() && !home.path("other").exists());
}
