//! The tables of a run file.

use super::error::Fault;

/// A table. Its last column is the proof of the row: see `sealed`.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) name: &'static str,
    /// What finds a row by its key.
    pub(super) key: &'static str,
    pub(super) sql: &'static str,
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
pub(super) const TOTAL: &str = "CREATE TABLE total (
        id INTEGER PRIMARY KEY,
        rows INTEGER NOT NULL,
        sum BLOB NOT NULL,
        proof BLOB NOT NULL
    ) STRICT";
