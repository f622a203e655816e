//! One perfect matching, by paths that add an edge each (Kőnig, 1931).

use super::TwoColored;
use dlx_core::stop::poll;

/// For each vertex its edge in some perfect matching; none if there is none.
pub(super) fn partners(graph: &TwoColored) -> Option<Vec<usize>> {
    const NONE: usize = usize::MAX;
    let mut partner = vec![NONE; graph.n];
    // By which edge each black vertex was reached, and from which white vertex the search began.
    let (mut reached, mut round) = (vec![(NONE, NONE); graph.n], Vec::new());
    for &(first, ..) in &graph.edges {
        if partner[first] != NONE {
            continue;
        }
        round.clear();
        round.push(first);
        let mut next = 0;
        let mut end = None;
        while let Some(&white) = round.get(next).filter(|_| end.is_none()) {
            next += 1;
            poll(graph.edges_at[white].len());
            for &edge in &graph.edges_at[white] {
                let black = graph.edges[edge].1;
                if reached[black].1 == first {
                    continue;
                }
                reached[black] = (edge, first);
                if partner[black] == NONE {
                    end = Some(black);
                    break;
                }
                round.push(graph.edges[partner[black]].0);
            }
        }
        let mut black = end?;
        loop {
            let edge = reached[black].0;
            let white = graph.edges[edge].0;
            let before = std::mem::replace(&mut partner[white], edge);
            partner[black] = edge;
            if white == first {
                break;
            }
            black = graph.edges[before].1;
        }
    }
    partner.iter().all(|&edge| edge != NONE).then_some(partner)
}
