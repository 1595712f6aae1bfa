//! Damaged and hostile files: no panic, no hang, no flood of memory.

use std::time::{Duration, Instant};

use text::ReadError;

use crate::drawn::{Drawn, pdf};
use crate::structure::keeps_its_promises;
use crate::{collection, read};

/// No damaged copy of a small file takes longer.
const TIME_MAX: Duration = Duration::from_secs(10);

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
#[ignore = "takes minutes: cargo test -p perusal-text --test pdf -- --ignored"]
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
