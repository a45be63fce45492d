-- What lists show of a record, so that a list of tables does not read all their maps. It counts only if it is of the
-- version that the record has now; a record from before has none until it is listed for the first time.
CREATE TABLE summaries (
    made BIGINT PRIMARY KEY REFERENCES records (made) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    body TEXT NOT NULL
);
