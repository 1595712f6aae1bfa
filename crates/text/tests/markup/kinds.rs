//! Real files of every kind: each ends ready, ready with warnings, or failed
//! with a reason, and the text that should be there is there.

use std::collections::BTreeSet;

use text::{Document, Format, ReadError};

use crate::{collection, links, outline, read, sound};

/// Words of a text, in lower case, without what stands between them.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Share of the stretches of three words of one text that stand in another.
fn share_kept(of: &str, within: &str) -> f64 {
    let (of, within) = (words(of), words(within));
    let there: BTreeSet<&[String]> = within.windows(3).collect();
    let kept = of.windows(3).filter(|piece| there.contains(piece)).count();
    kept as f64 / of.len().saturating_sub(2).max(1) as f64
}

#[test]
fn every_office_kind_ends_in_a_known_state() {
    let Some(folder) = collection("office-kinds/files") else {
        return;
    };
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    for path in files {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let bytes = std::fs::read(&path).expect("a file");
        match read(&name, &bytes) {
            Ok((document, warnings)) => {
                // Other readers have rules and tests of their own.
                if matches!(document.format, Format::Html | Format::Epub) {
                    sound(&document);
                }
                println!(
                    "{name}: ready, {} bytes, {} warnings",
                    document.text.len(),
                    warnings.len()
                );
            }
            Err(error) => println!("{name}: failed: {error}"),
        }
    }
}

fn office_kind(name: &str) -> Option<Document> {
    let bytes = std::fs::read(collection("office-kinds/files")?.join(name)).expect(name);
    let (document, warnings) = read(name, &bytes).expect(name);
    sound(&document);
    assert_eq!(warnings, [], "{name}");
    Some(document)
}

#[test]
fn pages_keep_their_content_and_lose_what_is_around() {
    let Some(blog) = office_kind("test_blog.html") else {
        return;
    };
    for kept in [
        "Does Model and Inference Parameter Matter in LLM Applications? - A Case Study for MATH",
        "Large language models (LLMs) are powerful tools that can generate natural language texts",
    ] {
        assert!(blog.text.contains(kept), "{kept}");
    }
    let Some(wiki) = office_kind("test_wikipedia.html") else {
        return;
    };
    for kept in [
        "Microsoft entered the operating system (OS) business in 1980",
        "Microsoft was founded by Bill Gates",
    ] {
        assert!(wiki.text.contains(kept), "{kept}");
    }
    for lost in [
        "Jump to navigation",
        "Main page",
        "Toggle the table of contents",
        "mw.config",
    ] {
        assert!(!wiki.text.contains(lost), "{lost}");
    }
    assert!(wiki.sections.len() > 20 && !wiki.tables.is_empty() && wiki.links.len() > 500);
    let Some(book) = office_kind("test.epub") else {
        return;
    };
    assert_eq!(book.metadata.title.as_deref(), Some("Test EPUB Document"));
    assert!(
        outline(&book)
            .iter()
            .any(|(level, title)| *level == 1 && title.contains("Chapter 1"))
    );
}

/// The policy in its formats, by name.
fn policy() -> Option<(Document, Vec<Document>, String)> {
    let folder = collection("multiformat-debian-policy")?;
    let book = std::fs::read(folder.join("policy.epub")).expect("a book");
    let (book, warnings) = read("policy.epub", &book).expect("a book");
    assert_eq!(warnings, []);
    let mut pages: Vec<_> = std::fs::read_dir(folder.join("html"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    pages.sort();
    let pages = pages.iter().map(|path| {
        let bytes = std::fs::read(path).expect("a page");
        let (document, warnings) = read("page.html", &bytes).expect("a page");
        assert_eq!(warnings, [], "{}", path.display());
        sound(&document);
        document
    });
    let pages = pages.collect();
    sound(&book);
    let plain = std::fs::read_to_string(folder.join("policy.txt")).expect("a text");
    Some((book, pages, plain))
}

#[test]
fn the_policy_is_the_same_in_each_format() {
    let Some((book, pages, plain)) = policy() else {
        return;
    };
    let site: String = pages.iter().map(|page| page.text.as_str()).collect();
    let in_site = share_kept(&book.text, &site);
    let in_book = share_kept(&site, &book.text);
    let plain_in_book = share_kept(&plain, &book.text);
    println!(
        "of the book in the site {in_site:.4}, of the site in the book {in_book:.4}, of the text in the book {plain_in_book:.4}"
    );
    assert!(in_site > 0.985 && in_book > 0.985 && plain_in_book > 0.93);
    for lost in ["Created using", "Quick search", "Show Source", "¶"] {
        assert!(!site.contains(lost) && !book.text.contains(lost), "{lost}");
    }
}

#[test]
fn the_policy_has_its_chapters_and_links() {
    let Some((book, pages, _)) = policy() else {
        return;
    };
    let outline = outline(&book);
    assert!(
        outline.contains(&(1, "3. Binary packages")),
        "{:?}",
        &outline[..40]
    );
    assert!(outline.contains(&(2, "3.1. The package name")));
    // The site has a page for each.
    let chapters = outline.iter().filter(|(level, _)| *level == 1).count();
    assert_eq!(chapters, pages.len());
    assert_eq!(book.metadata.title.as_deref(), Some("Debian Policy Manual"));
    let binary = pages
        .iter()
        .find(|page| page.text.starts_with("3. Binary packages"))
        .expect("a chapter");
    let leads = links(binary);
    let wanted = (
        "Configuration files",
        "file ch-files.html at s-config-files".to_owned(),
    );
    assert!(leads.contains(&wanted), "{leads:?}");
}

#[test]
fn pdf_kinds_are_no_pages() {
    let Some(folder) = collection("pdf-kinds/files") else {
        return;
    };
    let locked = std::fs::read(folder.join("libreoffice-writer-password.pdf")).expect("a file");
    assert_eq!(read("a.html", &locked).err(), Some(ReadError::Encrypted));
}
