//! In which order to cover the items.

use super::super::frontier;
use super::super::residue::Residue;

pub(super) fn best_order(residue: &Residue) -> (Vec<usize>, Vec<f64>) {
    let order = match std::env::var("ORD").as_deref() {
        Ok("f") => return frontier::best_order(residue),
        Ok("g") => (0..residue.n_primary).collect(),
        _ => closing(residue),
    };
    if std::env::var("SHOW").is_ok() { eprintln!("{order:?}"); }
    let bits = frontier::bits(residue, &order);
    (order, bits)
}

/// At each step the item that brings the fewest new ones within reach; of several the one whose neighbors have lost most options.
fn closing(residue: &Residue) -> Vec<usize> {
    let n = residue.n_primary;
    let mut options_of = vec![Vec::new(); residue.n_items];
    for (option, cells) in residue.options().enumerate() {
        cells.iter().for_each(|&(item, _)| options_of[item as usize].push(option));
    }
    let mut is_gone = vec![false; residue.ids.len()];
    let mut n_left: Vec<usize> = options_of.iter().map(Vec::len).collect();
    let mut is_done = vec![false; n];
    let mut order = Vec::with_capacity(n);
    let mut seen = vec![usize::MAX; residue.n_items];
    for round in 0..n {
        let mut best: Option<((usize, f64), usize)> = None;
        for item in (0..n).filter(|&item| !is_done[item]) {
            let is_touched = n_left[item] < options_of[item].len();
            if round > 0 && !is_touched && best.is_some() {
                continue;
            }
            let (mut n_new, mut progress) = (0, 0.0);
            for &option in options_of[item].iter().filter(|&&option| !is_gone[option]) {
                for &(other, _) in residue.cells_of(option) {
                    let other = other as usize;
                    if other == item || std::mem::replace(&mut seen[other], round * n + item) == round * n + item {
                        continue;
                    }
                    let lost = options_of[other].len() - n_left[other];
                    n_new += usize::from(lost == 0);
                    progress += lost as f64 / options_of[other].len() as f64;
                }
            }
            let own = 1.0 - n_left[item] as f64 / options_of[item].len().max(1) as f64;
            let rank = (n_new, -(progress + own));
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, item));
            }
        }
        let Some((_, item)) = best else { break };
        is_done[item] = true;
        order.push(item);
        for &option in &options_of[item] {
            if !std::mem::replace(&mut is_gone[option], true) {
                residue.cells_of(option).iter().for_each(|&(other, _)| n_left[other as usize] -= 1);
            }
        }
    }
    order
}
