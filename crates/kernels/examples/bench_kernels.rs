//! Speed of every path: `cargo run --release -p perusal-kernels --example bench_kernels`.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::time::Instant;

use kernels::{
    Path, available_paths,
    matrix::{ByteMatrix, FloatMatrix, View, ViewMut},
    rows,
};

#[path = "bench_kernels/peak.rs"]
mod peak;
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

fn products(path: Path, rows: usize, inner: usize, cols: usize) {
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
    println!(
        "{path:12} {rows:>4} × {inner:>4} × {cols:>4}: floats {:6.1} GFLOP/s, bytes {:6.1} GOP/s",
        operations / time / 1e9,
        operations / byte_time / 1e9
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
        search::late(path);
        if path == Path::Plain {
            continue;
        }
        for (rows, inner, cols) in [
            (8, 384, 1536),
            (199, 384, 1152),
            (199, 384, 1536),
            (199, 1536, 384),
            (800, 384, 384),
        ] {
            products(path, rows, inner, cols);
        }
        products(path, 199, 32, 224);
        products(path, 199, 224, 32);
        activations(path);
    }
}
