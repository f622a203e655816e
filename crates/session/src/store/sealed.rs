//! Rows that prove themselves: what is damaged is refused, never counted.
//!
//! The last column of every table is the row's *proof*: the first 16 bytes of a SHA-256 of the table's name and of all other values, the key among them.
//! So a flipped bit shows, and so does a row that stands where another belongs. The sum of all proofs (modulo 2^128) and their number are kept in the
//! table `total`, with a proof of their own: there a row shows that is lost, stands twice, or comes from an older page of the file. A sum
//! follows rows as they come and go, in any order, without a look at the others.
//!
//! This is against damage. Whoever wants to forge a file can: there is no secret in it.

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Params, Row, Transaction, TransactionBehavior, params, params_from_iter};
use sha2::{Digest, Sha256};

use super::error::Fault;
use super::schema::{TABLES, Table};
use dlx_core::problem::to_u64;

/// The proof of a row.
type Proof = u128;

/// Every row of the file in two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Total {
    rows: i64,
    sum: Proof,
}

/// A transaction: all rows written in it, with the total that goes with them, or none.
#[derive(Debug)]
pub(super) struct Writing<'c> {
    moment: Transaction<'c>,
    total: Total,
}

impl<'c> Writing<'c> {
    /// Begins, and keeps other writers out: the total that was read stays the one in the file.
    pub(super) fn begin(connection: &'c mut Connection) -> Result<Self, Fault> {
        let moment = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let total = Total::read(&moment)?;
        Ok(Self { moment, total })
    }

    /// Begins in a file that has no tables yet.
    pub(super) fn begin_new(connection: &'c mut Connection) -> Result<Self, Fault> {
        let moment = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        Ok(Self { moment, total: Total::default() })
    }

    /// For reading what is there now.
    pub(super) fn connection(&self) -> &Connection {
        &self.moment
    }

    /// Writes a new row: its values in the order of the columns, without the proof.
    pub(super) fn insert(&mut self, table: &Table, mut values: Vec<Value>) -> Result<(), Fault> {
        let proof = proof(table, values.iter().map(ValueRef::from));
        values.push(Value::Blob(proof.to_le_bytes().into()));
        let marks = vec!["?"; values.len()].join(", ");
        let sql = format!("INSERT INTO {} VALUES ({marks})", table.name);
        self.moment.prepare_cached(&sql)?.execute(params_from_iter(values))?;
        self.total.add(proof);
        Ok(())
    }

    /// Changes the row with this key, and says whether there is one.
    pub(super) fn change(
        &mut self,
        table: &Table,
        key: impl Params + Clone,
        change: impl FnOnce(&mut [Value]),
    ) -> Result<bool, Fault> {
        let sql = format!("SELECT * FROM {} WHERE {}", table.name, table.key);
        let Some(mut values) = one_row(&self.moment, table, &sql, key.clone())? else { return Ok(false) };
        change(&mut values);
        self.delete(table, table.key, key)?;
        self.insert(table, values)?;
        Ok(true)
    }

    /// Deletes some rows.
    pub(super) fn delete(&mut self, table: &Table, which: &str, params: impl Params) -> Result<(), Fault> {
        let sql = format!("DELETE FROM {} WHERE {which} RETURNING proof", table.name);
        let mut delete = self.moment.prepare_cached(&sql)?;
        let mut rows = delete.query(params)?;
        while let Some(row) = rows.next()? {
            self.total.take_away(as_proof(row.get_ref(0)?).ok_or_else(|| table.damaged())?);
        }
        Ok(())
    }

    /// Makes it last.
    pub(super) fn commit(self) -> Result<(), Fault> {
        let Total { rows, sum } = self.total;
        let values = params![rows, sum.to_le_bytes(), self.total.proof().to_le_bytes()];
        self.moment.prepare_cached("INSERT OR REPLACE INTO total VALUES (0, ?1, ?2, ?3)")?.execute(values)?;
        Ok(self.moment.commit()?)
    }
}

impl Total {
    fn read(connection: &Connection) -> Result<Self, Fault> {
        let damaged = || Fault::Damaged("the total of its rows is not as it was written".into());
        let mut select = connection.prepare_cached("SELECT rows, sum, proof FROM total")?;
        let mut rows = select.query([])?;
        let row = rows.next()?.ok_or_else(damaged)?;
        let sum = as_proof(row.get_ref(1)?).ok_or_else(damaged)?;
        let total = Self { rows: row.get(0)?, sum };
        let is_proven = as_proof(row.get_ref(2)?) == Some(total.proof()) && rows.next()?.is_none();
        if is_proven { Ok(total) } else { Err(damaged()) }
    }

    fn add(&mut self, proof: Proof) {
        self.rows += 1;
        self.sum = self.sum.wrapping_add(proof);
    }

    fn take_away(&mut self, proof: Proof) {
        self.rows -= 1;
        self.sum = self.sum.wrapping_sub(proof);
    }

    fn proof(self) -> Proof {
        hash("total", [ValueRef::Integer(self.rows), ValueRef::Blob(&self.sum.to_le_bytes())].into_iter())
    }
}

/// Is every row as it was written, and are they all there?
pub(super) fn verify(connection: &Connection) -> Result<(), Fault> {
    let mut total = Total::default();
    for table in TABLES {
        let mut select = connection.prepare(&format!("SELECT * FROM {}", table.name))?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            total.add(proven(table, row)?);
        }
    }
    if total == Total::read(connection)? {
        return Ok(());
    }
    Err(Fault::Damaged("rows are missing, or stand in it twice".into()))
}

/// The values of the row that is asked for, without its proof, which is looked at here.
pub(super) fn one_row(
    connection: &Connection,
    table: &Table,
    sql: &str,
    params: impl Params,
) -> Result<Option<Vec<Value>>, Fault> {
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query(params)?;
    let Some(row) = rows.next()? else { return Ok(None) };
    proven(table, row)?;
    let n_values = row.as_ref().column_count() - 1;
    Ok(Some((0..n_values).map(|column| row.get(column)).collect::<Result<_, _>>()?))
}

/// The proof of a whole row, if it proves the row.
fn proven(table: &Table, row: &Row<'_>) -> Result<Proof, Fault> {
    let last = row.as_ref().column_count() - 1;
    let values: Vec<ValueRef<'_>> = (0..last).map(|column| row.get_ref(column)).collect::<Result<_, _>>()?;
    let proof = proof(table, values.into_iter());
    if as_proof(row.get_ref(last)?) == Some(proof) { Ok(proof) } else { Err(table.damaged()) }
}

fn as_proof(value: ValueRef<'_>) -> Option<Proof> {
    value.as_blob().ok().and_then(|bytes| bytes.try_into().ok()).map(Proof::from_le_bytes)
}

fn proof<'v>(table: &Table, values: impl Iterator<Item = ValueRef<'v>>) -> Proof {
    hash(table.name, values)
}

/// A hash that no two lists of values share: each value goes in with its type and length.
fn hash<'v>(name: &str, values: impl Iterator<Item = ValueRef<'v>>) -> Proof {
    let mut hasher = Sha256::new();
    let mut add = |kind: u8, bytes: &[u8]| {
        hasher.update([kind]);
        hasher.update(to_u64(bytes.len()).to_le_bytes());
        hasher.update(bytes);
    };
    add(b'n', name.as_bytes());
    for value in values {
        match value {
            ValueRef::Null => add(b'0', &[]),
            ValueRef::Integer(number) => add(b'i', &number.to_le_bytes()),
            ValueRef::Real(number) => add(b'r', &number.to_bits().to_le_bytes()),
            ValueRef::Text(text) => add(b't', text),
            ValueRef::Blob(bytes) => add(b'b', bytes),
        }
    }
    let mut first = [0; size_of::<Proof>()];
    first.copy_from_slice(&hasher.finalize()[..size_of::<Proof>()]);
    Proof::from_le_bytes(first)
}
