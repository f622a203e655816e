//! The products of some permutations.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use dlx_core::problem::{OptionId, Problem};
use dlx_core::stop::poll;

/// The products of the generators, shortest first, without the identity, until there are `most`.
pub(super) fn closure(problem: &Problem, generators: &[Vec<OptionId>], most: usize) -> Vec<Vec<OptionId>> {
    let hash = |element: &[OptionId]| FxBuildHasher.hash_one(element);
    let identity: Vec<OptionId> = problem.options().collect();
    // Places in the list of elements, which are compared in full.
    let mut known = HashTable::new();
    known.insert_unique(hash(&identity), 0, |_| 0);
    let mut elements = vec![identity];
    let mut next = 0;
    while next < elements.len() && elements.len() <= most {
        for generator in generators {
            poll(generator.len());
            let product: Vec<OptionId> = elements[next].iter().map(|option| generator[option.index()]).collect();
            let is_known = known.find(hash(&product), |&place: &usize| elements[place] == product).is_some();
            if elements.len() <= most && !is_known {
                known.insert_unique(hash(&product), elements.len(), |&place| hash(&elements[place]));
                elements.push(product);
            }
        }
        next += 1;
    }
    elements.remove(0);
    elements
}
