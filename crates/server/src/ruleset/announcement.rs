//! What a table tells the world outside.

/// Something that happened at a table, for people who are not looking at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Announcement {
    pub tone: AnnouncementTone,
    /// A few words.
    pub title: String,
    pub text: String,
}

/// What kind of news it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnnouncementTone {
    /// Somebody came to an agreement.
    Agreed,
    /// Somebody has to do something.
    Due,
    Kept,
    Broken,
}
