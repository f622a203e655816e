//! Grids of bodies: where the bodies lie, and which motions carry them into one another. BurrTools has five.
//!
//! A body has whole coordinates z, y, x. They are turned into *points* on which every motion is a matrix and a shift: prisms, whose triangles stand and hang in turn, need a skew basis for that.
//! A matrix carries bodies to bodies only with the right shifts, those of the *lattice* of the grid: points that differ by one of its vectors are of one *class*.
//!
//! * Triangular prisms (J. H. Conway and others, "The Symmetries of Things", 2008): the 12 rotations of a hexagon and its back.
//! * Spheres in closest packing: besides the 24 rotations of the cube the 96 that carry a layer of triangles, but not the packing, into it: a flat piece fits also after a sixth of a turn.
//! * Tetrahedra into which a cube falls along its six diagonal planes: the alcoves of the affine group B3, whose symmetries are those of the cubes.
//! * Tetrahedra and eighths of octahedra: cubes whose corners are cut off, every other one, alternately; cubes go to cubes of their kind by the lattice D3.
//!
//! What coordinates mean is said in "Space grids" in the documentation of BurrTools.

use std::collections::BTreeSet;

use super::shape::{Cell, Turn};

/// A point, in the unit and basis of its grid.
pub(super) type GridPoint = [i32; 3];

/// The kinds of grids, in the order of their numbers in files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SpaceGrid {
    Cubes,
    Prisms,
    Spheres,
    RhombicTetrahedra,
    TetrahedraOctahedra,
}

/// A turned piece: the class of its first body, and where the others are from there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TurnedPiece {
    pub(super) class: GridPoint,
    pub(super) steps: Vec<GridPoint>,
}

impl TurnedPiece {
    /// Of sorted cubes or squares.
    pub(super) fn of_cubes(cells: &[Cell]) -> Self {
        Self { class: [0; 3], steps: cells.iter().map(|&cell| difference(cell, cells[0])).collect() }
    }
}

/// A linear map, in [units](SpaceGrid::unit).
type Matrix = [[i32; 3]; 3];

impl SpaceGrid {
    pub(super) const ALL: [Self; 5] =
        [Self::Cubes, Self::Prisms, Self::Spheres, Self::RhombicTetrahedra, Self::TetrahedraOctahedra];

    /// What the bodies are called.
    pub(super) const fn bodies(self) -> &'static str {
        match self {
            Self::Cubes => "cubes",
            Self::Prisms => "triangular prisms",
            Self::Spheres => "spheres",
            Self::RhombicTetrahedra => "rhombic tetrahedra",
            Self::TetrahedraOctahedra => "tetrahedra and octahedra",
        }
    }

    /// Is there a body at these coordinates?
    pub(super) fn has(self, [z, y, x]: Cell) -> bool {
        let twos = |period: i32| [x, y, z].into_iter().filter(|place| place.rem_euclid(period) == 2).count();
        match self {
            Self::Cubes | Self::Prisms => true,
            Self::Spheres => (x + y + z) % 2 == 0,
            // One coordinate in the middle of five, one beside it, one at an end.
            Self::RhombicTetrahedra => {
                let is_beside = |place: &i32| matches!(place.rem_euclid(5), 1 | 3);
                twos(5) == 1 && [x, y, z].iter().filter(|place| is_beside(place)).count() == 1
            }
            // The middle of three by three by three, or every other corner.
            Self::TetrahedraOctahedra => {
                let n_middle = [x, y, z].into_iter().filter(|place| place.rem_euclid(3) == 1).count();
                let cube: i32 = [x, y, z].into_iter().map(|place| place.div_euclid(3)).sum();
                n_middle == 3 || (n_middle == 0 && (twos(3) % 2 == 1) == (cube % 2 == 0))
            }
        }
    }

    /// By how much coordinates can always be moved, along each axis.
    pub(super) const fn period(self) -> Cell {
        match self {
            Self::Cubes => [1, 1, 1],
            Self::Prisms => [1, 2, 2],
            Self::Spheres => [2, 2, 2],
            Self::RhombicTetrahedra => [5, 5, 5],
            Self::TetrahedraOctahedra => [6, 6, 6],
        }
    }

    /// The point of a body.
    pub(super) fn point(self, cell: Cell) -> GridPoint {
        match self {
            Self::Cubes | Self::Spheres => cell,
            // In thirds of two sides of a triangle that meet at 60 degrees: a standing triangle has its center at 1, 1, a hanging one at 2, 2.
            Self::Prisms => {
                let [z, y, x] = cell;
                let hangs = (x + y).rem_euclid(2);
                [3 * (x - y - hangs) / 2 + 1 + hangs, 3 * y + 1 + hangs, z]
            }
            // From the center of a cube.
            Self::RhombicTetrahedra => cell.map(|place| place - 2),
            // In halves, from a corner of a cube.
            Self::TetrahedraOctahedra => cell.map(|place| 2 * place + 1),
        }
    }

    /// What two points have in common exactly if a vector of the lattice carries one to the other.
    pub(super) fn class(self, point: GridPoint) -> GridPoint {
        match self {
            Self::Cubes | Self::Spheres => [0; 3],
            Self::Prisms => [point[0].rem_euclid(3), point[1].rem_euclid(3), 0],
            Self::RhombicTetrahedra => point.map(|place| place.rem_euclid(5)),
            Self::TetrahedraOctahedra => {
                let odd: i32 = point.map(|place| place.div_euclid(6)).iter().sum::<i32>().rem_euclid(2);
                let [first, second, third] = point.map(|place| place.rem_euclid(6));
                [first + 6 * odd, second, third]
            }
        }
    }

    /// The entries of matrices are numbers of these parts.
    const fn unit(self) -> i32 {
        if matches!(self, Self::Spheres) { 3 } else { 1 }
    }

    /// The rotations, and with mirrors the reflections, that carry some piece into the grid.
    fn turns(self, with_mirrors: bool) -> BTreeSet<Matrix> {
        let cube = || Turn::all().map(Turn::matrix);
        let all: Vec<Matrix> = match self {
            Self::Prisms => {
                let (sixth, flip) = ([[0, -1, 0], [1, 1, 0], [0, 0, 1]], [[1, 1, 0], [0, -1, 0], [0, 0, 1]]);
                generated(&[sixth, flip, [[1, 0, 0], [0, 1, 0], [0, 0, -1]]])
            }
            Self::Spheres => {
                // Half a turn about a diagonal of the cube, in thirds.
                let half = [[-1, 2, 2], [2, -1, 2], [2, 2, -1]];
                let other = cube().flat_map(|left| cube().map(move |right| product(product(left, half), right)));
                cube().map(|matrix| matrix.map(|row| row.map(|entry| 3 * entry))).chain(other).collect()
            }
            Self::Cubes | Self::RhombicTetrahedra | Self::TetrahedraOctahedra => cube().collect(),
        };
        all.into_iter().filter(|&matrix| with_mirrors || determinant(matrix) > 0).collect()
    }

    /// A vector that a matrix has been multiplied by, if it leads from a body to a body wherever these are alike.
    fn whole(self, step: GridPoint) -> Option<GridPoint> {
        let unit = self.unit();
        let step = step.iter().all(|entry| entry % unit == 0).then(|| step.map(|entry| entry / unit))?;
        (self != Self::Spheres || step.iter().sum::<i32>() % 2 == 0).then_some(step)
    }

    /// A piece, turned in every way, each once.
    pub(super) fn turned(self, cells: &[Cell]) -> BTreeSet<TurnedPiece> {
        let points: Vec<GridPoint> = cells.iter().map(|&cell| self.point(cell)).collect();
        let turned = |matrix: Matrix| {
            let mut images: Vec<GridPoint> = points.iter().map(|&point| image(matrix, point)).collect();
            images.sort_unstable();
            let steps = images.iter().map(|&other| self.whole(difference(other, images[0])));
            let class = self.class(images[0]);
            Some(TurnedPiece { class, steps: steps.collect::<Option<_>>()? })
        };
        self.turns(false).into_iter().filter_map(turned).collect()
    }

    /// The motions and reflections that carry a set of bodies onto itself: for each the points to which they go.
    pub(super) fn symmetries(self, cells: &[Cell]) -> Vec<Vec<GridPoint>> {
        let points: Vec<GridPoint> = cells.iter().map(|&cell| self.point(cell)).collect();
        let own: BTreeSet<GridPoint> = points.iter().copied().collect();
        let number = i64::try_from(points.len()).unwrap_or(i64::MAX);
        // A motion of the set leaves its center in place. All are multiplied by the number of bodies, so that it is whole.
        let middle = [0, 1, 2].map(|axis| points.iter().map(|point| i64::from(point[axis])).sum::<i64>());
        let scale = number * i64::from(self.unit());
        let moved = |matrix: Matrix| {
            let go = |&point: &GridPoint| {
                let from = [0, 1, 2].map(|axis| i64::from(point[axis]) * number - middle[axis]);
                let to = [0, 1, 2].map(|row| {
                    let sum: i64 = (0..3).map(|column| i64::from(matrix[row][column]) * from[column]).sum();
                    sum + middle[row] * i64::from(self.unit())
                });
                let is_whole = to.iter().all(|place| place % scale == 0);
                let to = is_whole.then(|| to.map(|place| i32::try_from(place / scale).unwrap_or(i32::MAX)))?;
                let is_alike = self == Self::Spheres || self.class(image(matrix, point)) == self.class(to);
                (is_alike && own.contains(&to)).then_some(to)
            };
            points.iter().map(go).collect::<Option<Vec<_>>>()
        };
        self.turns(true).into_iter().filter_map(moved).collect()
    }
}

fn image(matrix: Matrix, point: GridPoint) -> GridPoint {
    matrix.map(|row| (0..3).map(|axis| row[axis] * point[axis]).sum())
}

fn difference(to: GridPoint, from: GridPoint) -> GridPoint {
    [0, 1, 2].map(|axis| to[axis] - from[axis])
}

fn product(left: Matrix, right: Matrix) -> Matrix {
    [0, 1, 2].map(|row| [0, 1, 2].map(|column| (0..3).map(|k| left[row][k] * right[k][column]).sum()))
}

fn determinant([a, b, c]: Matrix) -> i32 {
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
}

/// The group that these generate.
fn generated(generators: &[Matrix]) -> Vec<Matrix> {
    let mut all = vec![[[1, 0, 0], [0, 1, 0], [0, 0, 1]]];
    let mut next = 0;
    while let Some(&matrix) = all.get(next) {
        next += 1;
        for &generator in generators {
            let other = product(generator, matrix);
            if !all.contains(&other) {
                all.push(other);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All bodies in a box.
    fn bodies(grid: SpaceGrid, side: i32) -> Vec<Cell> {
        let all = (0..side).flat_map(|z| (0..side).flat_map(move |y| (0..side).map(move |x| [z, y, x])));
        all.filter(|&cell| grid.has(cell)).collect()
    }

    #[test]
    fn there_are_as_many_rotations_as_there_should_be() {
        for (grid, number) in SpaceGrid::ALL.into_iter().zip([24, 12, 120, 24, 24]) {
            let (turns, all) = (grid.turns(false), grid.turns(true));
            assert_eq!((turns.len(), all.len()), (number, 2 * number), "{grid:?}");
            let unit = grid.unit();
            assert!(all.iter().all(|&turn| determinant(turn).abs() == unit.pow(3)), "{grid:?}");
            if grid != SpaceGrid::Spheres {
                let is_closed = |&left: &Matrix| turns.iter().all(|&right| turns.contains(&product(left, right)));
                assert!(turns.iter().all(is_closed), "{grid:?}");
            }
        }
        let lengths = SpaceGrid::Spheres.turns(true).into_iter().flatten().map(|row| row.map(|entry| entry * entry));
        assert!(lengths.map(|row| row.iter().sum::<i32>()).all(|length| length == 9), "rows have length 1");
    }

    /// Every motion of the grid carries every body to a body: as many bodies in a period as said, and all in one orbit, except that tetrahedra are no eighths of octahedra.
    #[test]
    fn bodies_go_to_bodies() {
        for (grid, in_period, of_kinds) in
            [(SpaceGrid::Prisms, 4, 1), (SpaceGrid::RhombicTetrahedra, 24, 1), (SpaceGrid::TetrahedraOctahedra, 40, 2)]
        {
            let [z, y, x] = grid.period();
            let one = bodies(grid, 12).into_iter().filter(|cell| cell[0] < z && cell[1] < y && cell[2] < x);
            let one: Vec<Cell> = one.collect();
            assert_eq!(one.len(), in_period, "{grid:?}");
            let classes: BTreeSet<GridPoint> = one.iter().map(|&cell| grid.class(grid.point(cell))).collect();
            let mut orbits = BTreeSet::new();
            for &cell in &one {
                let orbit: BTreeSet<GridPoint> = grid.turned(&[cell]).into_iter().map(|turned| turned.class).collect();
                assert!(orbit.is_subset(&classes), "{grid:?} {cell:?}");
                orbits.insert(orbit);
            }
            assert_eq!(orbits.len(), of_kinds, "{grid:?}");
        }
    }
}
