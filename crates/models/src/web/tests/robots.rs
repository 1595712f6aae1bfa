use std::time::Duration;

use super::super::robots::Robots;

#[test]
fn the_longest_rule_decides() {
    // Rules, path, whether it is allowed: the examples of RFC 9309 and of the large search engines.
    let cases = [
        ("Disallow: /", "/", false),
        ("Disallow:", "/any", true),
        ("Disallow: /fish", "/fish", false),
        ("Disallow: /fish", "/fishheads/yummy.html", false),
        ("Disallow: /fish", "/Fish.asp", true),
        ("Disallow: /fish", "/catfish", true),
        ("Disallow: /fish*", "/fish.html", false),
        ("Disallow: /fish/", "/fish", true),
        ("Disallow: /fish/", "/fish/?id=1", false),
        ("Disallow: /*.php", "/index.php", false),
        ("Disallow: /*.php", "/folder/any.php.file.html", false),
        ("Disallow: /*.php", "/windows.PHP", true),
        ("Disallow: /*.php$", "/filename.php", false),
        ("Disallow: /*.php$", "/filename.php?parameters", true),
        ("Disallow: /*.php$", "/filename.php5", true),
        ("Disallow: /fish*.php", "/fishheads/catfish.php?id=2", false),
        ("Disallow: /fish*.php", "/Fish.PHP", true),
        ("Allow: /p\nDisallow: /", "/page", true),
        ("Allow: /folder\nDisallow: /folder", "/folder/page", true),
        ("Allow: /page\nDisallow: /*.htm", "/page.htm", false),
        ("Allow: /$\nDisallow: /", "/", true),
        ("Allow: /$\nDisallow: /", "/page.htm", false),
        ("Disallow: /a/*/c/*/e$", "/a/b/c/d/e", false),
        ("Disallow: /a/*/c/*/e$", "/a/b/c/d/e/f", true),
        ("Disallow: /a%3cd.html", "/a%3Cd.html", false),
        ("Disallow: /%7ejoe/", "/~joe/index.html", false),
        ("Disallow: /caf\u{e9}", "/caf%C3%A9", false),
        ("Disallow: /*?", "/list?page=2", false),
        ("Disallow: private", "/private", true),
        ("Disallow: /a # not this", "/a", false),
    ];
    for (rules, path, allowed) in cases {
        let robots = Robots::parse(format!("User-agent: *\n{rules}\n").as_bytes());
        assert_eq!(robots.allow(path), allowed, "{rules:?} {path}");
    }
}

#[test]
fn our_own_group_comes_before_that_for_all() {
    let allows = |text: &str, path: &str| Robots::parse(text.as_bytes()).allow(path);
    let own = "User-agent: *\nDisallow: /\n\nUser-agent: Perusal/2.0\nDisallow: /private\n";
    assert!(allows(own, "/page"));
    assert!(!allows(own, "/private"));
    let shared = "User-agent: other\nuser-agent: PERUSAL\nDisallow: /a\n";
    assert!(!allows(shared, "/a"));
    let twice = "User-agent: perusal\nDisallow: /a\nUser-agent: x\nDisallow: /\n\
                 User-agent: perusal\nDisallow: /b\n";
    assert!(!allows(twice, "/a") && !allows(twice, "/b") && allows(twice, "/c"));
    let longer_name = "User-agent: perusalbot\nDisallow: /\n";
    assert!(allows(longer_name, "/a"));
    let others = "User-agent: other\nDisallow: /\n";
    assert!(allows(others, "/a"));
}

#[test]
fn whatever_else_it_is_forbids_nothing() {
    for text in [
        "",
        "<html>Not found</html>",
        "Disallow: /\n",
        "User-agent\nDisallow /\n",
        "\u{feff}\n\n",
    ] {
        assert!(Robots::parse(text.as_bytes()).allow("/a"), "{text:?}");
    }
    let marked = "\u{feff}User-agent: *\r\nSitemap: https://a/\rDisallow: /a\r\n";
    assert!(!Robots::parse(marked.as_bytes()).allow("/a"));
    assert!(Robots::parse(&[0xff; 100]).allow("/a"));
}

#[test]
fn a_pause_is_granted_within_reason() {
    let delay = |text: &str| {
        Robots::parse(format!("User-agent: *\nCrawl-delay: {text}\n").as_bytes()).delay
    };
    assert_eq!(delay("2.5"), Some(Duration::from_millis(2_500)));
    assert_eq!(delay("86400"), Some(Duration::from_secs(30)));
    for none in ["0", "-1", "NaN", "soon"] {
        assert_eq!(delay(none), None, "{none}");
    }
}

#[test]
fn stars_without_end_take_no_time() {
    let rules = format!("User-agent: *\nDisallow: /{}b$\n", "*a".repeat(100_000));
    let path = format!("/{}", "a".repeat(2_000));
    assert!(Robots::parse(rules.as_bytes()).allow(&path));
}
