//! The tables of a run file, and what is read from them.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use super::{Job, Kept, PartStatus, StoreError};
use crate::engine::Task;
use crate::parallel::Numbered;
use crate::problem::OptionId;
use crate::tally::{Count, Stats, Tally};

/// Marks our files: "dlxc".
const APPLICATION: i64 = 0x646c_7863;
/// The version of the tables.
const VERSION: i64 = 2;

/// `part`: the problems that are counted; what was found while one was split stands with it.
/// `task`: open while it has no count. `level`: states of the frontier engine, in pieces; piece 0 says what they are.
/// `mismatch`: what audits have found.
const TABLES: &str = "
    CREATE TABLE job (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE part (
        id INTEGER PRIMARY KEY,
        fingerprint TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        count TEXT,
        stats TEXT
    ) STRICT;
    CREATE TABLE task (
        part INTEGER NOT NULL,
        id INTEGER NOT NULL,
        parent INTEGER NOT NULL,
        prefix TEXT NOT NULL,
        weight TEXT NOT NULL,
        share REAL NOT NULL,
        count TEXT,
        nodes INTEGER,
        updates INTEGER,
        PRIMARY KEY (part, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX open_task ON task (part, id) WHERE count IS NULL;
    CREATE TABLE level (
        part INTEGER NOT NULL,
        piece INTEGER NOT NULL,
        task TEXT NOT NULL,
        bytes BLOB NOT NULL,
        PRIMARY KEY (part, piece)
    ) STRICT;
    CREATE TABLE mismatch (
        part INTEGER NOT NULL,
        task INTEGER NOT NULL,
        prefix TEXT NOT NULL,
        kept TEXT NOT NULL,
        recounted TEXT NOT NULL,
        engine TEXT NOT NULL,
        version TEXT NOT NULL
    ) STRICT;
";

/// Makes the tables of a new file, all or none.
pub(super) fn create(connection: &Connection) -> rusqlite::Result<()> {
    let moment = connection.unchecked_transaction()?;
    moment.pragma_update(None, "application_id", APPLICATION)?;
    moment.pragma_update(None, "user_version", VERSION)?;
    moment.execute_batch(TABLES)?;
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

/// What the file is for; none if its first process did not come so far.
pub(super) fn job(connection: &Connection) -> rusqlite::Result<Option<Job>> {
    get(connection, "job")?.map(|text| serde_json::from_str(&text).map_err(|_| damaged("the job"))).transpose()
}

pub(super) fn set_job(connection: &Connection, job: &Job) -> rusqlite::Result<()> {
    set(connection, "job", &serde_json::to_string(job).unwrap_or_default())?;
    set(connection, "version", env!("CARGO_PKG_VERSION"))
}

pub(super) fn set_complete(connection: &Connection, is_complete: bool) -> rusqlite::Result<()> {
    set(connection, "complete", if is_complete { "yes" } else { "no" })
}

pub(super) fn is_complete(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(get(connection, "complete")?.is_some_and(|text| text == "yes"))
}

pub(super) fn elapsed(connection: &Connection) -> rusqlite::Result<Duration> {
    let text = get(connection, "milliseconds")?;
    Ok(Duration::from_millis(text.and_then(|text| text.parse().ok()).unwrap_or(0)))
}

pub(super) fn set_elapsed(connection: &Connection, elapsed: Duration) -> rusqlite::Result<()> {
    set(connection, "milliseconds", &elapsed.as_millis().to_string())
}

/// The number of a problem in the file, which it gets now if it has none.
pub(super) fn part(connection: &Connection, fingerprint: &str, name: &str) -> rusqlite::Result<i64> {
    connection.execute(
        "INSERT INTO part (fingerprint, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        params![fingerprint, name],
    )?;
    connection.query_row("SELECT id FROM part WHERE fingerprint = ?1", [fingerprint], |row| row.get(0))
}

/// What was found of a problem while it was split; none if it was not. Before that there is nothing to go on with.
pub(super) fn begun(connection: &Connection, part: i64) -> rusqlite::Result<Option<Tally>> {
    let sql = "SELECT count, stats FROM part WHERE id = ?1";
    let found: (Option<String>, Option<String>) =
        connection.query_row(sql, [part], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (Some(count), Some(stats)) = found else { return Ok(None) };
    let stats = serde_json::from_str(&stats).map_err(|_| damaged("the figures of a problem"))?;
    Ok(Some(Tally { count: number(&count)?, stats }))
}

pub(super) fn set_begun(connection: &Connection, part: i64, tally: &Tally) -> rusqlite::Result<()> {
    let stats = serde_json::to_string(&tally.stats).unwrap_or_default();
    let sql = "UPDATE part SET count = ?2, stats = ?3 WHERE id = ?1";
    connection.execute(sql, params![part, tally.count.to_string(), stats]).map(drop)
}

/// All problems of the file, and how far they are.
pub(super) fn parts(connection: &Connection) -> rusqlite::Result<Vec<PartStatus>> {
    let mut select = connection.prepare("SELECT id, name, fingerprint FROM part ORDER BY id")?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let rows: Vec<(i64, String, String)> = rows.collect::<Result<_, _>>()?;
    let status = |(id, name, fingerprint)| {
        let begun = begun(connection, id)?;
        let (tally, closed) = tally(connection, id, begun.clone().unwrap_or_default())?;
        let (open, left) = left(connection, id)?;
        let done = if begun.is_some() { (1.0 - left).clamp(0.0, 1.0) } else { 0.0 };
        let is_complete = begun.is_some() && open == 0;
        Ok(PartStatus { name, fingerprint, tally, closed, open, done, is_complete })
    };
    rows.into_iter().map(status).collect()
}

/// What has been counted of a problem, weighted, with what was found while it was split, and the number of closed tasks.
pub(super) fn tally(connection: &Connection, part: i64, begun: Tally) -> rusqlite::Result<(Tally, u64)> {
    let (mut tally, mut closed) = (begun, 0);
    let sql = "SELECT count, weight, nodes, updates FROM task WHERE part = ?1 AND count IS NOT NULL";
    let mut select = connection.prepare(sql)?;
    let mut rows = select.query([part])?;
    while let Some(row) = rows.next()? {
        let (count, weight): (String, String) = (row.get(0)?, row.get(1)?);
        let stats = Stats { nodes: unsigned(row.get(2)?), updates: unsigned(row.get(3)?) };
        tally += Tally { count: number(&count)? * number(&weight)?, stats };
        closed += 1;
    }
    Ok((tally, closed))
}

/// How many tasks are open, and their share of the search.
fn left(connection: &Connection, part: i64) -> rusqlite::Result<(u64, f64)> {
    let sql = "SELECT count(*), total(share) FROM task WHERE part = ?1 AND count IS NULL";
    connection.query_row(sql, [part], |row| Ok((unsigned(row.get(0)?), row.get(1)?)))
}

pub(super) fn open_tasks(connection: &Connection, part: i64) -> rusqlite::Result<Vec<Numbered>> {
    let sql = "SELECT id, prefix, weight, share FROM task WHERE part = ?1 AND count IS NULL ORDER BY id";
    let mut select = connection.prepare(sql)?;
    let rows = select.query_map([part], |row| {
        let (prefix, weight): (String, String) = (row.get(1)?, row.get(2)?);
        Ok((unsigned(row.get(0)?), task(&prefix, &weight, row.get(3)?)?))
    })?;
    rows.collect()
}

/// Closed tasks that opened none, of all problems.
pub(super) fn counted(connection: &Connection) -> rusqlite::Result<Vec<Kept>> {
    let sql = "WITH parents AS (SELECT DISTINCT part, parent FROM task WHERE parent <> id)
               SELECT part.fingerprint, own.part, own.id, prefix, weight, share, own.count FROM task AS own
               JOIN part ON part.id = own.part WHERE own.count IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM parents WHERE parents.part = own.part AND parents.parent = own.id)
               ORDER BY own.part, own.id";
    let mut select = connection.prepare(sql)?;
    let rows = select.query_map([], |row| {
        let (prefix, weight, count): (String, String, String) = (row.get(3)?, row.get(4)?, row.get(6)?);
        let task = task(&prefix, &weight, row.get(5)?)?;
        Ok(Kept {
            fingerprint: row.get(0)?,
            part: row.get(1)?,
            number: unsigned(row.get(2)?),
            task,
            count: number(&count)?,
        })
    })?;
    rows.collect()
}

/// The number of the next task.
pub(super) fn next(connection: &Connection, part: i64) -> rusqlite::Result<u64> {
    let sql = "SELECT coalesce(max(id) + 1, 0) FROM task WHERE part = ?1";
    connection.query_row(sql, [part], |row| row.get(0)).map(unsigned)
}

/// Rows of a table.
pub(super) fn n_rows(connection: &Connection, table: &str) -> rusqlite::Result<u64> {
    connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).map(unsigned)
}

pub(super) fn close_tasks(connection: &Connection, part: i64, closed: &[(u64, Tally)]) -> rusqlite::Result<()> {
    let mut update = connection.prepare_cached(
        "UPDATE task SET count = ?3, nodes = ?4, updates = ?5 WHERE part = ?1 AND id = ?2 AND count IS NULL",
    )?;
    for (id, tally) in closed {
        let Stats { nodes, updates } = tally.stats;
        let changed =
            update.execute(params![part, signed(*id), tally.count.to_string(), signed(nodes), signed(updates)])?;
        // A task that is not there or is closed already would be counted twice or never.
        if changed != 1 {
            return Err(rusqlite::Error::StatementChangedRows(changed));
        }
    }
    // Levels of a task that is counted now are of no use any more.
    let sql = "DELETE FROM level WHERE part = ?1
               AND task NOT IN (SELECT prefix FROM task WHERE part = ?1 AND count IS NULL)";
    connection.prepare_cached(sql)?.execute([part]).map(drop)
}

pub(super) fn add_tasks(connection: &Connection, part: i64, opened: &[(u64, u64, Task)]) -> rusqlite::Result<()> {
    let mut insert = connection
        .prepare_cached("INSERT INTO task (part, id, parent, prefix, weight, share) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (id, parent, task) in opened {
        let words = (task.words(), task.weight.to_string());
        insert.execute(params![part, signed(*id), signed(*parent), words.0, words.1, task.share])?;
    }
    Ok(())
}

/// A task from its row.
fn task(prefix: &str, weight: &str, share: f64) -> rusqlite::Result<Task> {
    let options: Option<Vec<OptionId>> =
        prefix.split_whitespace().map(|word| word.parse().ok().map(OptionId::from_index)).collect();
    Ok(Task { prefix: options.ok_or_else(|| damaged("a task"))?, weight: number(weight)?, share })
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
