//! The documentation of an operation.

use aide::transform::TransformOperation;

/// A tag, an id and a line.
pub fn describe(
    tag: &'static str,
    id: &'static str,
    summary: &'static str,
) -> impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_> {
    move |op| op.tag(tag).id(id).summary(summary)
}

/// The same with a longer description.
pub fn explain(
    tag: &'static str,
    id: &'static str,
    summary: &'static str,
    more: &'static str,
) -> impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_> {
    move |op| describe(tag, id, summary)(op).description(more)
}
