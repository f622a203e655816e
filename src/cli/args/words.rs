//! Parsers for the values of options: times, amounts of memory, numbers of threads.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::TypedValueParser;

use super::suggest::Suggest;
use crate::engine::EngineKind;
use crate::family::BoxSize;
use crate::parallel::SplitDepth;
use crate::problem::{to_place, whole_part};
use crate::tally::Count;

/// An engine by name, or none: let the program choose. (Not an option that need not be given: clap tells by the name of the type.)
pub(in crate::cli) type EngineChoice = Option<EngineKind>;

/// The parser of engines, which knows their names.
pub(super) fn engine_parser() -> Suggest<impl TypedValueParser<Value = EngineChoice>> {
    let names = EngineKind::ALL.iter().map(|engine| engine.name());
    Suggest { parser: parse_engine, words: std::iter::once("auto").chain(names).collect() }
}

fn parse_engine(word: &str) -> Result<EngineChoice, String> {
    match EngineKind::named(word) {
        None if word != "auto" => {
            let names: Vec<&str> = EngineKind::ALL.iter().map(|engine| engine.name()).collect();
            Err(format!("the engines are auto, {}", names.join(", ")))
        }
        choice => Ok(choice),
    }
}

/// Reads `4GiB`, `512M` or plain bytes.
pub(super) fn parse_memory(text: &str) -> Result<usize, String> {
    let help = || "an amount of memory is written like 512MiB, 4GiB or 1e9".to_owned();
    let digits = text.find(|c: char| c.is_ascii_alphabetic() && c != 'e').unwrap_or(text.len());
    let number: f64 = text[..digits].trim().parse().map_err(|_| help())?;
    let unit: f64 = match text[digits..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1024.0 * 1024.0,
        "g" | "gib" => 1024.0 * 1024.0 * 1024.0,
        "t" | "tib" => 1024f64.powi(4),
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        _ => return Err(help()),
    };
    let bytes = number * unit;
    match bytes {
        bytes if bytes < 1e6 => Err("the least is 1 MB".into()),
        bytes if bytes < 1e18 => Ok(to_place(whole_part(bytes))),
        _ => Err("no machine has so much: the most is 10^18 bytes, less than 909494TiB".into()),
    }
}

/// Reads a number of threads.
pub(super) fn parse_threads(text: &str) -> Result<usize, String> {
    let number: Option<usize> = text.trim().parse().ok();
    let help = "a number of threads is from 1 to 4096; scale takes several, such as 1,2,4";
    number.filter(|number| (1..=4096).contains(number)).ok_or_else(|| help.into())
}

/// A parser of whole numbers from the first number to the second, or without bound.
pub(in crate::cli) fn parse_within<T>(least: T, most: Option<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Copy,
{
    move |text| {
        let number: Option<T> = text.trim().parse().ok();
        let is_within = |number: &T| *number >= least && most.is_none_or(|most| *number <= most);
        number.filter(is_within).ok_or_else(|| {
            let most = most.map_or_else(String::new, |most| format!(" to {most}"));
            format!("a whole number from {least}{most}")
        })
    }
}

/// Reads a whole number that has to fit in 64 bits: a seed, a limit.
pub(in crate::cli) fn parse_number(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| "a whole number from 0 to 2^64 - 1, without sign".into())
}

/// Reads a number of solutions to stop at.
pub(super) fn parse_limit(text: &str) -> Result<Count, String> {
    let number: Option<Count> = text.trim().parse().ok();
    number.filter(|number| !number.is_zero()).ok_or_else(|| "a whole number from 1".into())
}

/// Reads `5%`.
pub(in crate::cli) fn parse_percent(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.strip_suffix('%').and_then(|number| number.trim().parse().ok());
    let is_share = |percent: &f64| *percent > 0.0 && *percent <= 100.0;
    number.filter(is_share).ok_or_else(|| "a share is more than 0% and at most 100%, written like 5% or 0.1%".into())
}

/// Reads `2x3`.
pub(in crate::cli) fn parse_box(text: &str) -> Result<BoxSize, String> {
    BoxSize::parse(text).map_err(|error| error.to_string())
}

pub(super) fn parse_depth(word: &str) -> Result<SplitDepth, String> {
    match word {
        "auto" => Ok(SplitDepth::Auto),
        _ => word.parse().map(SplitDepth::At).map_err(|_| "a depth is a number of options, or `auto`".into()),
    }
}

/// Reads `1h30m`, `250ms` or plain seconds such as `1.5`.
pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    let help = || "a time is written like 30s, 5m, 1h30m or 250ms".to_owned();
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map_err(|_| help());
    }
    let (mut total, mut rest) = (Duration::ZERO, text);
    if text.is_empty() {
        return Err(help());
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(help)?;
        let letters = rest[digits..].find(|c: char| !c.is_ascii_alphabetic()).map_or(rest.len(), |end| digits + end);
        let unit = match &rest[digits..letters] {
            "ms" => 0.001,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86400.0,
            _ => return Err(help()),
        };
        let number: f64 = rest[..digits].parse().map_err(|_| help())?;
        total = Duration::try_from_secs_f64(number * unit)
            .ok()
            .and_then(|part| total.checked_add(part))
            .ok_or_else(help)?;
        rest = &rest[letters..];
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_memory_have_bounds() {
        assert_eq!((parse_percent("0.5%"), parse_percent("100%")), (Ok(0.5), Ok(100.0)));
        for bad in ["0%", "5", "101%", "-1%", "nan%", "%"] {
            assert!(parse_percent(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_memory("2MB"), Ok(2_000_000));
        assert!(parse_memory("99999999999TiB").unwrap_err().contains("the most"));
        assert!(parse_memory("1kB").unwrap_err().contains("the least"));
        assert!(parse_limit("0").is_err() && parse_limit("1").is_ok());
    }

    #[test]
    fn times_are_read() {
        let ms = |text| parse_time(text).map(|time| time.as_millis());
        assert_eq!(ms("1h30m"), Ok(5_400_000));
        assert_eq!(ms("250ms"), Ok(250));
        assert_eq!(ms("1.5"), Ok(1500));
        for bad in ["", "s", "5x", "-1s", "1e99h", "1h30", "5 m"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }
}
