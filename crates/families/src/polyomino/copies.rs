//! How often each piece is used, and how that is expressed in a problem.
//!
//! Once: the piece is a primary item. At most once: a secondary one. Any number of times: no item at all. Anything else, such as exactly twice, is an item that is covered that number of times: see
//! [`Problem::with_times`](dlx_core::problem::Problem::with_times). Its copies are told apart by the first cell, since no two pieces begin in the same one.

use super::super::FamilyError;
use dlx_core::problem::Multiplicity;

/// How often a piece may be used, from the least to the most.
pub type Copies = Multiplicity;

/// Reads `2`, `0..3` or `1..`.
pub(super) fn read(text: &str) -> Result<Copies, FamilyError> {
    text.parse().map_err(|_| {
        let help = "a number of copies is written like 2, 0..3 or 1.., the least before the most";
        FamilyError::new(format!("`{text}` is not a number of copies"), help)
    })
}

/// The bounds for a piece of `size` cells on a board of `area` cells. An upper bound that the board cannot reach is dropped, and a lower bound that it cannot reach becomes the least such number.
pub(super) fn on_board(copies: Copies, size: usize, area: usize) -> Copies {
    let room = area / size;
    let least = copies.least.min(room + 1);
    Copies { least, most: copies.most.map(|most| most.min(room + 1)).filter(|&most| most == least || most < room) }
}

/// Can pieces of these sizes, each used as often as allowed, cover at least `least_area` and at most `area` cells?
pub(super) fn can_add_up((least_area, area): (usize, usize), pieces: impl Iterator<Item = (usize, Copies)>) -> bool {
    let mut is_reachable = vec![false; area + 1];
    is_reachable[0] = true;
    for (size, Copies { least, most }) in pieces {
        let mut next = vec![false; area + 1];
        for start in 0..=area {
            let most_here = ((area - start) / size).min(most.unwrap_or(usize::MAX));
            if is_reachable[start] && least <= most_here {
                (least..=most_here).for_each(|number| next[start + number * size] = true);
            }
        }
        is_reachable = next;
    }
    is_reachable[least_area..].contains(&true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_add_up_or_do_not() {
        let once = |sizes: &[usize]| sizes.iter().map(|&size| (size, Copies::ONE)).collect::<Vec<_>>();
        let all = |area: usize| (area, area);
        assert!(can_add_up(all(60), once(&[5; 12]).into_iter()));
        assert!(!can_add_up(all(59), once(&[5; 12]).into_iter()));
        assert!(can_add_up((59, 64), once(&[5; 12]).into_iter()) && !can_add_up((61, 64), once(&[5; 12]).into_iter()));
        assert!(!can_add_up(all(7), [(3, Copies::ANY), (5, Copies::ANY)].into_iter()));
        assert!(can_add_up(all(8), [(3, Copies::ANY), (5, Copies::ANY)].into_iter()));
        assert!(!can_add_up(all(4), [(5, Copies { least: 0, most: Some(3) })].into_iter()));
    }
}
