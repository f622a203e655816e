//! The speed-up as a plot: against the number of threads, both by powers of two, with the ideal line and the spread of the runs.

use std::fmt::Write as _;

use crate::picture::svg::escaped;

use super::scaling::{ScaleRow, Scaling};

/// The side of the square in which the lines are drawn, and what is left around it.
const SIZE: f64 = 420.0;
const MARGIN: f64 = 60.0;
const WHOLE: f64 = SIZE + 2.0 * MARGIN;

impl Scaling {
    /// A plot of the speed-up as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let most = self.rows.iter().map(|row| row.threads).max().unwrap_or(1).max(2) as f64;
        let plot = Plot { scaling: self, most };
        let name = escaped(&self.name);
        let (middle, bottom, processors) = (WHOLE / 2.0, WHOLE - 15.0, self.processors);
        let (grid, ideal, lines) = (plot.grid(), plot.ideal(), plot.measured());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WHOLE} {WHOLE}\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <title>Speed-up of {name}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             {grid}{ideal}{lines}\
             <text x=\"{middle}\" y=\"30\" text-anchor=\"middle\" font-size=\"16\">{name}: speed-up</text>\n\
             <text x=\"{middle}\" y=\"{bottom:.1}\" text-anchor=\"middle\">threads (hollow: more than the {processors} processors; dashed: ideal)</text>\n</svg>\n"
        )
    }
}

struct Plot<'a> {
    scaling: &'a Scaling,
    /// The largest number of threads.
    most: f64,
}

impl Plot<'_> {
    fn x(&self, threads: f64) -> f64 {
        MARGIN + SIZE * threads.log2() / self.most.log2()
    }

    fn y(&self, speed_up: f64) -> f64 {
        MARGIN + SIZE * (1.0 - speed_up.max(0.5).log2() / self.most.log2())
    }

    /// A line and a number for each power of two.
    fn grid(&self) -> String {
        let mut svg = String::new();
        for value in std::iter::successors(Some(1.0), |value| Some(value * 2.0)).take_while(|&value| value <= self.most)
        {
            let (column, row, end) = (self.x(value), self.y(value), MARGIN + SIZE);
            let (below, left, beside) = (end + 20.0, MARGIN - 8.0, row + 4.0);
            let _ = write!(
                svg,
                "<path d=\"M{column:.1} {MARGIN}V{end}M{MARGIN} {row:.1}H{end}\" stroke=\"#ddd\"/>\n\
                 <text x=\"{column:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">{value}</text>\n\
                 <text x=\"{left:.1}\" y=\"{beside:.1}\" text-anchor=\"end\">{value}</text>\n",
            );
        }
        svg
    }

    fn ideal(&self) -> String {
        let [left, bottom, right, top] = [self.x(1.0), self.y(1.0), self.x(self.most), self.y(self.most)];
        let line = format!("M{left:.1} {bottom:.1}L{right:.1} {top:.1}");
        format!("<path d=\"{line}\" stroke=\"#888\" stroke-dasharray=\"6 4\" fill=\"none\"/>\n")
    }

    /// The line through the medians, and a point for each with the spread around it.
    fn measured(&self) -> String {
        let rows = &self.scaling.rows;
        let place =
            |row: &ScaleRow| format!("{:.1} {:.1}", self.x(row.threads as f64), self.y(self.scaling.speed_up(row)));
        let line = rows.iter().map(place).collect::<Vec<_>>().join("L");
        let points: String = rows.iter().map(|row| self.point(row)).collect();
        format!("<path d=\"M{line}\" stroke=\"#0072b2\" stroke-width=\"2\" fill=\"none\"/>\n{points}")
    }

    fn point(&self, row: &ScaleRow) -> String {
        let first = &self.scaling.rows[0];
        let base = first.threads as f64 * first.median();
        let (column, speed_up) = (self.x(row.threads as f64), self.scaling.speed_up(row));
        let [fast, slow] = [row.times[0], row.times[row.times.len() - 1]].map(|time| self.y(base / time));
        let (fill, middle) =
            (if row.threads > self.scaling.processors { "white" } else { "#0072b2" }, self.y(speed_up));
        format!(
            "<path d=\"M{column:.1} {fast:.1}V{slow:.1}\" stroke=\"#0072b2\"/>\
             <circle cx=\"{column:.1}\" cy=\"{middle:.1}\" r=\"4\" stroke=\"#0072b2\" fill=\"{fill}\"><title>{} threads: {speed_up:.2}</title></circle>\n",
            row.threads,
        )
    }
}
