//! Color refinement: every point gets a shade that says how its surroundings look, and says it finer and finer.
//!
//! Shades are sums of mixed bits, so equal surroundings give equal shades, whatever the numbering. Two different surroundings with one shade, which is possible, are only taken apart
//! later: whatever is concluded from shades is checked on the structure itself.

use super::mix::mix;
use super::structure::Structure;
use crate::problem::{to_place, to_u64, to_usize};

/// Refines shades of the points of a structure, some of whose options are chosen.
#[derive(Debug)]
pub(super) struct Shader<'a> {
    pub(super) structure: &'a Structure,
    /// What each edge is, chosen or not.
    pub(super) marks: Vec<u64>,
    sums: Vec<u64>,
    table: Vec<u64>,
    /// Visits to points that may still be spent.
    pub(super) effort: u64,
}

impl<'a> Shader<'a> {
    pub(super) fn new(structure: &'a Structure, effort: u64) -> Self {
        let sums = vec![0; structure.n_points()];
        Self { structure, marks: structure.marks.clone(), sums, table: Vec::new(), effort }
    }

    /// Marks these options as chosen, and no others.
    pub(super) fn choose(&mut self, chosen: &[u32]) {
        self.marks.copy_from_slice(&self.structure.marks);
        for &option in chosen {
            let mark = &mut self.marks[to_usize(option)];
            *mark = mix(*mark ^ CHOSEN);
        }
    }

    /// The shades in which points are told apart by what they are.
    pub(super) fn plain(&mut self) -> (Vec<u64>, usize) {
        let mut shades = self.structure.kinds.clone();
        let n_shades = self.refine(&mut shades, 0);
        (shades, n_shades)
    }

    /// Tells this point apart from all others, and refines.
    pub(super) fn single_out(&mut self, shades: &mut [u64], point: u16, n_shades: usize) -> usize {
        let shade = &mut shades[usize::from(point)];
        *shade = mix(*shade ^ SINGLED_OUT);
        self.refine(shades, n_shades)
    }

    /// Refines until no class falls apart any more; returns how many shades there are.
    fn refine(&mut self, shades: &mut [u64], mut n_shades: usize) -> usize {
        loop {
            self.round(shades);
            self.effort = self.effort.saturating_sub(2 * to_u64(self.structure.points.len()) + 1);
            let n_finer = self.n_shades(shades);
            if n_finer == n_shades || n_finer == shades.len() || self.effort == 0 {
                return n_finer;
            }
            n_shades = n_finer;
        }
    }

    /// Every edge hears from its points, every point from its edges.
    fn round(&mut self, shades: &mut [u64]) {
        self.sums.fill(0);
        let mut start = 0;
        for (&end, &mark) in self.structure.ends.iter().zip(&self.marks) {
            let edge = &self.structure.points[start..to_usize(end)];
            start = to_usize(end);
            let sum = edge.iter().fold(mark, |sum, &point| sum.wrapping_add(shades[usize::from(point)]));
            let heard = mix(sum);
            for &point in edge {
                let place = &mut self.sums[usize::from(point)];
                *place = place.wrapping_add(heard);
            }
        }
        for (shade, &sum) in shades.iter_mut().zip(&self.sums) {
            *shade = mix(shade.rotate_left(23).wrapping_add(sum));
        }
    }

    /// How many different shades there are.
    fn n_shades(&mut self, shades: &[u64]) -> usize {
        let size = (2 * shades.len()).next_power_of_two();
        self.table.clear();
        self.table.resize(size, 0);
        let mut number = 0;
        for &shade in shades {
            let shade = shade | 1;
            let mut place = to_place(shade >> 20) & (size - 1);
            while self.table[place] != 0 && self.table[place] != shade {
                place = (place + 1) & (size - 1);
            }
            number += usize::from(self.table[place] == 0);
            self.table[place] = shade;
        }
        number
    }
}

const CHOSEN: u64 = 0x5bd1_e995_2545_f491;
const SINGLED_OUT: u64 = 0xd6e8_feb8_6659_fd93;
