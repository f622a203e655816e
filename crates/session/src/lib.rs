//! Requests and the sessions that answer them: jobs, sessions, and what outlives a process.

pub mod job;
mod lines;
pub mod puzzle;
pub mod records;
pub mod session;
mod spill;
pub mod store;
