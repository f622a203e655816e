//! The best solutions in words.

use std::time::Duration;

use super::human::{reason, seconds, short};
use dlx_core::format::plural;
use dlx_core::problem::Decimal;
use dlx_core::tally::Ending;

/// The solutions that were found, and what is known of better ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestFigures<'a> {
    /// The name of the problem.
    pub name: &'a str,
    /// Is the greatest cost asked for?
    pub is_greatest: bool,
    /// The costs of the solutions that were found, the best first.
    pub costs: Vec<Decimal>,
    /// No solution is better than this.
    pub bound: Option<Decimal>,
    /// How it ended.
    pub ending: Ending,
    /// How it was found.
    pub way: &'a str,
    /// Nodes of the tree that were visited.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// What was found, how, and whether it is proved: one line, without its end.
#[must_use]
pub fn best(figures: &BestFigures<'_>) -> String {
    let BestFigures { name, way, nodes, elapsed, ending, .. } = figures;
    let nodes = if *nodes > 0 { format!(", {}", plural(short(*nodes), "node")) } else { String::new() };
    let time = seconds(elapsed.as_secs_f64());
    format!("{name}: {}{}; {way}{nodes}, {time}", known(figures), reason(*ending))
}

fn known(figures: &BestFigures<'_>) -> String {
    let BestFigures { costs, bound, is_greatest, ending, .. } = figures;
    let (most, beyond) = if *is_greatest { ("greatest", "more") } else { ("least", "less") };
    let limit = bound.map_or(String::new(), |bound| format!(", none costs {beyond} than {bound}"));
    match (costs.as_slice(), ending) {
        ([], Ending::Complete) => "no solution".into(),
        ([], _) => format!("no solution found{limit}"),
        ([best, .., last], Ending::Complete) => {
            let last = if last == best { String::new() } else { format!(", the last costs {last}") };
            format!("the {most} cost is {best}; {}{last}", plural(costs.len(), "solution"))
        }
        ([best], Ending::Complete) => format!("the {most} cost is {best}"),
        ([best, ..], _) => format!("the best found costs {best}{limit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_said() {
        let say = |costs: &[i32], bound: Option<i32>, is_greatest, ending| {
            let (name, way, elapsed) = ("x", "by luck", Duration::from_secs(2));
            let costs = costs.iter().map(|&cost| cost.into()).collect();
            let bound = bound.map(Decimal::from);
            best(&BestFigures { name, is_greatest, costs, bound, ending, way, nodes: 1234, elapsed })
        };
        let end = "; by luck, 1.23 k nodes, 2.00 s";
        let limit = " (not complete: stopped by the time limit)";
        for (costs, bound, is_greatest, ending, said) in [
            (&[][..], None, false, Ending::Complete, "x: no solution".into()),
            (&[5], Some(5), false, Ending::Complete, "x: the least cost is 5".into()),
            (&[5, 5], Some(5), true, Ending::Complete, "x: the greatest cost is 5; 2 solutions".into()),
            (&[5, 6], Some(5), false, Ending::Complete, "x: the least cost is 5; 2 solutions, the last costs 6".into()),
            (
                &[5],
                Some(3),
                false,
                Ending::TimeLimit,
                format!("x: the best found costs 5, none costs less than 3{limit}"),
            ),
            (&[], Some(3), true, Ending::TimeLimit, format!("x: no solution found, none costs more than 3{limit}")),
        ] {
            assert_eq!(say(costs, bound, is_greatest, ending), said + end);
        }
    }
}
