#![no_main]
libfuzzer_sys::fuzz_target!(init: perusal_fuzz::watch_panics(), |bytes: &[u8]| perusal_fuzz::read("a.csv", bytes));
