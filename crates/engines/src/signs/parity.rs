//! Which signs need not vary.
//!
//! If the signs of some items are turned round and every row then keeps all its terms, or turns all of them, then the product is the same as before, or the opposite. Such sets of items are the solutions of
//! linear equations over the field of two elements, one for each pair of terms of a row. With d of them that are independent, d signs can be kept, and one sign vector stands for 2^d. If such a set turns the whole product, everything cancels: there is no solution.

use super::form::SignForm;

/// Which signs have to vary; none if everything cancels.
pub(super) fn varying(form: &SignForm) -> Option<u64> {
    let basis = basis(form);
    let pivots = basis.iter().fold(0, |pivots, equation| pivots | lowest(*equation));
    let all = if form.n_items == 64 { u64::MAX } else { (1 << form.n_items) - 1 };
    let mut fixed = all & !pivots;
    while fixed != 0 {
        let item = lowest(fixed);
        fixed ^= item;
        // What has to be turned with it.
        let turned =
            basis.iter().filter(|&equation| equation & item != 0).fold(item, |set, equation| set | lowest(*equation));
        if is_turned(form, turned) {
            return None;
        }
    }
    Some(pivots)
}

/// The equations, each with a lowest item that no other one has.
fn basis(form: &SignForm) -> Vec<u64> {
    let mut basis: Vec<u64> = Vec::new();
    for row in &form.rows {
        for term in row.terms.iter().skip(1) {
            let without =
                |rest: u64, equation: &u64| if rest & lowest(*equation) != 0 { rest ^ equation } else { rest };
            let rest = basis.iter().fold(term ^ row.terms[0], without);
            if rest == 0 {
                continue;
            }
            basis.iter_mut().filter(|equation| **equation & lowest(rest) != 0).for_each(|equation| *equation ^= rest);
            basis.push(rest);
        }
    }
    basis
}

/// Does the product, with the signs of all items, become the opposite when these are turned?
fn is_turned(form: &SignForm, turned: u64) -> bool {
    let of_row =
        |row: &super::form::SignRow| row.terms.first().map_or(0, |term| (term & turned).count_ones() * row.times);
    (turned.count_ones() + form.rows.iter().map(of_row).sum::<u32>()) % 2 == 1
}

const fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}
