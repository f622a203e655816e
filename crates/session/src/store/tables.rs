//! Makes the tables of a run file, and finds out whether a file has them.

use std::path::Path;

use rusqlite::Connection;

use super::error::{Fault, StoreError, at};
use super::schema::{TABLES, TOTAL};
use super::sealed::{self, Writing};

/// Marks our files: "dlxc".
const APPLICATION: i64 = 0x646c_7863;
/// The version of the tables. 3: rows prove themselves. 4: a job says what is asked by type, not by a command line alone. 5: it has the whole request.
const VERSION: i64 = 5;

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

/// Has a file no tables, neither ours nor anybody else's?
pub(super) fn are_none(connection: &Connection) -> Result<bool, Fault> {
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    Ok(number("SELECT count(*) FROM sqlite_schema")? == 0 && number("PRAGMA application_id")? == 0)
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
