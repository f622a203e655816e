//! What is read from the tables of a run file, and written to them.

use std::time::Duration;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params};

use super::error::Fault;
use super::kept::{Kept, PartStatus};
use super::schema::{JOB, LEVEL, MISMATCH, PART, TASK};
use super::sealed::{Writing, one_row};
use crate::job::Job;
use dlx_core::problem::OptionId;
use dlx_core::tally::{Count, Stats, Tally};
use dlx_engines::Task;
use dlx_run::Numbered;

/// Writes what the file says of the whole under this key.
fn set(writing: &mut Writing<'_>, key: &str, value: String) -> Result<(), Fault> {
    writing.delete(&JOB, JOB.key, [key])?;
    writing.insert(&JOB, vec![Value::Text(key.into()), Value::Text(value)])
}

fn get(connection: &Connection, key: &str) -> Result<Option<String>, Fault> {
    let row = one_row(connection, &JOB, "SELECT * FROM job WHERE key = ?1", [key])?;
    match row.as_deref() {
        None => Ok(None),
        Some([_, Value::Text(text)]) => Ok(Some(text.clone())),
        Some(_) => Err(JOB.damaged()),
    }
}

/// What the file is for.
pub(super) fn job(connection: &Connection) -> Result<Job, Fault> {
    let text = get(connection, "job")?.ok_or_else(|| JOB.damaged())?;
    serde_json::from_str(&text).map_err(|_| Fault::unreadable("the job"))
}

/// Writes what the file is for from now on. Nobody has counted all of that yet.
pub(super) fn set_job(writing: &mut Writing<'_>, job: &Job) -> Result<(), Fault> {
    let text = serde_json::to_string(job).map_err(|error| Fault::Damaged(error.to_string()))?;
    set(writing, "job", text)?;
    set(writing, "version", env!("CARGO_PKG_VERSION").into())?;
    set_complete(writing, false)
}

/// Writes whether all that the job asks for has been counted.
pub(super) fn set_complete(writing: &mut Writing<'_>, is_complete: bool) -> Result<(), Fault> {
    set(writing, "complete", if is_complete { "yes" } else { "no" }.into())
}

pub(super) fn is_complete(connection: &Connection) -> Result<bool, Fault> {
    Ok(get(connection, "complete")?.is_some_and(|text| text == "yes"))
}

/// The whole answer to a question, if it was written.
pub(super) fn answer(connection: &Connection, question: &str) -> Result<Option<Count>, Fault> {
    get(connection, &answer_key(question))?.map(|text| count_of(&text)).transpose()
}

/// Writes the whole answer to a question.
pub(super) fn set_answer(writing: &mut Writing<'_>, question: &str, answer: &Count) -> Result<(), Fault> {
    set(writing, &answer_key(question), answer.to_string())
}

fn answer_key(question: &str) -> String {
    format!("answer to {question}")
}

pub(super) fn elapsed(connection: &Connection) -> Result<Duration, Fault> {
    let Some(text) = get(connection, "milliseconds")? else { return Ok(Duration::ZERO) };
    text.parse().map(Duration::from_millis).map_err(|_| Fault::unreadable("the time"))
}

pub(super) fn set_elapsed(writing: &mut Writing<'_>, elapsed: Duration) -> Result<(), Fault> {
    set(writing, "milliseconds", elapsed.as_millis().to_string())
}

/// The engines that have counted a problem, the last one last.
pub(super) fn engines(connection: &Connection, part: i64) -> Result<Vec<String>, Fault> {
    let names = get(connection, &format!("engines {part}"))?.unwrap_or_default();
    Ok(names.split_whitespace().map(str::to_owned).collect())
}

/// Writes that this engine counts a problem from now on.
pub(super) fn add_engine(writing: &mut Writing<'_>, part: i64, engine: &str) -> Result<(), Fault> {
    let mut names = engines(writing.connection(), part)?;
    names.retain(|name| name != engine);
    names.push(engine.into());
    set(writing, &format!("engines {part}"), names.join(" "))
}

/// The number of a problem in the file; none if it has none.
pub(super) fn part(connection: &Connection, fingerprint: &str) -> Result<Option<i64>, Fault> {
    let sql = "SELECT id FROM part WHERE fingerprint = ?1";
    Ok(connection.prepare_cached(sql)?.query_row([fingerprint], |row| row.get(0)).optional()?)
}

/// Gives a problem a number in the file.
pub(super) fn add_part(writing: &mut Writing<'_>, fingerprint: &str, name: &str) -> Result<i64, Fault> {
    let sql = "SELECT coalesce(max(id), 0) + 1 FROM part";
    let id: i64 = writing.connection().query_row(sql, [], |row| row.get(0))?;
    let values = vec![id.into(), Value::Text(fingerprint.into()), Value::Text(name.into()), Value::Null, Value::Null];
    writing.insert(&PART, values)?;
    Ok(id)
}

/// What was found of a problem while it was split; none if it was not. Before that there is nothing to go on with.
pub(super) fn begun(connection: &Connection, part: i64) -> Result<Option<Tally>, Fault> {
    let sql = "SELECT count, stats FROM part WHERE id = ?1";
    let found: (Option<String>, Option<String>) =
        connection.query_row(sql, [part], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (Some(count), Some(stats)) = found else { return Ok(None) };
    let stats = serde_json::from_str(&stats).map_err(|_| Fault::unreadable("the figures of a problem"))?;
    Ok(Some(Tally { count: count_of(&count)?, stats }))
}

/// Begins a problem: what was found while it was split. If it was begun before, that is no more.
pub(super) fn begin(writing: &mut Writing<'_>, part: i64, tally: &Tally) -> Result<(), Fault> {
    if begun(writing.connection(), part)?.is_some() {
        writing.delete(&TASK, "part = ?1", [part])?;
        writing.delete(&LEVEL, "part = ?1", [part])?;
    }
    let stats = serde_json::to_string(&tally.stats).map_err(|error| Fault::Damaged(error.to_string()))?;
    let count = Value::Text(tally.count.to_string());
    let is_there = writing.change(&PART, [part], |row| {
        if let [.., own_count, own_stats] = row {
            (*own_count, *own_stats) = (count, Value::Text(stats));
        }
    })?;
    if is_there { Ok(()) } else { Err(PART.damaged()) }
}

/// All problems of the file, and how far they are.
pub(super) fn parts(connection: &Connection) -> Result<Vec<PartStatus>, Fault> {
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
pub(super) fn tally(connection: &Connection, part: i64, begun: Tally) -> Result<(Tally, u64), Fault> {
    let (mut tally, mut closed) = (begun, 0);
    let sql = "SELECT count, weight, nodes, updates FROM task WHERE part = ?1 AND count IS NOT NULL";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query([part])?;
    while let Some(row) = rows.next()? {
        let (count, weight): (String, String) = (row.get(0)?, row.get(1)?);
        let stats = Stats { nodes: unsigned(row.get(2)?)?, updates: unsigned(row.get(3)?)? };
        tally += Tally { count: count_of(&count)? * count_of(&weight)?, stats };
        closed += 1;
    }
    Ok((tally, closed))
}

/// How many tasks are open, and their share of the search.
fn left(connection: &Connection, part: i64) -> Result<(u64, f64), Fault> {
    let sql = "SELECT count(*), total(share) FROM task WHERE part = ?1 AND count IS NULL";
    let (open, share): (i64, f64) =
        connection.prepare_cached(sql)?.query_row([part], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok((unsigned(open)?, share))
}

/// What is left to count of a problem, in order.
pub(super) fn open_tasks(connection: &Connection, part: i64) -> Result<Vec<Numbered>, Fault> {
    let sql = "SELECT id, prefix, weight, share FROM task WHERE part = ?1 AND count IS NULL ORDER BY id";
    let mut select = connection.prepare_cached(sql)?;
    let (mut rows, mut tasks) = (select.query([part])?, Vec::new());
    while let Some(row) = rows.next()? {
        let (prefix, weight): (String, String) = (row.get(1)?, row.get(2)?);
        tasks.push((unsigned(row.get(0)?)?, task(&prefix, &weight, row.get(3)?)?));
    }
    Ok(tasks)
}

/// Closed tasks that opened none, of all problems.
pub(super) fn counted(connection: &Connection) -> Result<Vec<Kept>, Fault> {
    let sql = "WITH parents AS (SELECT DISTINCT part, parent FROM task WHERE parent <> id)
               SELECT part.fingerprint, own.part, own.id, prefix, weight, share, own.count FROM task AS own
               JOIN part ON part.id = own.part WHERE own.count IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM parents WHERE parents.part = own.part AND parents.parent = own.id)
               ORDER BY own.part, own.id";
    let mut select = connection.prepare(sql)?;
    let (mut rows, mut all) = (select.query([])?, Vec::new());
    while let Some(row) = rows.next()? {
        let (prefix, weight, count): (String, String, String) = (row.get(3)?, row.get(4)?, row.get(6)?);
        let (task, count) = (task(&prefix, &weight, row.get(5)?)?, count_of(&count)?);
        let (fingerprint, part, number) = (row.get(0)?, row.get(1)?, unsigned(row.get(2)?)?);
        let engines = engines(connection, part)?;
        all.push(Kept { fingerprint, part, number, task, count, engines });
    }
    Ok(all)
}

/// The number of the next task.
pub(super) fn next(connection: &Connection, part: i64) -> Result<u64, Fault> {
    let sql = "SELECT coalesce(max(id) + 1, 0) FROM task WHERE part = ?1";
    unsigned(connection.prepare_cached(sql)?.query_row([part], |row| row.get(0))?)
}

/// How often an audit has found another count.
pub(super) fn n_mismatches(connection: &Connection) -> Result<u64, Fault> {
    unsigned(connection.query_row("SELECT count(*) FROM mismatch", [], |row| row.get(0))?)
}

/// Keeps what an audit has found.
pub(super) fn add_mismatch(
    writing: &mut Writing<'_>,
    kept: &Kept,
    engine: &str,
    recounted: &Count,
) -> Result<(), Fault> {
    let (prefix, counts) = (kept.task.words(), (kept.count.to_string(), recounted.to_string()));
    let texts = [prefix, counts.0, counts.1, engine.into(), env!("CARGO_PKG_VERSION").into()];
    let numbers = [kept.part, id(kept.number)?];
    writing.insert(&MISMATCH, numbers.map(Value::Integer).into_iter().chain(texts.map(Value::Text)).collect())
}

/// Closes tasks: their own tallies, not weighted.
pub(super) fn close_tasks(writing: &mut Writing<'_>, part: i64, closed: &[(u64, Tally)]) -> Result<(), Fault> {
    for (number, tally) in closed {
        close_task(writing, part, id(*number)?, tally)?;
    }
    if closed.is_empty() { Ok(()) } else { drop_levels(writing, part) }
}

fn close_task(writing: &mut Writing<'_>, part: i64, id: i64, tally: &Tally) -> Result<(), Fault> {
    let Stats { nodes, updates } = tally.stats;
    let (mut first, count) = (None, tally.count.to_string());
    let is_there = writing.change(&TASK, [part, id], |row| match row {
        [.., own_count @ Value::Null, own_nodes, own_updates] => {
            *own_count = Value::Text(count.clone());
            (*own_nodes, *own_updates) = (figure(nodes), figure(updates));
        }
        [.., Value::Text(known), _, _] => first = Some(known.clone()),
        _ => {}
    })?;
    match first {
        _ if !is_there => Err(Fault::Damaged(format!("task {id} of problem {part} is not there"))),
        // Whoever counted it again found the same: it counts once.
        Some(known) if known != count => {
            Err(Fault::Damaged(format!("task {id} of problem {part} was counted twice: first {known}, then {count}")))
        }
        _ => Ok(()),
    }
}

/// States of a task that is counted now are of no use any more.
fn drop_levels(writing: &mut Writing<'_>, part: i64) -> Result<(), Fault> {
    let sql = "SELECT task FROM level WHERE part = ?1 AND piece = 0";
    let connection = writing.connection();
    let task: Option<String> = connection.prepare_cached(sql)?.query_row([part], |row| row.get(0)).optional()?;
    let Some(task) = task else { return Ok(()) };
    let sql = "SELECT EXISTS (SELECT 1 FROM task WHERE part = ?1 AND prefix = ?2 AND count IS NULL)";
    let is_open: bool = connection.prepare_cached(sql)?.query_row(params![part, task], |row| row.get(0))?;
    if is_open { Ok(()) } else { writing.delete(&LEVEL, "part = ?1", [part]) }
}

/// Opens tasks: number, number of the task it is a rest of or its own, task.
pub(super) fn add_tasks(writing: &mut Writing<'_>, part: i64, opened: &[(u64, u64, Task)]) -> Result<(), Fault> {
    for (number, parent, task) in opened {
        let mut values: Vec<Value> = vec![part.into(), id(*number)?.into(), id(*parent)?.into()];
        values.extend([Value::Text(task.words()), Value::Text(task.weight.to_string()), Value::Real(task.share)]);
        values.extend([Value::Null, Value::Null, Value::Null]);
        writing.insert(&TASK, values)?;
    }
    Ok(())
}

/// A task from its row.
fn task(prefix: &str, weight: &str, share: f64) -> Result<Task, Fault> {
    let option = |word: &str| word.parse::<u32>().ok().and_then(|number| usize::try_from(number).ok());
    let options: Option<Vec<OptionId>> =
        prefix.split_whitespace().map(|word| option(word).map(OptionId::from_index)).collect();
    let is_share = share.is_finite() && share >= 0.0;
    let prefix = options.filter(|_| is_share).ok_or_else(|| Fault::unreadable("a task"))?;
    Ok(Task { prefix, weight: count_of(weight)?, share })
}

fn count_of(text: &str) -> Result<Count, Fault> {
    text.parse().map_err(|_| Fault::unreadable("a count"))
}

/// The number of a task as SQLite has numbers: with a sign.
fn id(number: u64) -> Result<i64, Fault> {
    i64::try_from(number).map_err(|_| Fault::unreadable("the number of a task"))
}

/// A figure of a search likewise. One past 2^63 stops there, as figures do.
fn figure(number: u64) -> Value {
    Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

fn unsigned(number: i64) -> Result<u64, Fault> {
    u64::try_from(number).map_err(|_| Fault::unreadable("a number below 0"))
}
