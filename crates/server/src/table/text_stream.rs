//! Streams a text that is made from all steps of a table, such as a replay: page by page and chunk by chunk, because a
//! table can be long and its text many times longer.

use std::collections::VecDeque;

use axum::body::{Body, Bytes};
use futures::stream::{self, StreamExt as _};

use super::Tables;
use super::fold::PAGE;
use super::live::FoldError;
use crate::store::StoredStep;
use crate::wire::problem::Problem;
use crate::wire::table::TableId;
use crate::work::Work;

/// A text that is made from the steps of a table.
pub(crate) trait TextStream: Send + 'static {
    /// Appends what the next step adds.
    ///
    /// # Errors
    /// If the step cannot be read.
    fn read(&mut self, step: &StoredStep) -> Result<(), FoldError>;

    /// Appends the end.
    ///
    /// # Errors
    /// If the steps do not reach an end.
    fn end(&mut self) -> Result<(), FoldError>;

    /// What has been written but not sent.
    fn text(&mut self) -> &mut Vec<u8>;
}

/// The size of a chunk in bytes.
const CHUNK: usize = 1 << 20;

/// The text as the body of a response. A failure before the first chunk is an error; a later one breaks the body off.
pub(crate) async fn body<T: TextStream>(
    tables: &Tables,
    table: TableId,
    source: T,
) -> Result<Body, Problem> {
    let tables = tables.clone();
    let mut course = Course {
        tables,
        table,
        source: Some(source),
        steps: VecDeque::new(),
        from: 0,
        all_read: false,
        begun: false,
    };
    let first = course.next().await?.unwrap_or_default();
    if course.source.is_none() {
        return Ok(Body::from(first));
    }
    let rest = stream::unfold(course, |mut course| async move {
        let next = course.next().await.transpose()?;
        Some((next.map_err(|problem| std::io::Error::other(problem.detail)), course))
    });
    let first = stream::iter([Ok(first)]);
    // Compression asks once more after the end.
    Ok(Body::from_stream(first.chain(rest.fuse())))
}

/// A text that is being sent.
struct Course<T> {
    tables: Tables,
    table: TableId,
    /// `None` at the end.
    source: Option<T>,
    /// Steps that were read from the store and are not in the text yet.
    steps: VecDeque<StoredStep>,
    from: u32,
    all_read: bool,
    begun: bool,
}

impl<T: TextStream> Course<T> {
    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        while let Some(source) = self.source.take() {
            if self.steps.is_empty() && !self.all_read {
                let page = self.tables.page(&self.table, self.from).await?;
                self.from += page.len() as u32;
                self.all_read = page.len() < PAGE as usize;
                self.steps.extend(page);
            }
            let (steps, last) = (std::mem::take(&mut self.steps), self.all_read);
            let work = move || tell(source, steps, last);
            let told = match std::mem::replace(&mut self.begun, true) {
                false => Work::Archive.run(work).await?,
                true => Work::Archive.go_on(work).await?,
            };
            let told = told.map_err(|broken| self.tables.broken(&self.table, &broken))?;
            (self.source, self.steps) = (told.source, told.steps);
            if !told.text.is_empty() {
                return Ok(Some(told.text.into()));
            }
        }
        Ok(None)
    }
}

struct Chunk<T> {
    source: Option<T>,
    steps: VecDeque<StoredStep>,
    text: Vec<u8>,
}

/// The next chunk of a text; after the `last` steps comes its end.
fn tell<T: TextStream>(
    mut source: T,
    mut steps: VecDeque<StoredStep>,
    last: bool,
) -> Result<Chunk<T>, FoldError> {
    while source.text().len() < CHUNK
        && let Some(step) = steps.pop_front()
    {
        source.read(&step)?;
    }
    let ended = last && steps.is_empty();
    if ended {
        source.end()?;
    }
    let text = std::mem::take(source.text());
    Ok(Chunk { source: (!ended).then_some(source), steps, text })
}
