//! The report for human readers: the count, then how it was found.

use dlx_core::format::plural;
use dlx_core::tally::{Count, Ending, Outcome, Profile};

/// The count in words: one line.
#[must_use]
pub fn headline(name: &str, outcome: &Outcome) -> String {
    let least = if outcome.is_complete() { "" } else { "at least " };
    format!("{name}: {least}{}{}\n", solutions(&outcome.count), reason(outcome.ending))
}

/// `1 solution`, `92 solutions`.
#[must_use]
pub fn solutions(count: &Count) -> String {
    format!("{count} {}", if count.to_u64() == Some(1) { "solution" } else { "solutions" })
}

/// Two lines: the count in words, and the figures of the run.
#[must_use]
pub fn human(name: &str, outcome: &Outcome) -> String {
    let done = if outcome.is_complete() { String::new() } else { format!(", {:.1}% done", outcome.done * 100.0) };
    format!(
        "{}  {}, {}, {}, {}, {}{done}\n",
        headline(name, outcome),
        outcome.engine,
        plural(outcome.threads, "thread"),
        plural(outcome.tasks, "task"),
        plural(short(outcome.stats.nodes), "node"),
        seconds(outcome.elapsed.as_secs_f64()),
    )
}

/// The shape of the search: two lines, the second with the nodes of each depth.
#[must_use]
pub fn search(profile: &Profile) -> String {
    let (nodes, decisions) = (plural(profile.nodes, "node"), plural(profile.decisions, "decision"));
    let dead_ends = plural(profile.dead_ends(), "dead end");
    let depths: Vec<String> = profile.depths.iter().map(u64::to_string).collect();
    format!("  {nodes}, {decisions}, {dead_ends}\n  nodes by depth: {}\n", depths.join(" "))
}

/// Why there may be more, in brackets; empty if everything is known.
pub fn reason(ending: Ending) -> &'static str {
    match ending {
        Ending::Complete => "",
        Ending::TimeLimit => " (not complete: stopped by the time limit)",
        Ending::CountLimit => " (not complete: stopped by the limit on solutions)",
        Ending::NodeLimit => " (not complete: stopped by the limit on nodes)",
        Ending::Interrupted => " (not complete: interrupted)",
        Ending::TasksMissing => " (not complete: tasks are missing)",
    }
}

/// A number in three digits or so: `859365` is `859 k`.
#[must_use]
pub fn short(number: u64) -> String {
    let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    let value = number as f64;
    // A value that rounds up to one of the next unit is written in that unit.
    match units.iter().find(|(size, _)| value / size >= 0.99995) {
        Some((size, unit)) if value / size < 9.995 => format!("{:.2} {unit}", value / size),
        Some((size, unit)) => format!("{:.1} {unit}", value / size),
        None => number.to_string(),
    }
}

/// A time with two or three digits that matter.
#[must_use]
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => format!("{:.3} ms", s * 1e3),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 60.0 => format!("{s:.2} s"),
        s => format!("{:.0} min {:02.0} s", (s / 60.0).floor(), (s % 60.0).floor()),
    }
}

/// A rough number, in two digits: `330000`, `2.3e17`.
#[must_use]
pub fn rough(number: f64) -> String {
    match number {
        n if n.is_infinite() => "more than 1e308".into(),
        n if n < 100.0 => format!("{n:.0}"),
        n if n < 1e6 => format!("{:.0}", in_two_digits(n)),
        n => format!("{n:.1e}"),
    }
}

/// The number with all but its first two digits 0.
fn in_two_digits(number: f64) -> f64 {
    let last = 10f64.powf(number.log10().floor() - 1.0);
    (number / last).round() * last
}

/// A rough time, from milliseconds to ages, in two digits.
#[must_use]
pub fn about(time: f64) -> String {
    const UNITS: [(f64, f64, &str); 5] = [
        (1.0, 1e-3, "ms"),
        (60.0, 1.0, "s"),
        (3600.0, 60.0, "min"),
        (2.0 * DAY, 3600.0, "hours"),
        (2.0 * YEAR, DAY, "days"),
    ];
    const DAY: f64 = 86400.0;
    const YEAR: f64 = 365.25 * DAY;
    let (unit, name) =
        UNITS.iter().find(|(end, ..)| time < *end).map_or((YEAR, "years"), |&(_, unit, name)| (unit, name));
    match time / unit {
        _ if time > 1000.0 * YEAR => "more than a thousand years".into(),
        number if number < 0.1 => format!("less than 0.1 {name}"),
        number if number < 9.95 => format!("about {number:.1} {name}"),
        number => format!("about {:.0} {name}", in_two_digits(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [short(999), short(1000), short(859_365), short(14_772_512)],
            ["999", "1.00 k", "859.4 k", "14.8 M"]
        );
        // Rounding reaches the next unit, or the next digit.
        assert_eq!(
            [short(9_994), short(9_995), short(999_949), short(999_950), short(999_999), short(999_999_999)],
            ["9.99 k", "10.0 k", "999.9 k", "1.00 M", "1.00 M", "1.00 G"]
        );
        assert_eq!(
            [seconds(0.0004), seconds(0.25), seconds(59.0), seconds(61.5)],
            ["0.400 ms", "250.0 ms", "59.00 s", "1 min 01 s"]
        );
        assert_eq!([rough(0.0), rough(37.2), rough(123_456.4), rough(2.34e17)], ["0", "37", "120000", "2.3e17"]);
    }

    #[test]
    fn times_to_come_have_two_digits() {
        for (time, said) in [
            (0.0, "less than 0.1 ms"),
            (0.168, "about 170 ms"),
            (1.84, "about 1.8 s"),
            (25.48, "about 25 s"),
            (175.0, "about 2.9 min"),
            (7200.0, "about 2.0 hours"),
            (3.0e5, "about 3.5 days"),
            (3.2e9, "about 100 years"),
            (3.2e13, "more than a thousand years"),
            (f64::INFINITY, "more than a thousand years"),
        ] {
            assert_eq!(about(time), said, "{time}");
        }
    }
}
