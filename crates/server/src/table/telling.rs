//! What is told of a table from its first step on, as text: page by page and chunk by chunk, because a table
//! can be long and its text many times longer.

use std::collections::VecDeque;

use axum::body::{Body, Bytes};
use futures::stream;

use super::Tables;
use super::fold::PAGE;
use super::live::Broken;
use crate::store::StoredStep;
use crate::wire::problem::Problem;
use crate::wire::table::TableId;
use crate::work::Work;

/// A text about a table.
pub(crate) trait Telling: Send + 'static {
    /// Writes what the next step adds to it.
    ///
    /// # Errors
    /// If the step cannot be read.
    fn read(&mut self, step: &StoredStep) -> Result<(), Broken>;

    /// Writes its end.
    ///
    /// # Errors
    /// If there is none.
    fn end(&mut self) -> Result<(), Broken>;

    /// What has been written and not yet been sent.
    fn text(&mut self) -> &mut Vec<u8>;
}

/// So much is written before it is sent.
const CHUNK: usize = 1 << 20;

/// The text as the body of an answer. If it cannot be begun, it is an error; if it cannot be ended, it breaks
/// off.
pub(crate) async fn body<T: Telling>(
    tables: &Tables,
    table: TableId,
    telling: T,
) -> Result<Body, Problem> {
    let tables = tables.clone();
    let mut course = Course {
        tables,
        table,
        telling: Some(telling),
        steps: VecDeque::new(),
        from: 0,
        all_read: false,
        begun: false,
    };
    let first = course.next().await?.unwrap_or_default();
    if course.telling.is_none() {
        return Ok(Body::from(first));
    }
    let rest = stream::unfold(course, |mut course| async move {
        let next = course.next().await.transpose()?;
        Some((next.map_err(|problem| std::io::Error::other(problem.detail)), course))
    });
    let first = stream::iter([Ok(first)]);
    Ok(Body::from_stream(stream::StreamExt::chain(first, rest)))
}

/// A text on its way.
struct Course<T> {
    tables: Tables,
    table: TableId,
    /// Gone when it has come to its end.
    telling: Option<T>,
    /// Steps that have been read from the store and not been told.
    steps: VecDeque<StoredStep>,
    from: u32,
    all_read: bool,
    begun: bool,
}

impl<T: Telling> Course<T> {
    async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        while let Some(telling) = self.telling.take() {
            if self.steps.is_empty() && !self.all_read {
                let page = self.tables.page(&self.table, self.from).await?;
                self.from += page.len() as u32;
                self.all_read = page.len() < PAGE as usize;
                self.steps.extend(page);
            }
            let (steps, last) = (std::mem::take(&mut self.steps), self.all_read);
            let work = move || tell(telling, steps, last);
            let told = match std::mem::replace(&mut self.begun, true) {
                false => Work::Archive.run(work).await?,
                true => Work::Archive.go_on(work).await?,
            };
            let told = told.map_err(|broken| self.tables.broken(&self.table, &broken))?;
            (self.telling, self.steps) = (told.telling, told.steps);
            if !told.text.is_empty() {
                return Ok(Some(told.text.into()));
            }
        }
        Ok(None)
    }
}

struct Chunk<T> {
    telling: Option<T>,
    steps: VecDeque<StoredStep>,
    text: Vec<u8>,
}

/// The next chunk of a text; after the `last` steps comes its end.
fn tell<T: Telling>(
    mut telling: T,
    mut steps: VecDeque<StoredStep>,
    last: bool,
) -> Result<Chunk<T>, Broken> {
    while telling.text().len() < CHUNK
        && let Some(step) = steps.pop_front()
    {
        telling.read(&step)?;
    }
    let ended = last && steps.is_empty();
    if ended {
        telling.end()?;
    }
    let text = std::mem::take(telling.text());
    Ok(Chunk { telling: (!ended).then_some(telling), steps, text })
}
