//! The engines against the naive counter, as optimized as users have them. The same tests as in `it`, without the program and its tests, which would take minutes to build.

#![allow(
    dead_code,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "as in `it`"
)]

#[path = "it/agreement.rs"]
mod agreement;
#[path = "it/common.rs"]
mod common;
#[path = "it/oracle.rs"]
mod oracle;
#[path = "it/properties.rs"]
mod properties;
