#![no_main]
use perusal_fuzz::{Package, read_packed};
libfuzzer_sys::fuzz_target!(init: perusal_fuzz::watch_panics(), |bytes: &[u8]| read_packed("a.pptx", Package::Pptx, bytes));
