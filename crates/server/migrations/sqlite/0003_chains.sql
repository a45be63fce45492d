-- Steps lie in the order in which they came, each with the row of the one before it at its table. An index by
-- table made every step write one page more.
CREATE TABLE chained (
    row INTEGER PRIMARY KEY,
    before INTEGER,
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    mark TEXT,
    body TEXT NOT NULL
);
INSERT INTO chained (row, before, table_id, seq, at, mark, body)
    SELECT rowid, lag(rowid) OVER (PARTITION BY table_id ORDER BY seq), table_id, seq, at, mark, body
    FROM steps ORDER BY rowid;
DROP TABLE steps;
ALTER TABLE chained RENAME TO steps;

-- The last step of each table; only what comes next after it is written.
CREATE TABLE heads (
    table_id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    row INTEGER NOT NULL
) WITHOUT ROWID;
-- SQLite takes the row from where the maximum is.
INSERT INTO heads (table_id, seq, row) SELECT table_id, max(seq), row FROM steps GROUP BY table_id;
