//! The lines around a set of cells.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use dlx_families::{Corner, Mesh, Scene};

/// SVG path data of the sides that these cells of a mesh do not share with each other; `corner` is where a corner lies.
pub(super) fn around(mesh: &Mesh, cells: &[usize], corner: impl Fn(Corner) -> [f64; 2]) -> String {
    let mut sides: BTreeMap<[Corner; 2], usize> = BTreeMap::new();
    for side in cells.iter().flat_map(|&cell| mesh.walls(cell)) {
        *sides.entry(side).or_default() += 1;
    }
    let own = sides.into_iter().filter(|&(_, number)| number == 1);
    own.map(|(side, _)| {
        let [[x, y], [end, below]] = side.map(&corner);
        format!("M{x:.2} {y:.2}L{end:.2} {below:.2}")
    })
    .collect()
}

/// SVG path data of the sides that these cells do not share with each other; `corner` is the upper left corner of a cell, `side` its width.
/// Sides in a line are drawn as one.
pub(super) fn outline(scene: &Scene, cells: &[usize], corner: impl Fn([usize; 3]) -> [f64; 2], side: f64) -> String {
    let is_own =
        |place: Option<[usize; 3]>| place.and_then(|place| scene.cell(place)).is_some_and(|c| cells.contains(&c));
    let mut path = String::new();
    for (axis, along) in [(1, 2), (2, 1)] {
        for is_far in [false, true] {
            let has_side = |place: [usize; 3]| {
                let mut next = place;
                let beyond = if is_far { place[axis].checked_add(1) } else { place[axis].checked_sub(1) };
                !is_own(beyond.map(|value| {
                    next[axis] = value;
                    next
                }))
            };
            for &cell in cells {
                let place = scene.cells[cell];
                let step = |place: [usize; 3], by: isize| {
                    let mut next = place;
                    next[along] = next[along].checked_add_signed(by)?;
                    (is_own(Some(next)) && has_side(next)).then_some(next)
                };
                // A line is drawn from its first side on.
                if !has_side(place) || step(place, -1).is_some() {
                    continue;
                }
                let length = std::iter::successors(Some(place), |&place| step(place, 1)).count() as f64 * side;
                let [x, y] = corner(place);
                let shift = if is_far { side } else { 0.0 };
                let _ = match axis {
                    1 => write!(path, "M{x} {}h{length}", y + shift),
                    _ => write!(path, "M{} {y}v{length}", x + shift),
                };
            }
        }
    }
    path
}
