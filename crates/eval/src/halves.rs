//! Halves of a question set: what is chosen on one is measured on the other.

/// True when a question belongs to the training half: by a hash of its id, so that the halves
/// are the same on every machine and in every order.
///
/// ```
/// let training = (0..1000).filter(|id| eval::in_training(&id.to_string())).count();
/// assert!((450..550).contains(&training));
/// ```
pub fn in_training(id: &str) -> bool {
    let hash = perusal::content_digest(id.as_bytes());
    hash[0].is_multiple_of(2)
}
