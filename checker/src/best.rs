//! Best costs: solutions that spend no more than they may beyond the prices of their items.

use std::io::Read;

use crate::input::Input;
use crate::problem::Problem;
use crate::states::states;
use crate::{Res, require};

/// The number of solutions of least cost, or of greatest, which items and options pay with prices and what is spent beyond them.
pub(crate) fn best(input: &mut Input<impl Read>, problem: &Problem, is_greatest: bool) -> Res<(Vec<u8>, String)> {
    let digits = input.number()?;
    require(digits <= 18, "costs have too many digits")?;
    let (mut prices, mut paid) = (vec![0; problem.items.len()], 0);
    for (price, (_, bounds)) in prices.iter_mut().zip(&problem.items) {
        let Some((least, most)) = bounds else { continue };
        let number = i128::from(input.number()?);
        *price = if number % 2 == 0 { number / 2 } else { -(number + 1) / 2 };
        require(*price == 0 || least == most, "a price is for an item that is not covered a fixed number of times")?;
        paid += *price * i128::from(*least);
    }
    let (most, mut spends) = (input.number()?, Vec::new());
    for (cells, cost) in &problem.options {
        let cost = if is_greatest { -units(cost, digits as usize)? } else { units(cost, digits as usize)? };
        let spent = cost - cells.iter().map(|(item, _)| prices[*item]).sum::<i128>();
        let is_chosen = cells.iter().any(|(item, _)| problem.is_primary(*item));
        require(spent >= 0 || !is_chosen, "the items of an option have prices above its cost")?;
        spends.push(spent.clamp(0, i128::from(most) + 1) as u64);
    }
    let count = states(input, problem, Some((spends, most)))?;
    require(count.iter().any(|&byte| byte > 0), "no solution has the best cost")?;
    let cost = if is_greatest { -paid - i128::from(most) } else { paid + i128::from(most) };
    let (unit, amount) = (10u128.pow(digits as u32), cost.unsigned_abs());
    let part = format!(".{:0width$}", amount % unit, width = digits as usize);
    let (whole, part) = (amount / unit, part.trim_end_matches('0').trim_end_matches('.'));
    let (sign, word) = (if cost < 0 { "-" } else { "" }, if is_greatest { "greatest" } else { "least" });
    Ok((count, format!(" of {word} cost {sign}{whole}{part}")))
}

/// A cost, `|$-2.5`, in units of which 10^digits make 1.
fn units(cost: &str, digits: usize) -> Res<i128> {
    let text = cost.trim_start_matches(['|', '$']);
    let (whole, part) = text.trim_start_matches('-').split_once('.').unwrap_or((text.trim_start_matches('-'), ""));
    let is_good =
        whole.len() <= 19 && part.len() <= digits && (whole.to_string() + part).bytes().all(|it| it.is_ascii_digit());
    require(is_good, "a cost is not a number, or has too many digits")?;
    let amount: i128 = format!("0{whole}{part:0<digits$}").parse().map_err(|_| "a cost is too large")?;
    Ok(if text.starts_with('-') { -amount } else { amount })
}
