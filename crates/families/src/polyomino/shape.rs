//! Shapes of unit cells in the plane or in space, their rotations, and all shapes of a size.

use std::collections::BTreeSet;

/// A cell: layer, row, column.
pub(super) type Cell = [i32; 3];

/// The space in which pieces move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Space {
    /// Rows and columns: four rotations, four reflections.
    Plane,
    /// Layers, too: twenty-four rotations. Reflections are not possible in space.
    Space,
}

/// A set of cells up to translation: sorted, its corner at the origin.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Shape(Vec<Cell>);

/// A rotation or reflection of the axes: the new coordinate i is the old one `axes[i]`, reversed if so marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    axes: [usize; 3],
    is_turned: [bool; 3],
}

impl Turn {
    /// All 48 of the cube.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        orders.into_iter().flat_map(|axes| {
            (0..8).map(move |bits| Self { axes, is_turned: [bits & 4 != 0, bits & 2 != 0, bits & 1 != 0] })
        })
    }

    /// Those that keep the directions of a space, with mirror images only if asked for.
    pub(super) fn of(space: Space, with_mirrors: bool) -> impl Iterator<Item = Self> {
        Self::all().filter(move |turn| turn.is_in(space) && (with_mirrors || !turn.is_mirror()))
    }

    /// Does it leave the layers in place, as it must in the plane?
    pub(super) fn is_in(self, space: Space) -> bool {
        space == Space::Space || (self.axes[0] == 0 && !self.is_turned[0])
    }

    /// Does it exchange left and right?
    pub(super) fn is_mirror(self) -> bool {
        let is_odd = matches!(self.axes, [0, 2, 1] | [1, 0, 2] | [2, 1, 0]);
        is_odd ^ (self.is_turned.iter().filter(|&&turned| turned).count() % 2 == 1)
    }

    /// As a matrix, for places from the center.
    pub(super) fn matrix(self) -> [[i32; 3]; 3] {
        [0, 1, 2]
            .map(|i| [0, 1, 2].map(|axis| if axis == self.axes[i] { 1 - 2 * i32::from(self.is_turned[i]) } else { 0 }))
    }

    /// The image of a cell inside a box of this size.
    pub(super) fn image(self, cell: Cell, size: Cell) -> Cell {
        [0, 1, 2].map(|i| {
            let axis = self.axes[i];
            if self.is_turned[i] { size[axis] - 1 - cell[axis] } else { cell[axis] }
        })
    }

    /// The size of the image of a box.
    pub(super) fn image_size(self, size: Cell) -> Cell {
        self.axes.map(|axis| size[axis])
    }
}

impl Shape {
    /// The shape of these cells, which may be anywhere.
    pub(super) fn new(cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        let corner = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0));
        for cell in &mut cells {
            (0..3).for_each(|axis| cell[axis] -= corner[axis]);
        }
        cells.sort_unstable();
        cells.dedup();
        Self(cells)
    }

    /// These cells where they are: in some [grids](super::space_grid) places are not alike.
    pub(super) fn in_place(cells: Vec<Cell>) -> Self {
        Self(cells)
    }

    /// Its cells, sorted.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.0
    }

    /// Is it flat in one layer?
    pub(super) fn is_flat(&self) -> bool {
        self.size()[0] == 1
    }

    /// Layers, rows and columns.
    pub(super) fn size(&self) -> Cell {
        [0, 1, 2].map(|axis| self.0.iter().map(|cell| cell[axis]).max().map_or(0, |last| last + 1))
    }

    /// The turned shape.
    pub(super) fn turned(&self, turn: Turn) -> Self {
        let size = self.size();
        Self::new(self.0.iter().map(|&cell| turn.image(cell, size)))
    }

    /// All its images, each once.
    pub(super) fn images(&self, turns: impl Iterator<Item = Turn>) -> BTreeSet<Self> {
        turns.map(|turn| self.turned(turn)).collect()
    }

    /// The first of its images, which stands for all of them.
    pub(super) fn canonical(&self, space: Space, with_mirrors: bool) -> Self {
        let images = Turn::of(space, with_mirrors).map(|turn| self.turned(turn));
        images.min().unwrap_or_else(|| self.clone())
    }
}

/// All connected shapes of n cells, one of each: free polyominoes in the plane (OEIS A000105), polycubes up to rotation in space (A000162).
pub(super) fn all_of_size(n: usize, space: Space) -> BTreeSet<Shape> {
    let mut shapes = BTreeSet::from([Shape::new([[0, 0, 0]])]);
    for _ in 1..n {
        shapes = shapes.iter().flat_map(|shape| grown(shape, space)).collect();
    }
    shapes
}

/// The shapes with one cell more.
fn grown(shape: &Shape, space: Space) -> impl Iterator<Item = Shape> {
    let steps: &[Cell] = &[[0, 0, 1], [0, 0, -1], [0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0]];
    let steps = &steps[..if space == Space::Plane { 4 } else { 6 }];
    let added = shape.0.iter().flat_map(|cell| steps.iter().map(|step| [0, 1, 2].map(|axis| cell[axis] + step[axis])));
    let fresh = added.filter(|cell| !shape.0.contains(cell));
    fresh.map(move |cell| Shape::new(shape.0.iter().copied().chain([cell])).canonical(space, space == Space::Plane))
}

/// A coordinate or the side of a board as a number; these are never negative.
pub(super) fn number(coordinate: i32) -> usize {
    usize::try_from(coordinate).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_as_published() {
        let plane: Vec<usize> = (1..=8).map(|n| all_of_size(n, Space::Plane).len()).collect();
        assert_eq!(plane, [1, 1, 2, 5, 12, 35, 108, 369], "A000105");
        let space: Vec<usize> = (1..=5).map(|n| all_of_size(n, Space::Space).len()).collect();
        assert_eq!(space, [1, 1, 2, 8, 29], "A000162");
    }

    #[test]
    fn turns_are_those_of_the_square_and_the_cube() {
        assert_eq!((Turn::of(Space::Plane, false).count(), Turn::of(Space::Plane, true).count()), (4, 8));
        assert_eq!((Turn::of(Space::Space, false).count(), Turn::of(Space::Space, true).count()), (24, 48));
        let hand = Shape::new([[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 0]]);
        assert_eq!(hand.images(Turn::of(Space::Space, false)).len(), 12);
        assert_eq!(hand.images(Turn::of(Space::Space, true)).len(), 24);
    }
}
