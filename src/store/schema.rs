//! The tables of a run file, and what is read from them.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use super::{Job, Numbered, StoreError, task};
use crate::engine::Task;
use crate::tally::{Count, Stats, Tally};

/// Marks our files: "dlxc".
const APPLICATION: i64 = 0x646c_7863;
/// The version of the tables.
const VERSION: i64 = 1;

const TABLES: &str = "
    CREATE TABLE job (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE task (
        id INTEGER PRIMARY KEY,
        parent INTEGER NOT NULL,
        prefix TEXT NOT NULL,
        weight TEXT NOT NULL,
        share REAL NOT NULL,
        count TEXT,
        nodes INTEGER,
        updates INTEGER
    ) STRICT;
    CREATE INDEX open_task ON task (id) WHERE count IS NULL;
";

/// Makes the tables of a new file, all or none.
pub(super) fn create(connection: &Connection, job: &Job) -> rusqlite::Result<()> {
    let moment = connection.unchecked_transaction()?;
    moment.pragma_update(None, "application_id", APPLICATION)?;
    moment.pragma_update(None, "user_version", VERSION)?;
    moment.execute_batch(TABLES)?;
    let words = serde_json::to_string(&job.words).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    for (key, value) in
        [("words", words.as_str()), ("name", &job.name), ("fingerprint", &job.fingerprint), ("version", version)]
    {
        set(&moment, key, value)?;
    }
    moment.commit()
}

/// Is it one of our files, and whole?
pub(super) fn check(path: &Path, connection: &Connection) -> Result<(), StoreError> {
    let failed = |source| error(path, source);
    let foreign = |what: &str| StoreError::Foreign { path: path.into(), what: what.into() };
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(failed);
    if number("application_id")? != APPLICATION {
        return Err(foreign("no mark of this program"));
    }
    if number("user_version")? != VERSION {
        return Err(foreign("made by another version of the program"));
    }
    let verdict: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0)).map_err(failed)?;
    if verdict == "ok" { Ok(()) } else { Err(foreign(&verdict)) }
}

/// Makes a connection safe and quick to write with.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")
}

/// What an error of SQLite means for the file.
pub(super) fn error(path: &Path, source: rusqlite::Error) -> StoreError {
    match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            StoreError::Foreign { path: path.into(), what: source.to_string() }
        }
        _ => StoreError::Sqlite { path: path.into(), source },
    }
}

pub(super) fn set(connection: &Connection, key: &str, value: &str) -> rusqlite::Result<()> {
    connection.execute("INSERT OR REPLACE INTO job (key, value) VALUES (?1, ?2)", params![key, value]).map(drop)
}

fn get(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    connection.query_row("SELECT value FROM job WHERE key = ?1", [key], |row| row.get(0)).optional()
}

pub(super) fn job(connection: &Connection) -> rusqlite::Result<Job> {
    let text = |key| get(connection, key).map(Option::unwrap_or_default);
    let words = serde_json::from_str(&text("words")?).unwrap_or_default();
    Ok(Job { words, name: text("name")?, fingerprint: text("fingerprint")? })
}

/// Has the search tree been split? Before that there is nothing to go on with.
pub(super) fn has_begun(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(get(connection, "begun")?.is_some())
}

pub(super) fn elapsed(connection: &Connection) -> rusqlite::Result<Duration> {
    let text = get(connection, "milliseconds")?;
    Ok(Duration::from_millis(text.and_then(|text| text.parse().ok()).unwrap_or(0)))
}

/// What has been counted, weighted, and the number of closed tasks.
pub(super) fn tally(connection: &Connection) -> rusqlite::Result<(Tally, u64)> {
    let stats: Stats = get(connection, "stats")?.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let count = get(connection, "count")?.map_or(Ok(Count::ZERO), |text| number(&text))?;
    let (mut tally, mut closed) = (Tally { count, stats }, 0);
    let mut select = connection.prepare("SELECT count, weight, nodes, updates FROM task WHERE count IS NOT NULL")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let (count, weight): (String, String) = (row.get(0)?, row.get(1)?);
        let stats = Stats { nodes: unsigned(row.get(2)?), updates: unsigned(row.get(3)?) };
        tally += Tally { count: number(&count)? * number(&weight)?, stats };
        closed += 1;
    }
    Ok((tally, closed))
}

/// How many tasks are open, and their share of the search.
pub(super) fn left(connection: &Connection) -> rusqlite::Result<(u64, f64)> {
    let sql = "SELECT count(*), total(share) FROM task WHERE count IS NULL";
    connection.query_row(sql, [], |row| Ok((unsigned(row.get(0)?), row.get(1)?)))
}

pub(super) fn open_tasks(connection: &Connection) -> rusqlite::Result<Vec<Numbered>> {
    let mut select =
        connection.prepare("SELECT id, prefix, weight, share FROM task WHERE count IS NULL ORDER BY id")?;
    let rows = select.query_map([], |row| {
        let (prefix, weight): (String, String) = (row.get(1)?, row.get(2)?);
        let task = task(&prefix, &weight, row.get(3)?).ok_or_else(|| damaged("a task"))?;
        Ok((unsigned(row.get(0)?), task))
    })?;
    rows.collect()
}

/// Closed tasks that opened none.
pub(super) fn counted(connection: &Connection) -> rusqlite::Result<Vec<(u64, Task, Count)>> {
    let sql = "SELECT id, prefix, weight, share, count FROM task AS own WHERE count IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM parts WHERE parts.parent = own.id) ORDER BY id";
    let sql = format!("WITH parts AS (SELECT DISTINCT parent FROM task WHERE parent <> id) {sql}");
    let mut select = connection.prepare(&sql)?;
    let rows = select.query_map([], |row| {
        let (prefix, weight, count): (String, String, String) = (row.get(1)?, row.get(2)?, row.get(4)?);
        let task = task(&prefix, &weight, row.get(3)?).ok_or_else(|| damaged("a task"))?;
        Ok((unsigned(row.get(0)?), task, number(&count)?))
    })?;
    rows.collect()
}

/// The number of the next task.
pub(super) fn next(connection: &Connection) -> rusqlite::Result<u64> {
    connection.query_row("SELECT coalesce(max(id) + 1, 0) FROM task", [], |row| row.get(0)).map(unsigned)
}

fn number(text: &str) -> rusqlite::Result<Count> {
    text.parse().map_err(|_| damaged("a count"))
}

fn damaged(what: &str) -> rusqlite::Error {
    rusqlite::Error::InvalidColumnName(format!("{what} cannot be read"))
}

/// SQLite's numbers have a sign. Ids and figures of a search never get near 2^63; if a figure does, it stops there.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
