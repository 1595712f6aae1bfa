//! The least of a smooth function by its gradient: L-BFGS (Nocedal and Wright, Numerical
//! Optimization, 2nd edition, algorithms 7.4 and 7.5) with steps halved until they bring enough.
//!
//! One thread, a fixed order of sums, no random numbers: the same function gives the same weights.

use num_traits::Float;

/// Steps remembered.
const MEMORY: usize = 5;
/// Halvings of a step before the search gives up.
const HALVINGS_MAX: usize = 20;
/// Share of the expected decrease that a step must reach (Armijo).
const SHARE_MIN: f64 = 1e-4;

/// When a search ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Most steps.
    pub(crate) steps_max: usize,
    /// A decrease below this share of the loss ends it.
    pub(crate) decrease_min: f64,
}

/// The weights, from `size` zeros, at which `loss` is least. It is given weights, fills in the
/// gradient there, and returns the loss.
pub(crate) fn minimise<T: Float>(
    size: usize,
    loss: impl Fn(&[T], &mut [T]) -> f64,
    bounds: Bounds,
) -> Vec<T> {
    let mut weights = vec![T::zero(); size];
    let mut gradient = vec![T::zero(); size];
    let mut least = loss(&weights, &mut gradient);
    let mut past: Vec<Step<T>> = Vec::new();
    for _ in 0..bounds.steps_max {
        let direction = direction(&gradient, &past);
        let slope = dot(&direction, &gradient);
        if slope >= 0.0 {
            break;
        }
        let mut length = if past.is_empty() {
            1.0 / dot(&gradient, &gradient).sqrt().max(1.0)
        } else {
            1.0
        };
        let mut next_gradient = vec![T::zero(); size];
        let mut found = None;
        for _ in 0..HALVINGS_MAX {
            let mut next = weights.clone();
            add(&mut next, length, &direction);
            let next_loss = loss(&next, &mut next_gradient);
            if next_loss <= least + SHARE_MIN * length * slope {
                found = Some((next, next_loss));
                break;
            }
            length *= 0.5;
        }
        let Some((next, next_loss)) = found else {
            break;
        };
        remember(&mut past, &weights, &next, &gradient, &next_gradient);
        let decrease = (least - next_loss) / least.abs().max(1e-12);
        (weights, gradient, least) = (next, next_gradient, next_loss);
        if decrease < bounds.decrease_min {
            break;
        }
    }
    weights
}

/// One step of the past: how the weights and the gradient changed.
struct Step<T> {
    moved: Vec<T>,
    bent: Vec<T>,
    product: f64,
}

fn remember<T: Float>(past: &mut Vec<Step<T>>, old: &[T], new: &[T], before: &[T], after: &[T]) {
    let difference = |a: &[T], b: &[T]| a.iter().zip(b).map(|(a, b)| *a - *b).collect();
    let moved: Vec<T> = difference(new, old);
    let bent: Vec<T> = difference(after, before);
    let product = dot(&moved, &bent);
    if product > 1e-10 {
        if past.len() == MEMORY {
            past.remove(0);
        }
        past.push(Step {
            moved,
            bent,
            product,
        });
    }
}

/// The two-loop recursion: minus the gradient, bent by what the past has shown
/// of the curvature.
fn direction<T: Float>(gradient: &[T], past: &[Step<T>]) -> Vec<T> {
    let mut direction: Vec<T> = gradient.iter().map(|slope| -*slope).collect();
    let mut shares = Vec::with_capacity(past.len());
    for step in past.iter().rev() {
        let share = dot(&step.moved, &direction) / step.product;
        add(&mut direction, -share, &step.bent);
        shares.push(share);
    }
    if let Some(last) = past.last() {
        let scale = cast::<T>(last.product / dot(&last.bent, &last.bent));
        direction.iter_mut().for_each(|x| *x = *x * scale);
    }
    for (step, share) in past.iter().zip(shares.into_iter().rev()) {
        let back = dot(&step.bent, &direction) / step.product;
        add(&mut direction, share - back, &step.moved);
    }
    direction
}

fn add<T: Float>(to: &mut [T], times: f64, other: &[T]) {
    for (to, other) in to.iter_mut().zip(other) {
        *to = *to + cast(times * wide(*other));
    }
}

fn dot<T: Float>(a: &[T], b: &[T]) -> f64 {
    a.iter().zip(b).map(|(a, b)| wide(*a * *b)).sum()
}

fn wide<T: Float>(x: T) -> f64 {
    x.to_f64().unwrap_or(f64::NAN)
}

fn cast<T: Float>(x: f64) -> T {
    T::from(x).unwrap_or_else(T::nan)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rosenbrock's valley, whose least is 0 at (1, 1).
    fn valley(x: &[f64], slope: &mut [f64]) -> f64 {
        let (across, along) = (x[1] - x[0] * x[0], 1.0 - x[0]);
        slope[0] = -400.0 * x[0] * across - 2.0 * along;
        slope[1] = 200.0 * across;
        100.0 * across * across + along * along
    }

    #[test]
    fn goes_down_a_bent_valley_to_its_end() {
        let bounds = Bounds {
            steps_max: 200,
            decrease_min: 0.0,
        };
        let found = minimise(2, valley, bounds);
        for x in &found {
            assert!((x - 1.0).abs() < 1e-6, "{found:?}");
        }
        assert_eq!(found, minimise(2, valley, bounds));
    }

    #[test]
    fn ends_where_it_may_go_no_further() {
        let bounds = Bounds {
            steps_max: 1,
            decrease_min: 0.0,
        };
        let found = minimise(2, valley, bounds);
        assert!((found[0] - 1.0).abs() > 0.1, "{found:?}");
        let flat = |_: &[f64], slope: &mut [f64]| {
            slope.fill(0.0);
            1.0
        };
        assert_eq!(minimise(3, flat, bounds), [0.0; 3]);
    }
}
