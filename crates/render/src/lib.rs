//! Outcomes and solutions as strings: text, tables, pictures and pages.

pub mod picture;
pub mod report;
pub mod trace;
