#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| perusal_fuzz::read("a.html", bytes));
