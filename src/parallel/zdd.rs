//! The decision diagram of all solutions, made by so many threads.

use super::RunError;
use crate::engine::Watch;
use crate::engine::frontier::{Diagram, Refusal, Zdd};
use crate::problem::Problem;

/// The zero-suppressed decision diagram of a problem: a sweep with so many threads that keeps every level, in so many bytes.
///
/// ```
/// let diagram = dlx_count::parallel::zdd(&dlx_count::family::queens(8), 2, 1 << 30)??;
/// assert_eq!(diagram.count().to_u64(), Some(92));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the worker threads cannot be started; and, inside, if the states do not fit.
pub fn zdd(problem: &Problem, threads: usize, memory: usize) -> Result<Result<Zdd, Refusal>, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|source| RunError::Threads { threads, source })?;
    Ok(pool.install(|| Diagram::new(problem, memory, &Watch::default()).map(|diagram| diagram.zdd())))
}
