//! The form of a whole problem.

use super::super::frontier::KeyLayout;
use super::super::residue::Residue;
use super::components::{self, Scratch};
use super::suffix::Suffix;
use dlx_core::problem::Problem;

/// With more cells than this a problem is not labelled: it would take longer than some tenths of a second.
const MAX_CELLS: usize = 1 << 14;

/// Bytes that are the same for two problems only if they are the same up to the names of their items, colors and options; then they have equally many solutions.
/// None if the problem is too large, has a primary item without options, or options that must be connected.
///
/// ```
/// use dlx_count::{engine::isomorph::form, family::{langford, queens}};
///
/// assert!(form(&queens(4)).is_some());
/// assert_eq!(form(&queens(4)), form(&queens(4)));
/// assert_ne!(form(&queens(4)), form(&langford(3).unwrap()));
/// ```
#[must_use]
pub fn form(problem: &Problem) -> Option<Vec<u8>> {
    if problem.n_cells() > MAX_CELLS || problem.connected().is_some() {
        return None;
    }
    let residue = Residue::whole(problem);
    let options: Vec<u32> = (0..).take(residue.ids.len()).collect();
    let suffix = Suffix::<1>::new(&KeyLayout::as_given(&residue, &|| true), &residue, &options, 0)?;
    let mut scratch = Scratch::default();
    if !suffix.residual(&[0], &mut scratch.residual) {
        return None;
    }
    // How an edge is written depends on these.
    let sizes = [suffix.items.len(), suffix.n_options, suffix.option_size];
    let mut form: Vec<u8> = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
    form.extend_from_slice(components::form(&suffix, &mut scratch, &|| false)?);
    Some(form)
}
