//! Confidence intervals of rates.

/// The normal quantile for 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % interval for `hits` out of `trials`.
pub(crate) fn interval(hits: f64, trials: f64) -> (f64, f64) {
    if trials == 0.0 {
        return (0.0, 1.0);
    }
    let (rate, spread) = (hits / trials, Z * Z / trials);
    let centre = rate + spread / 2.0;
    let reach = Z * (rate * (1.0 - rate) / trials + spread / (4.0 * trials)).sqrt();
    let within = |bound: f64| (bound / (1.0 + spread)).clamp(0.0, 1.0);
    (within(centre - reach).min(rate), within(centre + reach).max(rate))
}

#[cfg(test)]
mod tests {
    use super::interval;

    #[test]
    fn half_of_a_hundred_is_known_to_a_tenth() {
        let (low, high) = interval(50.0, 100.0);
        assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4);
    }

    #[test]
    fn it_stays_between_none_and_all() {
        assert_eq!(interval(0.0, 10.0).0, 0.0);
        assert_eq!(interval(10.0, 10.0).1, 1.0);
        assert_eq!(interval(0.0, 0.0), (0.0, 1.0));
    }
}
