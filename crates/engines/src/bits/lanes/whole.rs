//! The lanes of a whole problem, laid out once for many short tasks. What is left below a prefix is the intersection of what goes with each of its options; nothing is packed, and no tables are made.
//!
//! A sudoku with 17 clues is counted in some microseconds from here. To pack its tables takes longer than that. Measurements: results/2026-11-25-thousand.

use super::super::context::Context;
use super::matrix::{Matrix, MatrixSource};
use super::{ForShape, LaneShape, search};
use crate::task::OpenSubtrees;
use dlx_core::problem::{OptionId, to_u32, to_usize};

/// Lanes that know how to count below a prefix.
pub(in super::super) trait WholeLanes: std::fmt::Debug + Send + Sync {
    /// Counts below a prefix: nothing if its options exclude each other.
    fn count(&self, prefix: &[OptionId], context: &mut Context<'_>) -> OpenSubtrees;

    /// How many items an option covers, if all cover equally many; 1 if not.
    fn option_size(&self) -> u32;
}

/// Lays out the lanes of a whole of this shape.
pub(super) struct LayOut<'a>(pub(super) &'a MatrixSource<'a>);

impl ForShape for LayOut<'_> {
    type Made = Box<dyn WholeLanes>;

    fn go<const LOG: u32, const Z: usize>(self) -> Self::Made {
        let matrix = Matrix::<Z>::new(self.0, LOG);
        let mut places = vec![None; self.0.ids.last().map_or(0, |id| id.index() + 1)];
        for (number, (id, bit)) in matrix.ids.iter().zip(matrix.first.members()).enumerate() {
            places[id.index()] = Some(Place { number: to_u32(number), bit: to_u32(bit) });
        }
        Box::new(Whole::<LOG, Z> { matrix, places })
    }
}

impl LaneShape {
    /// The number of bytes that the lanes of this many options take.
    pub(super) fn n_bytes(self, n_options: usize) -> usize {
        64 * self.n_vectors * n_options
    }
}

/// An option in the matrix: its number and its first bit.
#[derive(Clone, Copy, Debug)]
struct Place {
    number: u32,
    bit: u32,
}

#[derive(Debug)]
struct Whole<const LOG: u32, const Z: usize> {
    matrix: Matrix<Z>,
    /// By the numbers of options outside; none of those that are never chosen.
    places: Vec<Option<Place>>,
}

impl<const LOG: u32, const Z: usize> WholeLanes for Whole<LOG, Z> {
    fn count(&self, prefix: &[OptionId], context: &mut Context<'_>) -> OpenSubtrees {
        context.cache.begin(self.matrix.n_words);
        // SAFETY: lanes are laid out only for a processor that has the instructions.
        unsafe { self.search(prefix, context) }
    }

    fn option_size(&self) -> u32 {
        self.matrix.option_size
    }
}

impl<const LOG: u32, const Z: usize> Whole<LOG, Z> {
    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512bitalg"
    )]
    fn search(&self, prefix: &[OptionId], context: &mut Context<'_>) -> OpenSubtrees {
        let matrix = &self.matrix;
        let (mut alive, mut in_play) = (matrix.all, matrix.n_items);
        for option in prefix {
            let place = self.places.get(option.index()).copied().flatten();
            let Some(place) = place.filter(|place| alive.contains(to_usize(place.bit))) else {
                return OpenSubtrees::default();
            };
            let number = to_usize(place.number);
            alive = alive.both(&matrix.compatible[number]);
            in_play -= matrix.sizes[number];
        }
        search::search::<LOG, Z>(matrix, alive, in_play, context)
    }
}
