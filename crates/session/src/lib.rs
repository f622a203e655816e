//! What is asked, and the one door to all of it: jobs, sessions, and what outlives a process.

pub mod job;
mod lines;
pub mod puzzle;
pub mod records;
pub mod session;
mod spill;
pub mod store;
