//! Counts up to symmetry, by Burnside's lemma.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::Read;

use crate::input::Input;
use crate::numbers::{divide, sum};
use crate::problem::Problem;
use crate::states::states;
use crate::{Res, require};

/// The number of solutions up to the symmetries of a group: the mean number of those that a symmetry leaves as they are.
pub(crate) fn kinds(input: &mut Input<impl Read>, problem: &Problem) -> Res<(Vec<u8>, String)> {
    let (options, n_items, order) = (problem.plain()?, problem.items.len(), input.number()?);
    let sorted =
        |items: &mut dyn Iterator<Item = usize>| -> Vec<usize> { items.collect::<BTreeSet<_>>().into_iter().collect() };
    let places = options.iter().enumerate().map(|(place, items)| (sorted(&mut items.iter().copied()), place));
    let places: HashMap<Vec<usize>, usize> = places.collect();
    require(places.len() == options.len(), "two options are equal")?;
    require((1..=1000).contains(&order), "a group has an impossible order")?;
    let (mut total, mut group) = (Vec::new(), HashSet::new());
    for _ in 0..order {
        let images = input.numbers(n_items)?;
        let is_good = images
            .iter()
            .enumerate()
            .all(|(item, &to)| to < n_items && problem.is_primary(to) == problem.is_primary(item));
        require(is_good && images.iter().collect::<HashSet<_>>().len() == n_items, "this is no permutation")?;
        let image = |items: &Vec<usize>| places.get(&sorted(&mut items.iter().map(|&item| images[item]))).copied();
        let carried: Option<Vec<usize>> = options.iter().map(image).collect();
        let carried = carried.ok_or("a permutation is no symmetry")?;
        let fixed = problem.fixed(&options, &images, &carried);
        total = sum(total, &states(input, &fixed, None)?);
        require(group.insert(images), "a symmetry comes twice")?;
    }
    let product = |a: &Vec<usize>, b: &Vec<usize>| a.iter().map(|&item| b[item]).collect::<Vec<usize>>();
    let is_group = group.iter().all(|a| group.iter().all(|b| group.contains(&product(a, b))));
    require(is_group, "the symmetries are no group")?;
    require(divide(&mut total, order) == 0, "the mean is not whole")?;
    Ok((total, format!(" up to a group of order {order}")))
}
