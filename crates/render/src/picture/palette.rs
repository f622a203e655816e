//! Eight colors that people with any kind of color vision can tell apart.
//!
//! They are those of M. Okabe and K. Ito, "Color Universal Design" (2002, revised 2008), with a gray in the place of black, which is the ink. The test
//! simulates the three kinds of color blindness and asks that each pair stays apart.

use std::collections::BTreeSet;

use dlx_families::{Mark, Scene, Style};

/// Orange, sky blue, bluish green, yellow, blue, vermilion, reddish purple, gray.
pub const COLORS: [&str; 8] = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#bbbbbb"];

/// Is white or black ink easier to read on this color?
#[must_use]
pub fn takes_white_ink(color: usize) -> bool {
    matches!(color, 4)
}

/// A color for each mark, by its number in [`COLORS`]: that of its kind, or, where a neighbor has it already, another one. Where there are
/// colors enough, those that touch at a corner differ, too.
#[must_use]
pub fn colors(scene: &Scene, marks: &[Mark]) -> Vec<usize> {
    // What is chosen of a graph belongs together.
    if scene.style == Style::Graph {
        return marks.iter().map(|mark| mark.kind % COLORS.len()).collect();
    }
    let mut owner = vec![None; scene.cells.len()];
    for (number, mark) in marks.iter().enumerate() {
        mark.cells.iter().for_each(|&cell| owner[cell] = Some(number));
    }
    let mut colors: Vec<Option<usize>> = vec![None; marks.len()];
    for (number, mark) in marks.iter().enumerate() {
        let taken = |around: &mut dyn Iterator<Item = usize>| -> BTreeSet<usize> {
            let others = around.filter_map(|cell| owner[cell]).filter(|&other| other != number);
            others.filter_map(|other| colors[other]).collect()
        };
        let beside = taken(&mut mark.cells.iter().flat_map(|&cell| neighbors(scene, cell)));
        let around = taken(&mut mark.cells.iter().flat_map(|&cell| corners(scene, cell)));
        let wanted = mark.kind % COLORS.len();
        let from_wanted = || (0..COLORS.len()).map(|step| (wanted + step) % COLORS.len());
        let free = from_wanted().find(|color| !beside.contains(color) && !around.contains(color));
        colors[number] = Some(free.or_else(|| from_wanted().find(|color| !beside.contains(color))).unwrap_or(wanted));
    }
    colors.into_iter().flatten().collect()
}

/// The cells that share a side with a cell.
fn neighbors(scene: &Scene, cell: usize) -> Vec<usize> {
    if let Some(mesh) = &scene.mesh {
        return mesh.around(cell, 2).collect();
    }
    let place = scene.cells[cell];
    let steps = (0..3).flat_map(move |axis| [-1, 1].map(move |step| (axis, step))).filter_map(move |(axis, step)| {
        let mut next = place;
        next[axis] = next[axis].checked_add_signed(step)?;
        scene.cell(next)
    });
    steps.collect()
}

/// The cells of its layer that share a corner with a cell, and no side.
fn corners(scene: &Scene, cell: usize) -> Vec<usize> {
    if let Some(mesh) = &scene.mesh {
        return mesh.around(cell, 1).collect();
    }
    let [layer, row, column] = scene.cells[cell];
    let steps = [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().filter_map(move |(down, right)| {
        scene.cell([layer, row.checked_add_signed(down)?, column.checked_add_signed(right)?])
    });
    steps.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_engines::links::Solutions;
    use dlx_families::{Board, Copies, Polyomino, pieces};

    fn linear(color: &str) -> [f64; 3] {
        std::array::from_fn(|channel| {
            let byte = u8::from_str_radix(&color[1 + 2 * channel..3 + 2 * channel], 16).unwrap();
            let value = f64::from(byte) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn times(matrix: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| (0..3).map(|k| row[k] * v[k]).sum::<f64>().clamp(0.0, 1.0))
    }

    /// CIE 1976 L*a*b* from linear sRGB.
    fn lab(rgb: [f64; 3]) -> [f64; 3] {
        const XYZ: [[f64; 3]; 3] = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
        let white = [0.9505, 1.0, 1.089];
        let f = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let xyz: [f64; 3] = std::array::from_fn(|k| f((0..3).map(|i| XYZ[k][i] * rgb[i]).sum::<f64>() / white[k]));
        [116.0 * xyz[1] - 16.0, 500.0 * (xyz[0] - xyz[1]), 200.0 * (xyz[1] - xyz[2])]
    }

    /// Matrices of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A physiologically-based model for simulation of color vision
    /// deficiency" (2009), at full severity.
    #[test]
    fn every_pair_stays_apart_for_all_eyes() {
        let eyes = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
            [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
        ];
        for eye in eyes {
            let seen = COLORS.map(|color| lab(times(eye, linear(color))));
            for (k, a) in seen.iter().enumerate() {
                for (other, b) in seen[..k].iter().enumerate() {
                    let distance = (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
                    // One just sees a difference of 2.3.
                    assert!(distance > 10.0, "{} and {}: {distance:.1}", COLORS[k], COLORS[other]);
                }
            }
        }
    }

    #[test]
    fn ink_is_readable_on_every_color() {
        for (number, color) in COLORS.iter().enumerate() {
            let [r, g, b] = linear(color);
            let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
            let contrast = if takes_white_ink(number) { 1.05 / (luminance + 0.05) } else { (luminance + 0.05) / 0.05 };
            // The Web Content Accessibility Guidelines ask for 4.5.
            assert!(contrast >= 4.5, "{color}: {contrast:.2}");
        }
    }

    #[test]
    fn neighbors_differ() {
        let dominoes = Polyomino::new(Board::parse("2x3x4").unwrap(), pieces("dominoes").unwrap()).copies(Copies::ANY);
        let (question, drawing) = (dominoes.question().unwrap(), dominoes.drawing().unwrap());
        let scene = drawing.scene().unwrap();
        for solution in Solutions::new(question.problem()).take(20) {
            let marks = scene.marks(&solution);
            let colors = colors(scene, &marks);
            let color_at = |cell| colors[marks.iter().position(|mark| mark.cells.contains(&cell)).unwrap()];
            for mark in &marks {
                for (cell, next) in
                    mark.cells.iter().flat_map(|&cell| neighbors(scene, cell).into_iter().map(move |next| (cell, next)))
                {
                    assert!(mark.cells.contains(&next) || color_at(cell) != color_at(next));
                }
            }
        }
    }
}
