//! Lines from place to place of a grid.
//!
//! A line is a secondary item with colors that say whether it is drawn; the lines of a place are decided by an option of the item of that place, and both ends of a line agree on its color. Lines that are drawn are ports, so a
//! loop or a path is a component. That is how `tour` and `path` go from vertex to vertex, too.

use super::Made;
use super::sheet::{Sheet, Stroke};
use dlx_core::problem::{Color, ItemId, NodeId};

/// Up, right, down and left.
pub(super) const WAYS: [usize; 4] = [0, 1, 2, 3];

/// The place that is next in a way, in a grid of rows and columns.
pub(super) fn next_of([rows, columns]: [usize; 2], place: usize, way: usize) -> Option<usize> {
    let column = place % columns;
    match way {
        0 => place.checked_sub(columns),
        1 => (column + 1 < columns).then_some(place + 1),
        2 => Some(place + columns).filter(|&below| below < rows * columns),
        _ => (column > 0).then(|| place - 1),
    }
}

/// The lines of a grid of places.
pub(super) struct Net {
    /// Rows and columns.
    size: [usize; 2],
    /// Where a line is drawn right of each place, and below it, if there is one.
    lines: Vec<Option<(ItemId, NodeId)>>,
    out: Color,
}

impl Net {
    /// Declares the lines. All primary items must be there.
    pub(super) fn new(size: [usize; 2], sheet: &mut Sheet) -> Made<Self> {
        let out = sheet.builder.color("out")?;
        let mut net = Self { size, lines: Vec::new(), out };
        let [rows, columns] = size;
        for place in 0..rows * columns {
            for way in [1, 2] {
                let line = net.next(place, way).map(|other| {
                    let [[a, b], [c, d]] = [place, other].map(|place| [place / columns + 1, place % columns + 1]);
                    let name = format!("{a},{b}-{c},{d}");
                    Ok((sheet.builder.secondary(&name)?, sheet.builder.node(&name)?))
                });
                net.lines.push(line.transpose()?);
            }
        }
        Ok(net)
    }

    /// The place that is next in a way.
    pub(super) fn next(&self, place: usize, way: usize) -> Option<usize> {
        next_of(self.size, place, way)
    }

    /// The line that leads away from a place.
    pub(super) fn line(&self, place: usize, way: usize) -> Option<ItemId> {
        self.drawn(place, way).map(|(item, ..)| item)
    }

    /// A line, the node it is, and how it is drawn in a [roomy](Sheet::roomy) picture.
    fn drawn(&self, place: usize, way: usize) -> Option<(ItemId, NodeId, Stroke)> {
        let first = if way == 1 || way == 2 { place } else { self.next(place, way)? };
        let is_upright = way.is_multiple_of(2);
        let (item, node) = self.lines[2 * first + usize::from(is_upright)]?;
        let columns = self.size[1];
        let [row, column] = [first / columns, first % columns];
        let width = 2 * columns - 1;
        let (at, sign) = if is_upright { (width, '|') } else { (1, '-') };
        Some((item, node, (2 * row * width + 2 * column + at, sign)))
    }

    /// The pairs of ways that lead on from a place.
    pub(super) fn pairs(&self, place: usize) -> Vec<[usize; 2]> {
        let ways: Vec<usize> = WAYS.into_iter().filter(|&way| self.next(place, way).is_some()).collect();
        ways.iter().enumerate().flat_map(|(rank, &a)| ways[rank + 1..].iter().map(move |&b| [a, b])).collect()
    }

    /// Adds an option: of the lines of a place those in these ways are drawn, in a color, and of others these are drawn, or not. `end` is a port besides.
    pub(super) fn add(
        &self,
        sheet: &mut Sheet,
        (own, place): (ItemId, usize),
        (ways, color): (&[usize], Color),
        others: &[(ItemId, bool)],
        end: Option<NodeId>,
    ) -> Made<()> {
        let (mut cells, mut strokes) = (vec![(own, Color::NONE)], Vec::new());
        let mut ports: Vec<NodeId> = end.into_iter().collect();
        for (way, (item, node, stroke)) in WAYS.into_iter().filter_map(|way| Some((way, self.drawn(place, way)?))) {
            let is_in = ways.contains(&way);
            cells.push((item, if is_in { color } else { self.out }));
            if is_in {
                ports.push(node);
                strokes.push(stroke);
            }
        }
        cells.extend(others.iter().map(|&(item, is_in)| (item, if is_in { color } else { self.out })));
        sheet.option(&cells, &ports, strokes)
    }
}
