-- `made` is the order in which records were made: two in the same millisecond still have one.
-- Text is compared byte by byte, so that every database sorts alike whatever its locale.
CREATE TABLE records (
    made BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    body TEXT NOT NULL,
    keys TEXT NOT NULL,
    names TEXT NOT NULL,
    UNIQUE (kind, id)
);
CREATE INDEX records_in_order ON records (kind, made);

CREATE TABLE keys (
    kind TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    made BIGINT NOT NULL REFERENCES records (made) ON DELETE CASCADE,
    PRIMARY KEY (kind, key, made)
);
CREATE INDEX keys_of_record ON keys (made);

CREATE TABLE names (
    kind TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    made BIGINT NOT NULL REFERENCES records (made) ON DELETE CASCADE,
    PRIMARY KEY (kind, name)
);
CREATE INDEX names_of_record ON names (made);

CREATE TABLE steps (
    table_id TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    mark TEXT COLLATE "C",
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);
CREATE UNIQUE INDEX steps_by_mark ON steps (table_id, mark) WHERE mark IS NOT NULL;

CREATE TABLE statuses (
    table_id TEXT COLLATE "C" PRIMARY KEY,
    due BIGINT,
    body TEXT NOT NULL
);
CREATE INDEX statuses_due ON statuses (due, table_id) WHERE due IS NOT NULL;
