//! The loops of search against what the machine can do, measured in the same run:
//! scans against the bandwidth of reading, MaxSim against the byte dot product alone.

use std::hint::black_box;

use kernels::{Path, maxsim, scan_i8_with, signs};

use super::{peaks, shortest};

/// Values of a vector.
const DIM: usize = 384;

/// Bytes read a second by a plain sum over more memory than any cache holds.
pub fn reading() -> f64 {
    const BYTES: usize = 400_000_000;
    let data = vec![1_u64; BYTES / 8];
    let time = shortest(|| {
        black_box(
            black_box(&data)
                .iter()
                .fold(0_u64, |sum, x| sum.wrapping_add(*x)),
        );
    });
    let rate = BYTES as f64 / time;
    println!("plain reading of {BYTES} bytes: {:.1} GB/s", rate / 1e9);
    rate
}

/// A value of each row and place, without pattern enough to matter.
fn value(i: usize) -> i8 {
    (i * 31 % 251) as u8 as i8
}

/// Scans of bytes and of signs, as shares of the bandwidth `reading` found.
pub fn scans(path: Path, rows: usize, reading: f64) {
    let data: Vec<i8> = (0..rows * DIM).map(value).collect();
    let mut out = vec![0; rows];
    let time = shortest(|| scan_i8_with(path, black_box(&data[..DIM]), &data, DIM, &mut out));
    tell(path, "scan", rows, time, (rows * DIM) as f64, reading);

    let mut packed = vec![0; signs::blocks_words(rows, DIM)];
    signs::fill_signs(&data, DIM, &mut packed);
    let query = signs::signs(&data[..DIM]);
    let mut out = vec![0; rows.next_multiple_of(signs::SIGN_ROWS)];
    let time = shortest(|| signs::sign_distances_with(path, black_box(&query), &packed, &mut out));
    tell(
        path,
        "signs",
        rows,
        time,
        packed.len() as f64 * 8.0,
        reading,
    );
}

fn tell(path: Path, what: &str, rows: usize, time: f64, bytes: f64, reading: f64) {
    println!(
        "{path:12} {what:5} {rows:>9} × {DIM}: {:8.3} ms {:6.1} GB/s, {:3.0} % of reading",
        time * 1e3,
        bytes / time / 1e9,
        bytes / time / reading * 100.0
    );
}

/// MaxSim of a query against many texts that stay in the cache, as a share of the peak.
pub fn late(path: Path) {
    const TEXTS: usize = 64;
    for (tokens, others, dim) in [
        (32, 128, 128),
        (32, 32, 384),
        (12, 25, 384),
        (32, 200, 1024),
    ] {
        let values = |count: usize| (0..count * dim).map(value).collect::<Vec<i8>>();
        let query = maxsim::TokenQuery::new(&values(tokens), dim);
        let packed = maxsim::pack_tokens(&values(others), dim);
        let mut best = vec![0; tokens];
        let time = shortest(|| {
            for _ in 0..TEXTS {
                maxsim::maxsim_with(path, black_box(&query), black_box(&packed), &mut best);
            }
        });
        let operations = 2.0 * (TEXTS * tokens * others * dim) as f64;
        let peak = Some(peaks(path).1).filter(|peak| *peak > 0.0);
        let share = peak.map_or(String::new(), |peak| {
            format!(", {:3.0} % of the peak", operations / time / peak * 100.0)
        });
        println!(
            "{path:12} MaxSim {tokens} × {others} tokens of {dim}: {:7.2} µs a text, {:7.1} GOP/s{share}",
            time / TEXTS as f64 * 1e6,
            operations / time / 1e9
        );
    }
}
