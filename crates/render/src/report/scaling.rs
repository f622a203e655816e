//! A scaling benchmark as text, CSV, Markdown, JSON and as a plot.

use std::fmt::Write as _;

use serde_json::json;

use super::TableFormat;
use super::human::seconds;
use dlx_core::format::plural;

/// The runs of one number of threads.
#[derive(Clone, PartialEq, Debug)]
pub struct ScaleRow {
    /// Worker threads.
    pub threads: usize,
    /// Wall-clock times in seconds, sorted.
    pub times: Vec<f64>,
    /// Tasks of the last run.
    pub tasks: u64,
    /// The share of the threads' time in which they had no task, in the last run; none if the engine shares out the work itself.
    pub idle: Option<f64>,
}

impl ScaleRow {
    /// The median time; if there are two in the middle, their mean.
    #[must_use]
    pub fn median(&self) -> f64 {
        let (low, high) = ((self.times.len() - 1) / 2, self.times.len() / 2);
        (self.times[low] + self.times[high]) / 2.0
    }
}

/// All runs, and their measurements.
#[derive(Clone, PartialEq, Debug)]
pub struct Scaling {
    /// What was counted.
    pub name: String,
    /// Its count.
    pub count: String,
    /// Processors of the machine: more threads than these are marked.
    pub processors: usize,
    /// The fewest threads first.
    pub rows: Vec<ScaleRow>,
    /// Numbers of workers, and the time that the tasks of one run would take on each number.
    pub replay: Vec<(usize, f64)>,
}

impl Scaling {
    /// The speed-up against the row with the fewest threads, which is taken to use its threads perfectly.
    pub(super) fn speed_up(&self, row: &ScaleRow) -> f64 {
        let first = &self.rows[0];
        first.threads as f64 * first.median() / row.median()
    }

    /// As a table.
    #[must_use]
    pub fn table(&self, format: TableFormat) -> String {
        match format {
            TableFormat::Json => self.json(),
            TableFormat::Csv => self.csv(),
            TableFormat::Markdown => self.aligned("| ", " | ", " |", true),
            // A b-file has no times.
            TableFormat::Text | TableFormat::BFile => self.aligned("  ", "  ", "", false),
        }
    }

    fn cells(&self, row: &ScaleRow) -> [String; 7] {
        let speed_up = self.speed_up(row);
        let mark = if row.threads > self.processors { "*" } else { "" };
        [
            format!("{}{mark}", row.threads),
            seconds(row.median()),
            format!("{} .. {}", seconds(row.times[0]), seconds(row.times[row.times.len() - 1])),
            format!("{speed_up:.2}"),
            format!("{:.0}%", 100.0 * speed_up / row.threads as f64),
            row.tasks.to_string(),
            row.idle.map_or("-".into(), |idle| format!("{:.0}%", 100.0 * idle)),
        ]
    }

    fn aligned(&self, left: &str, between: &str, right: &str, has_rule: bool) -> String {
        let head = ["threads", "median", "fastest .. slowest", "speed-up", "efficiency", "tasks", "idle"];
        let rows: Vec<[String; 7]> = self.rows.iter().map(|row| self.cells(row)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0).max(head[column].len());
        let line = |cells: [&str; 7]| {
            let padded: Vec<String> = (0..7).map(|column| format!("{:>1$}", cells[column], width(column))).collect();
            format!("{left}{}{right}\n", padded.join(between))
        };
        let mut text =
            format!("{}: {}, {}\n", self.name, plural(&self.count, "solution"), plural(self.processors, "processor"));
        text += if has_rule { "\n" } else { "" };
        text += &line(head);
        if has_rule {
            text += &"|---".repeat(7);
            text += "|\n";
        }
        rows.iter().for_each(|row| text += &line(std::array::from_fn(|column| row[column].as_str())));
        if self.rows.iter().any(|row| row.threads > self.processors) {
            text += if has_rule { "\n" } else { "" };
            let left = if has_rule { "" } else { left };
            text += &format!("{left}* more threads than processors\n");
        }
        if !self.replay.is_empty() {
            let steps: Vec<String> =
                self.replay.iter().map(|(workers, time)| format!("{workers}: {}", seconds(*time))).collect();
            text += if has_rule { "\n" } else { "" };
            let left = if has_rule { "" } else { left };
            text += &format!(
                "{left}the tasks of one run, split deeper, replayed on simulated workers: {}\n",
                steps.join(", ")
            );
        }
        text
    }

    fn csv(&self) -> String {
        let mut text = "threads,median,fastest,slowest,speed_up,efficiency,tasks,idle,oversubscribed\n".to_owned();
        for row in &self.rows {
            let (speed_up, idle) = (self.speed_up(row), row.idle.map_or(String::new(), |idle| format!("{idle:.4}")));
            let _ = writeln!(
                text,
                "{},{:.6},{:.6},{:.6},{speed_up:.4},{:.4},{},{idle},{}",
                row.threads,
                row.median(),
                row.times[0],
                row.times[row.times.len() - 1],
                speed_up / row.threads as f64,
                row.tasks,
                row.threads > self.processors
            );
        }
        text
    }

    fn json(&self) -> String {
        let row = |row: &ScaleRow| {
            let speed_up = self.speed_up(row);
            json!({
                "threads": row.threads,
                "times": row.times,
                "median": row.median(),
                "speed_up": speed_up,
                "efficiency": speed_up / row.threads as f64,
                "tasks": row.tasks,
                "idle": row.idle,
                "oversubscribed": row.threads > self.processors,
            })
        };
        let replay: Vec<_> =
            self.replay.iter().map(|(workers, time)| json!({ "workers": workers, "seconds": time })).collect();
        let object = json!({
            "name": self.name,
            "count": self.count,
            "processors": self.processors,
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
            "replay": replay,
        });
        object.to_string() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scaling() -> Scaling {
        let row = |threads, times: &[f64], idle| ScaleRow { threads, times: times.to_vec(), tasks: 9, idle };
        Scaling {
            name: "queens <9>".into(),
            count: "352".into(),
            processors: 2,
            rows: vec![row(1, &[1.0, 2.0, 3.0], Some(0.0)), row(2, &[1.0, 1.0], None), row(4, &[0.5, 1.5], Some(0.25))],
            replay: vec![(1, 2.0), (2, 1.0)],
        }
    }

    #[test]
    fn medians_speed_ups_and_marks() {
        let scaling = scaling();
        assert_eq!(scaling.rows.iter().map(ScaleRow::median).collect::<Vec<_>>(), [2.0, 1.0, 1.0]);
        let text = scaling.table(TableFormat::Text);
        let last = text.lines().find(|line| line.contains("4*")).unwrap();
        assert_eq!(
            last.split_whitespace().skip(7).collect::<Vec<_>>().join(" ").replace("s ", ""),
            "2.00 50% 9 25%".replace("s ", ""),
            "{text}"
        );
        assert!(text.contains("more threads than processors") && text.contains("1: 2.00 s, 2: 1.00 s"), "{text}");
        assert_eq!(
            scaling.table(TableFormat::Csv).lines().nth(2),
            Some("2,1.000000,1.000000,1.000000,2.0000,1.0000,9,,false")
        );
        let json: serde_json::Value = serde_json::from_str(&scaling.table(TableFormat::Json)).unwrap();
        assert_eq!((&json["rows"][2]["efficiency"], &json["rows"][2]["oversubscribed"]), (&json!(0.5), &json!(true)));
        assert!(scaling.table(TableFormat::Markdown).contains("|---|---|---|---|---|---|---|\n"));
    }

    #[test]
    fn the_plot_has_a_point_for_each_row_and_no_broken_name() {
        let svg = scaling().svg();
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains("queens &lt;9&gt;") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
