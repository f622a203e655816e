//! The engine that learns from conflicts and counts parts apart, on formulas: where it may go wrong is where parts without solutions meet clauses that join parts.

use dlx_count::engine::Task;
use dlx_count::family::Cnf;
use dlx_count::{EngineKind, Problem, Session, SplitDepth};

use crate::common::count_task;
use crate::reductions::{models, text_of};

/// A formula in clauses of two to four literals, of several parts, each about as likely to have a model as not.
fn random_formula(dice: &mut fastrand::Rng) -> (usize, Vec<Vec<i32>>) {
    let (n_parts, mut clauses, mut n) = (dice.i32(1..4), Vec::new(), 0);
    for _ in 0..n_parts {
        let size = dice.i32(3..14 / n_parts + 1);
        for _ in 0..size * dice.i32(2..6) {
            clauses.push(random_clause(dice, n + 1..n + size + 1));
        }
        n += size;
    }
    // Now and then parts are joined.
    (0..dice.i32(0..3)).for_each(|_| clauses.push(random_clause(dice, 1..n + 1)));
    (n.unsigned_abs() as usize, clauses)
}

fn random_clause(dice: &mut fastrand::Rng, variables: std::ops::Range<i32>) -> Vec<i32> {
    let variables: Vec<i32> = variables.collect();
    let size = dice.usize(2..5).min(variables.len());
    let some = dice.choose_multiple(variables, size);
    some.into_iter().map(|it| if dice.bool() { it } else { -it }).collect()
}

fn read(n: usize, clauses: &[Vec<i32>]) -> Cnf {
    Cnf::read(&text_of(n, clauses, None)).unwrap()
}

fn session(threads: usize, memory: usize) -> Session<'static> {
    let depth = if threads > 1 { SplitDepth::At(2) } else { SplitDepth::Auto };
    let builder = Session::builder().engine(EngineKind::Learn).threads(threads).memory(memory);
    builder.split_depth(depth).build().unwrap()
}

#[test]
fn random_formulas_have_as_many_models_as_assignments_fit() {
    let mut dice = fastrand::Rng::with_seed(46);
    let sessions = [session(1, 1 << 24), session(2, 1 << 24), session(1, 2000)];
    for number in 0..400 {
        let (n, clauses) = random_formula(&mut dice);
        let (models, cnf) = (models(n, &clauses, 1..=n), read(n, &clauses));
        for problem in [cnf.problem().unwrap(), cnf.problem_as_written().unwrap()] {
            let count = |session: &Session| session.count(&problem).unwrap().count.to_u64();
            assert_eq!(sessions.each_ref().map(count), [Some(models); 3], "formula {number}: {clauses:?}");
        }
    }
}

/// Tasks that come one after the other share what was learned, and what is known of parts.
#[test]
fn what_one_task_learned_is_right_for_the_next() {
    let mut dice = fastrand::Rng::with_seed(47);
    for number in 0..200 {
        let (n, clauses) = random_formula(&mut dice);
        let (models, problem) = (models(n, &clauses, 1..=n), read(n, &clauses).problem_as_written().unwrap());
        let mut engine = EngineKind::Learn.build(&problem, 1 << 20);
        for _ in 0..2 {
            let count = |task: &Task| count_task(&mut *engine, task, false).0.to_u64().unwrap();
            let sum: u64 = tasks(&problem).iter().map(count).sum();
            assert_eq!(sum, models, "formula {number}: {clauses:?}");
        }
    }
}

/// A task for each option of the primary item with the most options, which may be a clause.
fn tasks(problem: &Problem) -> Vec<Task> {
    let with = |item| problem.options().filter(move |&option| problem.items_of(option).contains(&item));
    let Some(item) = problem.items().filter(|&item| problem.is_primary(item)).max_by_key(|&item| with(item).count())
    else {
        return vec![Task::root()];
    };
    with(item).map(|option| Task { prefix: vec![option].into(), ..Task::root() }).collect()
}

/// A search that is asked for its rest again and again hands it back, and all of it adds up to what it counts if it is left alone.
#[test]
fn rests_add_up() {
    let mut dice = fastrand::Rng::with_seed(48);
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    (0..125).for_each(|_| {
        clauses.push(dice.choose_multiple(1..=50, 3).into_iter().map(|it| if dice.bool() { it } else { -it }).collect())
    });
    let problem = read(50, &clauses).problem().unwrap();
    let mut engine = EngineKind::Learn.build(&problem, 1 << 24);
    let (count, n_pauses) = count_task(&mut *engine, &Task::root(), true);
    let whole = session(1, 1 << 24).count(&problem).unwrap();
    assert_eq!(count, whole.count);
    assert!(n_pauses > 0);
}
