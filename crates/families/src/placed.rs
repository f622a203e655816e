//! Pieces in their places on a board, and where its symmetries carry them.

use rustc_hash::FxHashMap;

use dlx_core::problem::OptionId;
use dlx_core::stop::poll;

/// A piece in a place: its number, and the sorted numbers of the cells of the board that it covers.
pub(super) type Placed = (usize, Vec<usize>);

/// All pieces in all places.
pub(super) struct Places<'a> {
    placed: &'a [Placed],
    /// Those that cover the same cells.
    by_cells: FxHashMap<&'a [usize], Vec<usize>>,
}

impl<'a> Places<'a> {
    pub(super) fn new(placed: &'a [Placed]) -> Self {
        let mut by_cells: FxHashMap<&[usize], Vec<usize>> = FxHashMap::default();
        for (number, (_, cells)) in placed.iter().enumerate() {
            poll(cells.len());
            by_cells.entry(cells).or_default().push(number);
        }
        Self { placed, by_cells }
    }

    /// Where a symmetry of the board, a permutation of its cells, carries each placement; none if it does not carry every piece to a piece that is used as often.
    pub(super) fn images(
        &self,
        moved: &[usize],
        is_used_alike: impl Fn(usize, usize) -> bool,
    ) -> Option<Vec<OptionId>> {
        // Which piece each piece becomes.
        let mut becomes = FxHashMap::default();
        let (mut images, mut is_reached) = (Vec::new(), vec![false; self.placed.len()]);
        for (piece, covered) in self.placed {
            poll(covered.len());
            let mut cells: Vec<usize> = covered.iter().map(|&cell| moved[cell]).collect();
            cells.sort_unstable();
            let here = self.by_cells.get(cells.as_slice())?;
            let is = |wanted: usize| here.iter().copied().find(|&number| self.placed[number].0 == wanted);
            let image = match becomes.get(piece) {
                Some(&other) => is(other),
                // Itself if possible.
                None => is(*piece)
                    .or_else(|| here.iter().copied().find(|&number| is_used_alike(self.placed[number].0, *piece))),
            }?;
            becomes.insert(*piece, self.placed[image].0);
            is_reached[image] = true;
            images.push(OptionId::from_index(image));
        }
        is_reached.iter().all(|&is_reached| is_reached).then_some(images)
    }
}
