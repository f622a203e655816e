//! Certificates of classes, taken apart into steps and their permutations.

use dlx_count::Problem;

use super::bench::{body, number_at};

/// A certificate of classes, taken apart: what stands before each step, and the permutation of the step. The last has none.
pub(super) struct TakenApart {
    pub(super) pieces: Vec<(Vec<u8>, Option<Permutation>)>,
    /// Where each record begins, and the claim, as a piece, and the place in it.
    starts: Vec<(usize, usize)>,
}

/// A permutation that moves something: its items with their images, and the options that fit where it is applied.
#[derive(Clone)]
pub(super) struct Permutation {
    pub(super) images: Vec<(usize, usize)>,
    fits: Vec<Vec<usize>>,
}

/// The items of each option that has a primary one.
pub(super) fn options_of(problem: &Problem) -> Vec<Vec<usize>> {
    let items = |option| problem.items_of(option).iter().map(|item| item.index()).collect::<Vec<_>>();
    problem.options().map(items).filter(|items| items.iter().any(|&item| item < problem.n_primary())).collect()
}

impl TakenApart {
    /// Takes a right certificate apart, in the slowest way.
    pub(super) fn new(problem: &Problem, plain: &[u8]) -> Self {
        let (options, n_items) = (options_of(problem), problem.n_items());
        let start = body(plain);
        let (mut parts, mut place) =
            (Self { pieces: vec![(plain[..start].to_vec(), None)], starts: Vec::new() }, start);
        parts.follow(problem, plain, &mut place, options.clone(), &(0..n_items).collect::<Vec<_>>());
        loop {
            let (branch, n_digits) = number_at(&plain[place..]);
            let piece = parts.pieces.len() - 1;
            let last = &mut parts.pieces[piece].0;
            parts.starts.push((piece, last.len()));
            if branch == 0 {
                last.extend(&plain[place..]);
                return parts;
            }
            // A block of one record, whose counts here have fewer than 128 bytes.
            let (sizes, bits) = plain[place + n_digits..].split_at(3);
            assert_eq!(sizes[..2], [1, u8::try_from(n_items.div_ceil(8)).unwrap()]);
            let left: Vec<usize> = (0..n_items).filter(|item| bits[item / 8] >> (item % 8) & 1 == 0).collect();
            let end = place + n_digits + 3 + usize::from(sizes[1]) + usize::from(sizes[2]);
            last.extend(&plain[place..end]);
            place = end;
            let within = |option: &&Vec<usize>, left: &[usize]| option.iter().all(|item| left.contains(item));
            for option in options.iter().filter(|option| within(option, &left) && option.contains(&(branch - 1))) {
                let left: Vec<usize> = left.iter().copied().filter(|item| !option.contains(item)).collect();
                let fits = options.iter().filter(|option| within(option, &left)).cloned().collect();
                parts.follow(problem, plain, &mut place, fits, &left);
            }
        }
    }

    fn follow(&mut self, problem: &Problem, plain: &[u8], place: &mut usize, fits: Vec<Vec<usize>>, left: &[usize]) {
        let has_option = |item: &usize| fits.iter().any(|option| option.contains(item));
        let mut needed = left.iter().filter(|&&item| item < problem.n_primary()).peekable();
        if needed.peek().is_none() || !needed.all(has_option) {
            return;
        }
        let last = &mut self.pieces.last_mut().unwrap().0;
        let way = plain[*place];
        *place += 1;
        last.push(way);
        if way == 1 {
            let from = left.iter().copied().filter(|item| has_option(item));
            let mut to = || {
                let (to, n_digits) = number_at(&plain[*place..]);
                *place += n_digits;
                to
            };
            let images = from.map(|from| (from, to())).collect();
            self.pieces.last_mut().unwrap().1 = Some(Permutation { images, fits });
            self.pieces.push((Vec::new(), None));
        }
    }

    /// The certificate, with other permutations perhaps.
    pub(super) fn together(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        for (before, permutation) in &self.pieces {
            plain.extend(before);
            for &(_, to) in permutation.iter().flat_map(|permutation| &permutation.images) {
                assert!(to < 128, "the problems here are small");
                plain.push(to.try_into().unwrap());
            }
        }
        plain
    }

    /// Where each record begins, and the claim.
    pub(super) fn places(&self) -> Vec<usize> {
        let length = |(before, permutation): &(Vec<u8>, Option<Permutation>)| {
            before.len() + permutation.as_ref().map_or(0, |permutation| permutation.images.len())
        };
        let place = |&(piece, at): &(usize, usize)| self.pieces[..piece].iter().map(length).sum::<usize>() + at;
        self.starts.iter().map(place).collect()
    }
}

impl Permutation {
    /// The images of the first item and of another one exchanged.
    pub(super) fn exchanged(&self, other: usize) -> Self {
        let mut changed = self.clone();
        (changed.images[0].1, changed.images[other].1) = (self.images[other].1, self.images[0].1);
        changed
    }

    /// Does it carry the options that fit onto those that fit there?
    pub(super) fn is_right(&self, options: &[Vec<usize>]) -> bool {
        let to = |item: &usize| self.images.iter().find(|(from, _)| from == item).unwrap().1;
        let sorted = |mut items: Vec<usize>| {
            items.sort_unstable();
            items
        };
        let mut here: Vec<Vec<usize>> =
            self.fits.iter().map(|option| sorted(option.iter().map(to).collect())).collect();
        let is_there = |option: &&Vec<usize>| option.iter().all(|item| self.images.iter().any(|(_, to)| to == item));
        let mut there: Vec<Vec<usize>> = options.iter().filter(is_there).map(|option| sorted(option.clone())).collect();
        here.sort_unstable();
        there.sort_unstable();
        here == there
    }
}
