//! Every way we know to write an address that must not be reached, and many that may be.

use std::net::IpAddr;

use super::{super::request::NoPlace, *};

/// The cases; the file says how they are written.
const CASES: &str = include_str!("addresses.txt");

/// Verdict, address and what is expected of each case.
fn cases(port: u16) -> Vec<(&'static str, String, String)> {
    let of_line = |line: &'static str| {
        let (verdict, rest) = line.split_once(' ').expect(line);
        let (address, what) = rest.split_once(" -- ").unwrap_or((rest, ""));
        let written = |text: &str| {
            text.replace("PORT", &port.to_string())
                .replace("{tab}", "\t")
        };
        (verdict, written(address), written(what))
    };
    let lines = CASES
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(of_line).collect()
}

#[test]
fn each_address_is_read_and_judged_as_written_down() {
    let cases = cases(8_123);
    assert!(cases.len() > 300, "{}", cases.len());
    for (verdict, address, what) in cases {
        let read = Url::parse(&address);
        let (Ok(url), false) = (&read, verdict == "unread") else {
            let refused = matches!(read, Err(WebError::BadUrl { .. }));
            assert!(
                refused && verdict == "unread",
                "{verdict} {address}: {read:?}"
            );
            continue;
        };
        // `localhost` is what the system says; the other names are ours.
        let names = if url.authority().to_string().starts_with("localhost") {
            Names::default()
        } else {
            names()
        };
        match (verdict, names.addresses(url.authority(), false)) {
            ("public", Ok(found)) => {
                assert!(!found.is_empty(), "{address}");
                assert_eq!(url.to_string(), what, "{address}");
                assert_eq!(Url::parse(&url.to_string()).expect("its own form"), *url);
            }
            ("inner", Err(NoPlace::Refused(why))) => {
                assert!(why.contains(&what), "{address}: {why}")
            }
            ("port", Err(NoPlace::Refused(why))) => {
                assert!(why.contains("port"), "{address}: {why}")
            }
            (_, judged) => panic!("{verdict} {address}: {judged:?}"),
        }
    }
}

/// The same with sockets: somebody listens on this machine, and nobody may come.
#[test]
fn no_refused_address_gets_a_connection() {
    let server = Server::on_web_port(|_| Act::page("<p>inside"));
    let port = server.at.port();
    let on_v6 = std::net::TcpListener::bind((IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1u16]), port));
    let on_v6 = match on_v6 {
        Ok(listener) => {
            listener.set_nonblocking(true).expect("a listener");
            Some(listener)
        }
        Err(error) => {
            println!("skipped: nobody listens on [::1]:{port} ({error})");
            None
        }
    };
    for own_names in [true, false] {
        let client = if own_names {
            WebClient::with_names(settings(), names())
        } else {
            WebClient::new(settings())
        };
        for (verdict, address, _) in cases(port) {
            let is_name = address.contains(".test");
            if verdict == "public" || is_name != own_names {
                continue;
            }
            let Ok(url) = Url::parse(&address) else {
                continue;
            };
            let fetched = client.fetch(&url, &Limits::none());
            let refused = matches!(fetched, Err(WebError::Refused { .. }));
            assert!(refused, "{address}: {fetched:?}");
        }
    }
    assert_eq!(server.connections(), 0);
    if let Some(listener) = on_v6 {
        assert!(listener.accept().is_err(), "somebody came to [::1]");
    }
    // The door is there: who may, comes in.
    let page = client_of(&[&server]).fetch(&url(&server.url("/")), &Limits::none());
    assert_eq!(page.expect("a page").bytes, b"<p>inside");
    assert_eq!(server.connections(), 2, "robots.txt and the page");
}

#[test]
fn names_and_passwords_are_never_repeated() {
    let told = Url::parse("https://me:hunter2@example.org/")
        .expect_err("a password")
        .to_string();
    assert!(!told.contains("hunter2") && !told.contains("me:"), "{told}");
    let told = Url::parse("http://exam\u{1b}[31mple/")
        .expect_err("an escape")
        .to_string();
    assert!(!told.contains('\u{1b}'), "{told}");
}

#[test]
fn links_lead_where_browsers_would_go() {
    // The examples of RFC 3986, 5.4, as far as they are web pages.
    let page = url("http://a.test/b/c/d;p?q");
    for (link, to) in [
        ("g", "/b/c/g"),
        ("./g", "/b/c/g"),
        ("g/", "/b/c/g/"),
        ("/g", "/g"),
        ("?y", "/b/c/d;p?y"),
        ("g?y", "/b/c/g?y"),
        ("#s", "/b/c/d;p?q"),
        ("g#s", "/b/c/g"),
        (";x", "/b/c/;x"),
        ("", "/b/c/d;p?q"),
        (".", "/b/c/"),
        ("./", "/b/c/"),
        ("..", "/b/"),
        ("../", "/b/"),
        ("../g", "/b/g"),
        ("../..", "/"),
        ("../../g", "/g"),
        ("../../../g", "/g"),
        ("/./g", "/g"),
        ("/../g", "/g"),
        ("g.", "/b/c/g."),
        ("..g", "/b/c/..g"),
        ("./g/.", "/b/c/g/"),
        ("g/../h", "/b/c/h"),
        ("g;x=1/../y", "/b/c/y"),
        ("g?y/../x", "/b/c/g?y/../x"),
        (" g\n", "/b/c/g"),
        ("g\tg", "/b/c/gg"),
        ("http://a.test/x", "/x"),
    ] {
        let got = page.join(link).expect(link).to_string();
        assert_eq!(got, format!("http://a.test{to}"), "{link:?}");
    }
    assert_eq!(page.join("//g").expect("a host").to_string(), "http://g/");
    for elsewhere in [
        "mailto:a@b.test",
        "javascript:void(0)",
        "tel:123",
        "data:,x",
        "g:h",
        "http:g",
        "\\\\g\\h",
        "//a@b/",
    ] {
        assert!(page.join(elsewhere).is_err(), "{elsewhere}");
    }
}
