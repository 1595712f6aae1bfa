//! Speed of every path, and which share of a core's peak that is:
//! `cargo run --release -p perusal-kernels --example bench_kernels`.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::{hint::black_box, time::Instant};

use kernels::{
    Path, available_paths,
    matrix::{ByteMatrix, FloatMatrix, View, ViewMut},
    peak, rows,
};

#[path = "bench_kernels/search.rs"]
mod search;

/// The shortest of several runs, in seconds.
fn shortest(mut run: impl FnMut()) -> f64 {
    let times = (0..7).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

/// What a core does at most on a path: operations a second on floats and on bytes.
fn peaks(path: Path) -> (f64, f64) {
    let best = |run: fn(Path, u64) -> u64| {
        let rounds = 1_000_000;
        let operations = run(path, 1);
        operations as f64 * rounds as f64 / shortest(|| _ = black_box(run(path, rounds)))
    };
    let (floats, bytes) = (best(peak::floats), best(peak::bytes));
    println!(
        "{path:12} peak: floats {:.1} GFLOP/s, bytes {:.1} GOP/s",
        floats / 1e9,
        bytes / 1e9
    );
    (floats, bytes)
}

fn products(path: Path, (peak_floats, peak_bytes): (f64, f64), [rows, inner, cols]: [usize; 3]) {
    let left: Vec<f32> = (0..rows * inner)
        .map(|i| (i % 97) as f32 * 0.01 - 0.5)
        .collect();
    let right: Vec<f32> = (0..inner * cols)
        .map(|i| (i % 89) as f32 * 0.01 - 0.4)
        .collect();
    let mut out = vec![0.0; rows * cols];
    let operations = 2.0 * (rows * inner * cols) as f64;

    let mut floats = FloatMatrix::new(path);
    floats.pack_transposed(View::whole(&right, inner));
    let time = shortest(|| {
        floats.multiply(
            View::whole(&left, inner),
            None,
            ViewMut::whole(&mut out, cols),
        );
    });
    let bytes = ByteMatrix::pack_transposed(path, View::whole(&right, inner));
    let mut quantized = rows::QuantizedRows::default();
    rows::quantize(path, &left, inner, &mut quantized);
    let byte_time = shortest(|| {
        bytes.multiply(&quantized, None, ViewMut::whole(&mut out, cols));
    });
    let (speed, byte_speed) = (operations / time, operations / byte_time);
    println!(
        "{path:12} {rows:>4} × {inner:>4} × {cols:>5}: floats {:6.1} GFLOP/s ({:3.0} % of the peak), \
         bytes {:6.1} GOP/s ({:3.0} %)",
        speed / 1e9,
        speed / peak_floats * 100.0,
        byte_speed / 1e9,
        byte_speed / peak_bytes * 100.0
    );
}

fn activations(path: Path) {
    let (rows, cols) = (192, 1536);
    let x: Vec<f32> = (0..rows * cols)
        .map(|i| (i % 97) as f32 * 0.02 - 1.0)
        .collect();
    let mut y = x.clone();
    let per_value = 1e9 / x.len() as f64;
    let gelu = shortest(|| rows::gelu(path, &mut y)) * per_value;
    let mut quantized = rows::QuantizedRows::default();
    let quantize = shortest(|| rows::quantize(path, &x, cols, &mut quantized)) * per_value;
    let (gamma, mut y) = (vec![1.0; cols], x.clone());
    let norm =
        shortest(|| rows::add_layer_norm(path, &mut y, &x, &gamma, &gamma, 1e-12)) * per_value;
    let (mut y, mut sums) = (x.clone(), vec![0.0; rows * 6]);
    let softmax = shortest(|| rows::softmax(path, &mut y, 200, 256, 1.0, &mut sums)) * per_value;
    println!(
        "{path:12} ns a value: gelu {gelu:.2}, quantize {quantize:.2}, layer norm {norm:.2}, softmax {softmax:.2}"
    );
}

fn main() {
    let reading = search::reading();
    for path in available_paths() {
        for rows in [10_000, 100_000, 1_000_000] {
            search::scans(path, rows, reading);
        }
        let peaks = peaks(path);
        search::late(path, peaks.1);
        if path == Path::Plain {
            continue;
        }
        for shape in [
            // Layers of MiniLM for a query and for passages, the words of SPLADE-tiny, BGE-M3.
            [8, 384, 1536],
            [199, 384, 1152],
            [199, 384, 1536],
            [199, 1536, 384],
            [800, 384, 384],
            [199, 128, 30_522],
            [199, 1024, 4096],
            // Scores and values of attention.
            [199, 32, 224],
            [199, 224, 32],
        ] {
            products(path, peaks, shape);
        }
        activations(path);
    }
}
