-- Steps had no row ids, which chains are made of.
CREATE TABLE steps_with_ids (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    mark TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);
INSERT INTO steps_with_ids (table_id, seq, at, mark, body)
    SELECT table_id, seq, at, mark, body FROM steps ORDER BY at, table_id, seq;
DROP TABLE steps;
ALTER TABLE steps_with_ids RENAME TO steps;
CREATE INDEX steps_by_mark ON steps (table_id, mark);
