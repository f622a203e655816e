//! The states of a level of the `frontier` engine in a run file, in pieces, so that neither side needs all of them in one block.
//!
//! To write them takes time, so they are written when the last time was some seconds ago, and at most a twentieth of the time goes into it.
//! All pieces are replaced in one transaction: the file has the old level or the new one.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, params};

use super::{Shared, schema};
use crate::engine::{Shelf, Shelved};

/// The least time between two levels that are written.
const EVERY: Duration = Duration::from_secs(5);
/// At most one part in so many of the time goes into writing.
const SHARE: u32 = 20;

/// Where a problem's level is kept.
#[derive(Debug)]
pub(super) struct Levels {
    store: Arc<Shared>,
    part: i64,
    /// When to write next.
    next: Mutex<Instant>,
}

impl Levels {
    pub(super) fn new(store: Arc<Shared>, part: i64) -> Self {
        Self { store, part, next: Mutex::new(Instant::now() + EVERY) }
    }

    fn write(&self, head: &Shelved, pieces: &mut dyn Iterator<Item = Vec<u8>>) -> rusqlite::Result<()> {
        let mut writer = self.store.writer();
        let moment = writer.connection.transaction()?;
        moment.execute("DELETE FROM level WHERE part = ?1", [self.part])?;
        let first = serde_json::to_vec(head).unwrap_or_default();
        let mut insert = moment.prepare("INSERT INTO level (part, piece, task, bytes) VALUES (?1, ?2, ?3, ?4)")?;
        for (number, piece) in (0i64..).zip(std::iter::once(first).chain(pieces)) {
            insert.execute(params![self.part, number, head.task, piece])?;
        }
        drop(insert);
        schema::set_elapsed(&moment, self.store.elapsed())?;
        moment.commit()
    }

    fn read(
        &self,
        wanted: &dyn Fn(&Shelved) -> bool,
        put: &mut dyn FnMut(&[u8]) -> bool,
    ) -> rusqlite::Result<Option<Shelved>> {
        let writer = self.store.writer();
        let Some(found) = head(&writer.connection, self.part)?.filter(wanted) else { return Ok(None) };
        let sql = "SELECT bytes FROM level WHERE part = ?1 AND piece > 0 ORDER BY piece";
        let mut select = writer.connection.prepare(sql)?;
        let mut rows = select.query([self.part])?;
        while let Some(row) = rows.next()? {
            if !put(row.get_ref(0)?.as_blob()?) {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }
}

/// What the pieces of a problem are.
fn head(connection: &Connection, part: i64) -> rusqlite::Result<Option<Shelved>> {
    let sql = "SELECT bytes FROM level WHERE part = ?1 AND piece = 0";
    let bytes: Option<Vec<u8>> = connection.query_row(sql, [part], |row| row.get(0)).optional()?;
    Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
}

/// How many levels are done where states are kept.
pub(super) fn done(connection: &Connection) -> rusqlite::Result<Option<usize>> {
    let sql = "SELECT part FROM level WHERE piece = 0 LIMIT 1";
    let part: Option<i64> = connection.query_row(sql, [], |row| row.get(0)).optional()?;
    Ok(part.map(|part| head(connection, part)).transpose()?.flatten().map(|head| head.level))
}

impl Shelf for Levels {
    fn is_empty(&self) -> bool {
        !matches!(head(&self.store.writer().connection, self.part), Ok(Some(_)))
    }

    fn wants(&self) -> bool {
        Instant::now() >= *self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, head: &Shelved, pieces: &mut dyn Iterator<Item = Vec<u8>>) {
        let started = Instant::now();
        if let Err(source) = self.write(head, pieces) {
            self.store.writer().failure = Some(schema::error(&self.store.path, source));
        }
        let pause = (started.elapsed() * SHARE).max(EVERY);
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now() + pause;
    }

    fn get(&self, wanted: &dyn Fn(&Shelved) -> bool, put: &mut dyn FnMut(&[u8]) -> bool) -> Option<Shelved> {
        self.read(wanted, put).unwrap_or_else(|source| {
            self.store.writer().failure = Some(schema::error(&self.store.path, source));
            None
        })
    }
}
