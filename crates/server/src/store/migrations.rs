//! The schema, step by step. A step that has been released is never edited; a change is a new one.

use std::borrow::Cow;

use sqlx::migrate::{Migration, MigrationType, Migrator};

type Script = (i64, &'static str, &'static str);

const SQLITE: &[Script] = &[
    (1, "start", include_str!("../../migrations/sqlite/0001_start.sql")),
    (2, "no index of marks", include_str!("../../migrations/sqlite/0002_no_index_of_marks.sql")),
    (3, "chains", include_str!("../../migrations/sqlite/0003_chains.sql")),
];
const POSTGRES: &[Script] = &[
    (1, "start", include_str!("../../migrations/postgres/0001_start.sql")),
    (2, "no index of marks", include_str!("../../migrations/postgres/0002_no_index_of_marks.sql")),
];

pub(super) fn sqlite() -> Migrator {
    migrator(SQLITE)
}

pub(super) fn postgres() -> Migrator {
    migrator(POSTGRES)
}

fn migrator(scripts: &[Script]) -> Migrator {
    let migration = |&(version, name, sql): &Script| {
        Migration::new(
            version,
            Cow::Borrowed(name),
            MigrationType::Simple,
            Cow::Borrowed(sql),
            false,
        )
    };
    Migrator { migrations: scripts.iter().map(migration).collect(), ..Migrator::DEFAULT }
}
