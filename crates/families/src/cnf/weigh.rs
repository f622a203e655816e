//! Lines with weights: `c p weight LITERAL WEIGHT 0`, as the model counting competition has them from 2021 on, or `w LITERAL WEIGHT`, as it had them before.
//!
//! Literals without a weight weigh 1. If a weight between 0 and 1 is given and that of the opposite literal is not, the two add up to 1; for any other weight both must be given (Fichte, Hecher, Shaw, "Model Counting Competition
//! Data Format", 2025).

use std::collections::BTreeMap;

use crate::formula::{Literal, LiteralWeights, variable};
use crate::text::Line;
use dlx_core::format::{SyntaxError, error_at_word};
use dlx_core::tally::Ratio;

/// What literals weigh, where that was said, and the line that says it.
#[derive(Default)]
pub(super) struct WeightLines<'t> {
    lines: Vec<Line<'t>>,
    given: BTreeMap<Literal, (Ratio, Line<'t>, &'t str)>,
}

impl<'t> WeightLines<'t> {
    /// Keeps a line until the number of variables is known, since it may come before the header.
    pub(super) fn keep(&mut self, line: Line<'t>) {
        self.lines.push(line);
    }

    /// Is there any?
    pub(super) const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The weights of variables 1 to n, and for how many literals they were completed.
    pub(super) fn read(mut self, n: usize) -> Result<(LiteralWeights, usize), Box<SyntaxError>> {
        for line in std::mem::take(&mut self.lines) {
            self.line(line, n)?;
        }
        let (mut weights, mut n_assumed) = (LiteralWeights::default(), 0);
        for (&literal, (weight, line, word)) in &self.given {
            let both = weights.0.entry(variable(literal)).or_insert_with(|| [0, 0].map(Ratio::from));
            both[usize::from(literal > 0)] = weight.clone();
            if !self.given.contains_key(&-literal) {
                both[usize::from(literal < 0)] = opposite(literal, weight, *line, word)?;
                n_assumed += 1;
            }
        }
        Ok((weights, n_assumed))
    }

    fn line(&mut self, line: Line<'t>, n: usize) -> Result<(), Box<SyntaxError>> {
        let mut words = line.1.split_whitespace().skip_while(|word| ["c", "p", "w", "weight"].contains(word));
        let end = &line.1[line.1.len()..];
        let (literal, weight) = (words.next().unwrap_or(end), words.next().unwrap_or(end));
        if let Some(more) = words.find(|word| *word != "0") {
            let help = "a line has one literal and one weight, then 0: c p weight -3 0.25 0";
            return Err(error_at_word(line, more, &format!("`{more}` behind a weight"), help));
        }
        let is_literal = |it: &Literal| (1..=n).contains(&variable(*it));
        let number = literal.parse().ok().filter(is_literal).ok_or_else(|| {
            let help = format!("weights are those of literals, 1 to {n} or their negatives: c p weight -3 0.25 0");
            error_at_word(line, literal, &format!("`{literal}` is not a literal"), &help)
        })?;
        let weighed: Ratio = weight.parse().map_err(|error| {
            error_at_word(line, weight, &format!("`{weight}` is not a weight"), &format!("{error}"))
        })?;
        match self.given.insert(number, (weighed.clone(), line, literal)) {
            Some((other, before, _)) if other != weighed => {
                let what = format!("`{number}` weighs {other} in line {}", before.0);
                Err(error_at_word(line, weight, &what, "each literal has one weight"))
            }
            _ => Ok(()),
        }
    }
}

/// The weight of the opposite of a literal that is not given.
fn opposite(literal: Literal, weight: &Ratio, line: Line<'_>, word: &str) -> Result<Ratio, Box<SyntaxError>> {
    let zero = Ratio::from(0);
    let rest = Ratio::from(1) + &(Ratio::from(-1) * weight);
    if *weight >= zero && rest >= zero {
        return Ok(rest);
    }
    let help = format!("give that of `{}`, too: it is 1 - w only if w is from 0 to 1", -literal);
    Err(error_at_word(line, word, &format!("the weight of `{literal}` alone does not say that of its opposite"), &help))
}
