//! Many jobs side by side.

use super::resources::Session;

impl Session<'_> {
    /// Runs jobs 0 to `n_jobs` - 1, as many at once as there are threads, and hands in the results as they come, on this thread.
    ///
    /// A job is given a session for its counts. While other jobs wait to begin it has one thread, and when all have begun those that still run share the
    /// threads of those that have ended: the last long one gets all of them. Memory is divided among the jobs that can run at once.
    ///
    /// ```
    /// use dlx_count::{Session, family::queens};
    ///
    /// let session = Session::builder().threads(2).build()?;
    /// let mut counts = vec![String::new(); 9];
    /// session.batch(9, |session, n| session.count(&queens(n)), |n, outcome| {
    ///     counts[n] = outcome.map_or_else(|error| error.to_string(), |outcome| outcome.count.to_string());
    /// });
    /// assert_eq!(counts, ["1", "1", "0", "0", "2", "10", "4", "40", "92"]);
    /// # Ok::<(), dlx_count::RunError>(())
    /// ```
    ///
    /// # Panics
    /// If a job panics.
    pub fn batch<R: Send>(&self, n_jobs: usize, job: impl Fn(&Self, usize) -> R + Sync, done: impl FnMut(usize, R)) {
        let mut session = self.with_permit();
        session.settings.memory /= n_jobs.clamp(1, self.threads());
        let lent = Lent::new(self);
        self.workers.batch(n_jobs, |number| job(&session, number), done);
        drop(lent);
    }
}

/// The permit of a job that runs a batch of its own, and only waits meanwhile: others may have it.
struct Lent<'s>(Option<&'s Session<'s>>);

impl<'s> Lent<'s> {
    fn new(session: &'s Session<'_>) -> Self {
        if session.has_permit {
            session.workers.permits().give_back(1);
        }
        Self(session.has_permit.then_some(session))
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        if let Some(session) = self.0 {
            session.workers.permits().expect(1);
            session.workers.permits().begin();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::session::Session;
    use dlx_families::queens;

    /// A job may itself run a batch, even if there is only one thread.
    #[test]
    fn batches_can_be_nested() {
        for threads in [1, 2] {
            let session = Session::builder().threads(threads).build().unwrap();
            let mut total = 0;
            session.batch(
                3,
                |session, _| {
                    let mut sum = 0;
                    let one = |session: &Session<'_>, n: usize| session.count(&queens(n)).unwrap().count.to_u64();
                    session.batch(7, one, |_, count| sum += count.unwrap());
                    sum
                },
                |_, sum| total += sum,
            );
            assert_eq!(total, 3 * 18);
            assert_eq!(session.workers.permits().take(9), threads, "all permits are given back");
        }
    }

    /// Counts that are asked for by several threads at once share the permits.
    #[test]
    fn counts_from_several_threads_share_one_pool() {
        let session = Session::builder().threads(2).build().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| assert_eq!(session.count(&queens(9)).unwrap().count.to_u64(), Some(352)));
            }
        });
        assert_eq!(session.workers.permits().take(9), 2);
    }
}
