//! The tables of a run file, and whether a file has them.

use std::path::Path;

use rusqlite::Connection;

use super::StoreError;
use super::error::{Fault, at};
use super::sealed::{self, Writing};

/// Marks our files: "dlxc".
const APPLICATION: i64 = 0x646c_7863;
/// The version of the tables. 3: rows prove themselves.
const VERSION: i64 = 3;

/// A table. Its last column is the proof of the row: see `sealed`.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// What finds a row by its key.
    pub(super) key: &'static str,
    sql: &'static str,
}

impl Table {
    /// A row of this table is not what it was.
    pub(super) fn damaged(&self) -> Fault {
        Fault::Damaged(format!("a row of `{}` is not as it was written", self.name))
    }
}

/// What the file is for, and what it says of the whole.
pub(super) const JOB: Table = Table {
    name: "job",
    key: "key = ?1",
    sql: "CREATE TABLE job (key TEXT PRIMARY KEY, value TEXT NOT NULL, proof BLOB NOT NULL) STRICT, WITHOUT ROWID",
};

/// The problems that are counted; what was found while one was split stands with it.
pub(super) const PART: Table = Table {
    name: "part",
    key: "id = ?1",
    sql: "CREATE TABLE part (
        id INTEGER PRIMARY KEY,
        fingerprint TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        count TEXT,
        stats TEXT,
        proof BLOB NOT NULL
    ) STRICT",
};

/// The tasks. One is open while it has no count.
pub(super) const TASK: Table = Table {
    name: "task",
    key: "part = ?1 AND id = ?2",
    sql: "CREATE TABLE task (
        part INTEGER NOT NULL,
        id INTEGER NOT NULL,
        parent INTEGER NOT NULL,
        prefix TEXT NOT NULL,
        weight TEXT NOT NULL,
        share REAL NOT NULL,
        count TEXT,
        nodes INTEGER,
        updates INTEGER,
        proof BLOB NOT NULL,
        PRIMARY KEY (part, id)
    ) STRICT, WITHOUT ROWID",
};

/// States of the frontier engine, in pieces; piece 0 says what they are.
pub(super) const LEVEL: Table = Table {
    name: "level",
    key: "part = ?1 AND piece = ?2",
    sql: "CREATE TABLE level (
        part INTEGER NOT NULL,
        piece INTEGER NOT NULL,
        task TEXT NOT NULL,
        bytes BLOB NOT NULL,
        proof BLOB NOT NULL,
        PRIMARY KEY (part, piece)
    ) STRICT",
};

/// What audits have found.
pub(super) const MISMATCH: Table = Table {
    name: "mismatch",
    key: "part = ?1 AND task = ?2",
    sql: "CREATE TABLE mismatch (
        part INTEGER NOT NULL,
        task INTEGER NOT NULL,
        prefix TEXT NOT NULL,
        kept TEXT NOT NULL,
        recounted TEXT NOT NULL,
        engine TEXT NOT NULL,
        version TEXT NOT NULL,
        proof BLOB NOT NULL
    ) STRICT",
};

/// All of them, whose rows the total sums up.
pub(super) const TABLES: [&Table; 5] = [&JOB, &PART, &TASK, &LEVEL, &MISMATCH];

/// The sum of all rows.
const TOTAL: &str = "CREATE TABLE total (
        id INTEGER PRIMARY KEY,
        rows INTEGER NOT NULL,
        sum BLOB NOT NULL,
        proof BLOB NOT NULL
    ) STRICT";

/// What makes the tables, in order.
fn sources() -> impl Iterator<Item = &'static str> {
    TABLES.into_iter().map(|table| table.sql).chain([TOTAL])
}

/// Makes the tables of a new file and writes the first rows, all or none.
pub(super) fn create(
    connection: &mut Connection,
    fill: impl FnOnce(&mut Writing<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut writing = Writing::begin_new(connection)?;
    let moment = writing.connection();
    moment.pragma_update(None, "application_id", APPLICATION)?;
    moment.pragma_update(None, "user_version", VERSION)?;
    sources().try_for_each(|sql| moment.execute_batch(sql))?;
    fill(&mut writing)?;
    writing.commit()
}

/// Is it one of our files, and of this version?
pub(super) fn check(path: &Path, connection: &Connection) -> Result<(), StoreError> {
    let number = |name: &str| {
        connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(|source| at(path)(source.into()))
    };
    if number("application_id")? != APPLICATION {
        return Err(StoreError::Foreign { path: path.into(), what: "no mark of this program".into() });
    }
    match number("user_version")? {
        VERSION => Ok(()),
        found => Err(StoreError::Version { path: path.into(), found, known: VERSION }),
    }
}

/// Is all of it as it was written: the tables, how SQLite holds them, and every row?
pub(super) fn verify(connection: &Connection) -> Result<(), Fault> {
    let mut select = connection.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")?;
    let found: Vec<String> = select.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    if !sources().eq(found.iter().map(String::as_str)) {
        return Err(Fault::Damaged("its tables are not those of a run".into()));
    }
    // `quick_check` would not compare an index with its table.
    let verdict: String = connection.pragma_query_value(None, "integrity_check", |row| row.get(0))?;
    if verdict != "ok" {
        return Err(Fault::Damaged(verdict.lines().next().unwrap_or_default().into()));
    }
    sealed::verify(connection)
}

/// Makes a connection safe and quick to write with.
pub(super) fn prepare(connection: &Connection) -> Result<(), Fault> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    Ok(connection.pragma_update(None, "synchronous", "FULL")?)
}
