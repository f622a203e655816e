//! Outcomes and solutions as text, tables, pictures and pages: pure strings.

pub mod picture;
pub mod report;
pub mod trace;
