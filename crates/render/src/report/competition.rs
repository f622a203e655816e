//! The answer in the form of the model counting competition: <https://mccompetition.org>, format of 2021 and later.

use dlx_core::tally::{Outcome, Ratio};

/// The lines of an answer, which may be about shown variables only. A count that is not complete is not an answer, unless it is known that there is a model.
#[must_use]
pub fn competition(outcome: &Outcome, is_projected: bool) -> String {
    let count = outcome.count.to_string();
    let is_satisfiable = match (outcome.count.is_zero(), outcome.is_complete()) {
        (true, false) => None,
        (is_zero, _) => Some(!is_zero),
    };
    let answer = || format!("c s log10-estimate {}\nc s exact arb int {count}\n", significant(logarithm(&count)));
    let answer = outcome.is_complete().then(answer);
    lines(is_satisfiable, if is_projected { "pmc" } else { "mc" }, answer)
}

/// The lines of an answer to the question for a weighted count, as far as it is known, and whether there is a model.
#[must_use]
pub fn weighted_competition(count: Option<&Ratio>, is_satisfiable: Option<bool>, is_projected: bool) -> String {
    let answer = count.map(|count| {
        let over = count.over().to_string();
        let (sign, digits) = over.strip_prefix('-').map_or(("", over.as_str()), |digits| ("neg", digits));
        let logarithm = logarithm(digits) - logarithm(&count.under().to_string());
        format!("c s {sign}log10-estimate {}\nc s exact arb frac {count}\n", significant(logarithm))
    });
    lines(is_satisfiable, if is_projected { "pwmc" } else { "wmc" }, answer)
}

fn lines(is_satisfiable: Option<bool>, kind: &str, answer: Option<String>) -> String {
    let satisfiable = match is_satisfiable {
        Some(true) => "SATISFIABLE",
        Some(false) => "UNSATISFIABLE",
        None => "UNKNOWN",
    };
    format!("s {satisfiable}\nc s type {kind}\n{}", answer.unwrap_or_default())
}

/// The decimal logarithm of a number, from its digits.
fn logarithm(digits: &str) -> f64 {
    let mantissa: f64 = format!("0.{digits}").parse().unwrap_or(0.0);
    f64::from(u32::try_from(digits.len()).unwrap_or(u32::MAX)) + mantissa.log10()
}

/// A number with 15 digits, as many as doubles have.
fn significant(number: f64) -> String {
    let n_before = format!("{:.0}", number.abs().floor()).trim_start_matches('0').len();
    format!("{number:.*}", 15usize.saturating_sub(n_before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_of_digits() {
        let said = ["0", "1", "1000", "92"].map(|digits| significant(logarithm(digits)));
        assert_eq!(said, ["-inf", "0.000000000000000", "3.00000000000000", "1.96378782734556"]);
    }

    #[test]
    fn weighted_counts_have_signs_and_fractions() {
        let said = |text: &str| weighted_competition(Some(&text.parse().unwrap()), Some(true), true);
        let head = "s SATISFIABLE\nc s type pwmc\n";
        assert_eq!(said("1/1000"), format!("{head}c s log10-estimate -3.00000000000000\nc s exact arb frac 1/1000\n"));
        assert_eq!(said("-10"), format!("{head}c s neglog10-estimate 1.00000000000000\nc s exact arb frac -10\n"));
        assert_eq!(said("0"), format!("{head}c s log10-estimate -inf\nc s exact arb frac 0\n"));
        assert_eq!(weighted_competition(None, None, false), "s UNKNOWN\nc s type wmc\n");
    }
}
