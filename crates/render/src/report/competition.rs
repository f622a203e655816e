//! The answer in the form of the model counting competition: <https://mccompetition.org>, format of 2021 and later.

use dlx_core::tally::Outcome;

/// The lines of an answer. A count that is not complete is not an answer, unless it is known that there is a model.
#[must_use]
pub fn competition(outcome: &Outcome) -> String {
    let count = outcome.count.to_string();
    let satisfiable = match (count.as_str(), outcome.is_complete()) {
        ("0", true) => "UNSATISFIABLE",
        ("0", false) => "UNKNOWN",
        _ => "SATISFIABLE",
    };
    let exact = format!("c s log10-estimate {}\nc s exact arb int {count}\n", logarithm(&count));
    let exact = if outcome.is_complete() { exact } else { String::new() };
    format!("s {satisfiable}\nc s type mc\n{exact}")
}

/// The decimal logarithm of a number, from its digits.
fn logarithm(digits: &str) -> String {
    let mantissa: f64 = format!("0.{digits}").parse().unwrap_or(0.0);
    if mantissa == 0.0 {
        return "-inf".into();
    }
    let exponent = u32::try_from(digits.len()).unwrap_or(u32::MAX);
    format!("{:.6}", f64::from(exponent) + mantissa.log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_of_digits() {
        assert_eq!(
            [logarithm("0"), logarithm("1"), logarithm("1000"), logarithm("92")],
            ["-inf", "0.000000", "3.000000", "1.963788"]
        );
    }
}
