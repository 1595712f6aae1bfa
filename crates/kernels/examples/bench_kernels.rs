//! Speed of every path, and which share of a core's peak that is:
//! `cargo run --release -p perusal-kernels --example bench_kernels`; with `products` after `--` only
//! what is compared with the peak, without the scans.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use kernels::{
    Path, available_paths,
    matrix::{ByteMatrix, FloatMatrix, View, ViewMut},
    peak, rows,
};

#[path = "bench_kernels/search.rs"]
mod search;

/// Fewest runs, and for how long they go on: on a shared machine some runs are cut short by others.
const RUNS_MIN: usize = 7;
const RUNS_TIME: Duration = Duration::from_millis(60);

/// The shortest of several runs, in seconds.
fn shortest(mut run: impl FnMut()) -> f64 {
    let started = Instant::now();
    let mut shortest = f64::INFINITY;
    let mut runs = 0;
    while runs < RUNS_MIN || started.elapsed() < RUNS_TIME {
        let start = Instant::now();
        run();
        shortest = shortest.min(start.elapsed().as_secs_f64());
        runs += 1;
    }
    shortest
}

/// What a core does at most on a path: operations a second on floats and on bytes. Measured anew
/// beside everything that is compared with it, since the speed of a core changes.
fn peaks(path: Path) -> (f64, f64) {
    let best = |run: fn(Path, u64) -> u64| {
        let rounds = 100_000;
        let operations = run(path, 1);
        operations as f64 * rounds as f64 / shortest(|| _ = black_box(run(path, rounds)))
    };
    (best(peak::floats), best(peak::bytes))
}

/// The matrices of a shape, `rows × inner` by `inner × cols`.
struct Shape {
    left: Vec<f32>,
    floats: FloatMatrix,
    quantized: rows::QuantizedRows,
    bytes: ByteMatrix,
    operations: f64,
    name: String,
}

impl Shape {
    fn new(path: Path, [rows, inner, cols]: [usize; 3]) -> Self {
        let left: Vec<f32> = (0..rows * inner)
            .map(|i| (i % 97) as f32 * 0.01 - 0.5)
            .collect();
        let right: Vec<f32> = (0..inner * cols)
            .map(|i| (i % 89) as f32 * 0.01 - 0.4)
            .collect();
        let mut floats = FloatMatrix::new(path);
        floats.pack_transposed(View::whole(&right, inner));
        let mut quantized = rows::QuantizedRows::default();
        rows::quantize(path, &left, inner, &mut quantized);
        Self {
            left,
            floats,
            quantized,
            bytes: ByteMatrix::pack_transposed(path, View::whole(&right, inner)),
            operations: 2.0 * (rows * inner * cols) as f64,
            name: format!("{path:12} {rows:>4} × {inner:>4} × {cols:>5}"),
        }
    }

    fn tell(&self, what: &str, times: (f64, f64), peaks: (f64, f64)) {
        let (speed, byte_speed) = (self.operations / times.0, self.operations / times.1);
        println!(
            "{}: {what}floats {:6.1} GFLOP/s ({:3.0} % of the peak), bytes {:6.1} GOP/s ({:3.0} %)",
            self.name,
            speed / 1e9,
            speed / peaks.0 * 100.0,
            byte_speed / 1e9,
            byte_speed / peaks.1 * 100.0
        );
    }
}

/// Products of layers.
fn products(path: Path, shape: [usize; 3]) {
    let it = Shape::new(path, shape);
    let [rows, inner, cols] = shape;
    let mut out = vec![0.0; rows * cols];
    let floats = shortest(|| {
        let out = ViewMut::whole(&mut out, cols);
        it.floats.multiply(View::whole(&it.left, inner), None, out);
    });
    let bytes = shortest(|| {
        let out = ViewMut::whole(&mut out, cols);
        it.bytes.multiply(&it.quantized, None, out);
    });
    it.tell("", (floats, bytes), peaks(path));
}

/// Products of attention.
fn float_products(path: Path, shape: [usize; 3]) {
    let it = Shape::new(path, shape);
    let [rows, inner, cols] = shape;
    let mut out = vec![0.0; rows * cols];
    let time = shortest(|| {
        let out = ViewMut::whole(&mut out, cols);
        it.floats.multiply(View::whole(&it.left, inner), None, out);
    });
    let speed = it.operations / time;
    println!(
        "{}: floats {:6.1} GFLOP/s ({:3.0} % of the peak)",
        it.name,
        speed / 1e9,
        speed / peaks(path).0 * 100.0
    );
}

/// The words of SPLADE-tiny: the largest of each column, the product itself nowhere.
fn column_maxima(path: Path, shape: [usize; 3]) {
    let it = Shape::new(path, shape);
    let mut out = vec![0.0; shape[2]];
    let floats = shortest(|| {
        let left = View::whole(&it.left, shape[1]);
        it.floats.column_maxima(left, None, &mut out);
    });
    let bytes = shortest(|| it.bytes.column_maxima(&it.quantized, None, &mut out));
    it.tell("largest of each column, ", (floats, bytes), peaks(path));
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
    let scans = std::env::args()
        .nth(1)
        .is_none_or(|part| part != "products");
    let reading = if scans { search::reading() } else { 0.0 };
    for path in available_paths().into_iter().filter(|_| scans) {
        for rows in [10_000, 100_000, 1_000_000] {
            search::scans(path, rows, reading);
        }
    }
    for path in available_paths() {
        let (floats, bytes) = peaks(path);
        println!(
            "{path:12} peak: floats {:.1} GFLOP/s, bytes {:.1} GOP/s",
            floats / 1e9,
            bytes / 1e9
        );
        search::late(path);
        if path == Path::Plain {
            continue;
        }
        for shape in [
            // Layers of MiniLM for a query and for passages, and of BGE-M3.
            [8, 384, 1536],
            [199, 384, 1152],
            [199, 384, 1536],
            [199, 1536, 384],
            [800, 384, 384],
            [199, 1024, 4096],
        ] {
            products(path, shape);
        }
        // Scores and values of attention, which is in floats.
        for shape in [[199, 32, 224], [199, 224, 32]] {
            float_products(path, shape);
        }
        column_maxima(path, [199, 128, 30_522]);
        activations(path);
    }
}
