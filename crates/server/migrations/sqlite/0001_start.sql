-- `made` is the order in which records were made: two in the same millisecond still have one.
CREATE TABLE records (
    made INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    keys TEXT NOT NULL,
    names TEXT NOT NULL,
    UNIQUE (kind, id)
);
CREATE INDEX records_in_order ON records (kind, made);

CREATE TABLE keys (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    made INTEGER NOT NULL REFERENCES records (made) ON DELETE CASCADE,
    PRIMARY KEY (kind, key, made)
) WITHOUT ROWID;
CREATE INDEX keys_of_record ON keys (made);

CREATE TABLE names (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    made INTEGER NOT NULL REFERENCES records (made) ON DELETE CASCADE,
    PRIMARY KEY (kind, name)
) WITHOUT ROWID;
CREATE INDEX names_of_record ON names (made);

-- With row ids: the steps of a batch are of many tables, and so they end up side by side on a few pages.
CREATE TABLE steps (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    mark TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);
CREATE UNIQUE INDEX steps_by_mark ON steps (table_id, mark) WHERE mark IS NOT NULL;

CREATE TABLE statuses (
    table_id TEXT PRIMARY KEY,
    due INTEGER,
    body TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX statuses_due ON statuses (due, table_id) WHERE due IS NOT NULL;
