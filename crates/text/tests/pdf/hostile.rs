//! Damaged and hostile files: no panic, no hang, no flood of memory.

use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use text::ReadError;

use crate::drawn::{Drawn, pdf, written};
use crate::structure::keeps_its_promises;
use crate::{collection, read};

/// No hostile file takes longer, on a busy machine and unoptimised too.
const TIME_MAX: Duration = Duration::from_secs(30);

/// Numbers from a fixed seed (splitmix64).
struct Seed(u64);

impl Seed {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}

fn small_files() -> Vec<Vec<u8>> {
    let mut files = vec![pdf(&[
        Drawn::new()
            .bold(72.0, 700.0, 18.0, "A Title")
            .text(72.0, 650.0, 11.0, "Some text here."),
        Drawn::new()
            .upward(100.0, 72.0, 12.0, "Sideways")
            .ruled(72.0, 72.0, 300.0, 72.0),
    ])];
    if let Some(folder) = collection("pdf-kinds") {
        for name in [
            "minimal-document.pdf",
            "pdflatex-forms.pdf",
            "habibi.pdf",
            "pdfkit.pdf",
        ] {
            files.push(std::fs::read(folder.join("files").join(name)).expect("a file"));
        }
    }
    files
}

/// A copy with a few bits turned, bytes overwritten, or a stretch cut out, doubled
/// or the end cut off.
fn damaged(bytes: &[u8], seed: &mut Seed) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    for _ in 0..1 + seed.below(8) {
        let at = seed.below(copy.len());
        match seed.below(8) {
            0 => copy[at] = seed.below(256) as u8,
            1 if copy.len() > 400 => {
                let end = copy.len().min(at + 1 + seed.below(200));
                copy.drain(at..end);
            }
            2 => {
                let end = copy.len().min(at + 1 + seed.below(200));
                let again = copy[at..end].to_vec();
                copy.splice(at..at, again);
            }
            3 if at > copy.len() / 2 => copy.truncate(at),
            4 => turn_number(&mut copy[at..]),
            _ => copy[at] ^= 1 << seed.below(8),
        }
    }
    copy
}

/// Nines for the next number: lengths, counts and references are numbers.
fn turn_number(bytes: &mut [u8]) {
    let digits = bytes.iter_mut().skip_while(|byte| !byte.is_ascii_digit());
    digits
        .take_while(|byte| byte.is_ascii_digit())
        .for_each(|byte| *byte = b'9');
}

/// Reads damaged copies of small files in turn.
fn read_damaged(copies: usize) {
    // The libraries may panic inside; the reader turns that into values, and
    // the hook is silenced as the programs that use it do.
    std::panic::set_hook(Box::new(|_| {}));
    let files = small_files();
    let mut seed = Seed(7);
    for copy in 0..copies {
        let bytes = damaged(&files[copy % files.len()], &mut seed);
        let start = Instant::now();
        if let Ok((document, _)) = read(&bytes) {
            keeps_its_promises(&document);
        }
        let took = start.elapsed();
        assert!(took < TIME_MAX, "copy {copy} took {took:?}");
    }
    drop(std::panic::take_hook());
}

#[test]
fn damaged_copies_are_read_or_refused() {
    read_damaged(300);
}

#[test]
#[ignore = "takes half a minute: scripts/test --long"]
fn ten_thousand_damaged_copies_are_read_or_refused() {
    read_damaged(10_000);
}

#[test]
fn files_cut_off_anywhere_are_read_or_refused() {
    std::panic::set_hook(Box::new(|_| {}));
    for bytes in small_files() {
        for end in (0..bytes.len()).step_by(1_024.max(bytes.len() / 40)) {
            if let Ok((document, _)) = read(&bytes[..end]) {
                keeps_its_promises(&document);
            }
        }
    }
    drop(std::panic::take_hook());
}

#[test]
fn bytes_that_are_no_pdf_are_an_error() {
    assert_eq!(read(b"").err(), Some(ReadError::Empty));
    for junk in [
        &b"%PDF-1.7\n"[..],
        b"%PDF-1.4\n%%EOF",
        b"%PDF-1.7\n1 0 obj\n<< /Count 2147483648 >>",
    ] {
        assert!(read(junk).is_err());
    }
}

/// A stream of a file as text: zlib data in hexadecimal.
fn inflating(megabytes: usize, rounds: usize) -> String {
    use std::io::Write;
    let mut data = {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        // Drawing operators, so that a reader has work with each piece.
        let piece = b"1 0 0 1 0 0 cm\n".repeat(1 << 16);
        let pieces = megabytes * (1 << 20) / piece.len();
        (0..pieces).for_each(|_| encoder.write_all(&piece).expect("memory"));
        encoder.finish().expect("memory")
    };
    for _ in 1..rounds {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&data).expect("memory");
        data = encoder.finish().expect("memory");
    }
    let hex: String = data.iter().map(|byte| format!("{byte:02x}")).collect();
    let filters = "/FlateDecode ".repeat(rounds);
    let length = hex.len() + 1;
    format!("<< /Length {length} /Filter [/ASCIIHexDecode {filters}] >>\nstream\n{hex}>\nendstream")
}

/// A file of one page with this content stream.
fn with_content(stream: String) -> Vec<u8> {
    with_pages(
        "<< /Type /Pages /Kids [6 0 R] /Count 1 >>".to_owned(),
        stream,
    )
}

fn with_pages(pages: String, stream: String) -> Vec<u8> {
    written(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        pages,
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
        "<< /Length 5 0 R >>\nstream\n\nendstream".to_owned(),
        "5 0 R".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 7 0 R \
         /Resources << /Font << /F1 3 0 R >> >> >>"
            .to_owned(),
        stream,
    ])
}

fn plain_stream(content: &str) -> String {
    format!(
        "<< /Length {} >>\nstream\n{content}\nendstream",
        content.len()
    )
}

#[test]
fn hostile_shapes_end_soon_and_in_bounds() {
    std::panic::set_hook(Box::new(|_| {}));
    let hello = || plain_stream("BT /F1 12 Tf 72 700 Td (Hello there, reader) Tj ET");
    let kids =
        |kids: &str, count: &str| format!("<< /Type /Pages /Kids [{kids}] /Count {count} >>");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let mut late = with_content(hello());
    let start = late.len() - "000\n%%EOF\n".len();
    late.splice(start..start, *b"9999999");
    let shapes: [(&str, Vec<u8>); 10] = [
        (
            "a gigabyte from a megabyte",
            with_content(inflating(1024, 1)),
        ),
        ("Flate twenty times", with_content(inflating(64, 20))),
        (
            "a ring of pages",
            with_pages(kids("2 0 R 6 0 R", "2"), hello()),
        ),
        (
            "two billion pages",
            with_pages(kids("6 0 R", "2147483648"), hello()),
        ),
        (
            "fewer than no pages",
            with_pages(kids("6 0 R", "-7"), hello()),
        ),
        ("an object that is itself", with_content("7 0 R".to_owned())),
        ("deep nesting as content", with_content(plain_stream(&deep))),
        ("deep nesting as an object", with_content(deep.clone())),
        (
            "deep nesting as kids",
            with_pages(kids(&deep, "1"), hello()),
        ),
        ("a table of places past the end", late),
    ];
    for (name, bytes) in shapes {
        let start = Instant::now();
        let read = read(&bytes);
        let took = start.elapsed();
        println!(
            "{name}: {:.1} s, {:?}",
            took.as_secs_f32(),
            read.as_ref().err()
        );
        if let Ok((document, _)) = read {
            keeps_its_promises(&document);
        }
        assert!(took < TIME_MAX, "{name} took {took:?}");
    }
    drop(std::panic::take_hook());
    if let Some(peak) = peak_megabytes() {
        assert!(peak < 1_024, "{peak} MB at most");
    }
}

/// The most memory this process ever held, where the system tells.
fn peak_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1_024)
}
