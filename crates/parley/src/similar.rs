//! "Did you mean …?"

/// The candidate closest to what was typed, if it is close enough to be a typo.
///
/// ```
/// assert_eq!(parley::similar("envoi", ["random", "envoy"]), Some("envoy"));
/// assert_eq!(parley::similar("zzz", ["random", "envoy"]), None);
/// ```
pub fn similar<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed: String = typed.chars().take(100).collect();
    let slips = 1 + typed.chars().count() / 4;
    candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&typed, candidate), candidate))
        .filter(|(distance, _)| *distance <= slips)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
