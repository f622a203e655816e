//! The states of a level of the `frontier` engine in a run file, in pieces, so that neither side needs all of them in one block.
//!
//! To write them takes time, so they are written when the last time was some seconds ago, and at most a twentieth of the time goes into it.
//! All pieces are replaced in one transaction: the file has the old level or the new one.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension};

use super::error::{Fault, at};
use super::file::{Shared, write};
use super::rows;
use super::schema::LEVEL;
use dlx_engines::{Shelf, Shelved};

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

    fn write(&self, head: &Shelved, pieces: &mut dyn Iterator<Item = Vec<u8>>) -> Result<(), Fault> {
        let mut writer = self.store.writer();
        let first = serde_json::to_vec(head).map_err(|error| Fault::Damaged(error.to_string()))?;
        write(&mut writer.connection, |writing| {
            writing.delete(&LEVEL, "part = ?1", [self.part])?;
            for (number, piece) in (0i64..).zip(std::iter::once(first).chain(pieces)) {
                let task = Value::Text(head.task.clone());
                writing.insert(&LEVEL, vec![self.part.into(), number.into(), task, Value::Blob(piece)])?;
            }
            rows::set_elapsed(writing, self.store.elapsed())
        })
    }

    fn read(
        &self,
        wanted: &dyn Fn(&Shelved) -> bool,
        put: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Result<Option<Shelved>, Fault> {
        let writer = self.store.writer();
        let Some(found) = head(&writer.connection, self.part)?.filter(wanted) else { return Ok(None) };
        let sql = "SELECT bytes FROM level WHERE part = ?1 AND piece > 0 ORDER BY piece";
        let mut select = writer.connection.prepare(sql)?;
        let mut rows = select.query([self.part])?;
        while let Some(row) = rows.next()? {
            if !put(row.get_ref(0)?.as_blob().map_err(|_| LEVEL.damaged())?) {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }

    /// What went wrong is said when the next tallies are written: a sweep goes on.
    fn note(&self, fault: Fault) {
        self.store.writer().failure = Some(at(&self.store.path)(fault));
    }
}

/// What the pieces of a problem are.
fn head(connection: &Connection, part: i64) -> Result<Option<Shelved>, Fault> {
    let sql = "SELECT bytes FROM level WHERE part = ?1 AND piece = 0";
    let bytes: Option<Vec<u8>> = connection.query_row(sql, [part], |row| row.get(0)).optional()?;
    bytes.map(|bytes| serde_json::from_slice(&bytes).map_err(|_| Fault::unreadable("a level of states"))).transpose()
}

/// How many levels are done where states are kept.
pub(super) fn done(connection: &Connection) -> Result<Option<usize>, Fault> {
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
        if let Err(fault) = self.write(head, pieces) {
            self.note(fault);
        }
        let pause = (started.elapsed() * SHARE).max(EVERY);
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now() + pause;
    }

    fn get(&self, wanted: &dyn Fn(&Shelved) -> bool, put: &mut dyn FnMut(&[u8]) -> bool) -> Option<Shelved> {
        self.read(wanted, put).unwrap_or_else(|fault| {
            self.note(fault);
            None
        })
    }
}
