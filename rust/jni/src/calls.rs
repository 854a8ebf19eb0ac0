//! How often each function was evaluated: one counter a function and thread, written by its thread only, added up on
//! request. Counts of threads that ended are kept.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

type Counts = Arc<[AtomicU64]>;

static THREADS: Mutex<Vec<Counts>> = Mutex::new(Vec::new());

struct Mine(Counts);

impl Drop for Mine {
    fn drop(&mut self) {
        let mut threads = lock();
        threads.retain(|counts| !Arc::ptr_eq(counts, &self.0));
        for (ended, mine) in ended().iter().zip(self.0.iter()) {
            ended.fetch_add(mine.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }
}

thread_local! {
    static MINE: Mine = {
        let counts = zeros();
        lock().push(Arc::clone(&counts));
        Mine(counts)
    };
}

/// One more evaluation of the entry with this index.
pub(crate) fn count(index: usize) {
    MINE.with(|mine| {
        if let Some(counter) = mine.0.get(index) {
            // Only this thread writes it: no need for an atomic addition.
            counter.store(counter.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
        }
    });
}

/// Evaluations of each entry by all threads of the process since it started.
pub(crate) fn totals() -> Vec<i64> {
    let threads = lock();
    let mut totals: Vec<i64> = ended().iter().map(load).collect();
    for counts in threads.iter() {
        for (total, count) in totals.iter_mut().zip(counts.iter()) {
            *total = total.wrapping_add(load(count));
        }
    }
    totals
}

fn load(counter: &AtomicU64) -> i64 {
    counter.load(Ordering::Relaxed).cast_signed()
}

fn ended() -> &'static Counts {
    static ENDED: OnceLock<Counts> = OnceLock::new();
    ENDED.get_or_init(zeros)
}

fn zeros() -> Counts {
    (0..catalog::entries().count()).map(|_| AtomicU64::new(0)).collect()
}

fn lock() -> std::sync::MutexGuard<'static, Vec<Counts>> {
    THREADS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_running_and_ended_threads_add_up() {
        let before = totals()[0];
        count(0);
        std::thread::spawn(|| (0..10).for_each(|_| count(0))).join().unwrap();
        assert_eq!(totals()[0] - before, 11);
    }
}
