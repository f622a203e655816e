//! Sweeps from bytes to bytes, as clusters do them: the count does not depend on the deal, and wrong pieces are refused.

use dlx_count::engine::RunSignal;
use dlx_count::engine::frontier::{DealtLevel, DealtSweep};
use dlx_count::{Count, Problem};
use num_bigint::BigUint;

use crate::properties::dominoes;

/// The pieces of a level, by the part that they are for.
type Dealt = Vec<Vec<Vec<u8>>>;

fn slices(pieces: &[Vec<u8>]) -> Vec<&[u8]> {
    pieces.iter().map(Vec::as_slice).collect()
}

/// The count, all steps done one after the other; and what there was at each level, from which any step can be done again.
fn swept(sweep: &dyn DealtSweep, most: usize, n_parts: usize) -> (Count, Vec<(DealtLevel, Dealt)>) {
    let signal = RunSignal::default();
    let (mut level, first) = sweep.begin(most, n_parts, &signal).unwrap();
    let (mut sample, mut n_states) = (first.sample, first.n_states);
    let mut dealt: Dealt = first.pieces.into_iter().map(|piece| vec![piece]).collect();
    let mut seen = Vec::new();
    while level.at < sweep.n_levels() {
        let next = sweep.next(&level, &sample, (n_states, n_parts), &signal).unwrap();
        let mut made: Dealt = vec![Vec::new(); next.n_parts];
        (sample, n_states) = (Vec::new(), 0);
        for (part, pieces) in dealt.iter().enumerate() {
            let step = sweep.step((&level, &next), part, &slices(pieces), &signal).unwrap();
            made.iter_mut().zip(step.pieces).for_each(|(pieces, piece)| pieces.push(piece));
            sample.extend(step.sample);
            n_states += step.n_states;
        }
        seen.push((std::mem::replace(&mut level, next), std::mem::replace(&mut dealt, made)));
    }
    let total = |(part, pieces): (usize, &Vec<Vec<u8>>)| sweep.total(&level, part, &slices(pieces), &signal).unwrap();
    (dealt.iter().enumerate().map(total).sum(), seen)
}

fn sweep(problem: &Problem, memory: usize) -> Box<dyn DealtSweep> {
    <dyn DealtSweep>::new(problem, memory, &RunSignal::default()).unwrap()
}

/// Dealt out early or late, into few parts or many, with memory enough or none; and a number of 160 bits.
#[test]
fn counts_do_not_depend_on_the_deal() {
    let board = dominoes(8, 8);
    for (most, n_parts, memory) in [(0, 4, 1 << 24), (10, 16, 1 << 24), (30, 7, 0), (1000, 5, 1 << 20)] {
        assert_eq!(swept(&*sweep(&board, memory), most, n_parts).0.to_string(), "12988816");
    }
    let long = swept(&*sweep(&dominoes(4, 100), 1 << 20), 3, 4).0;
    assert_eq!(long, strip(100));
    assert!(long > Count::from(u128::MAX));
    assert_eq!(swept(&*sweep(&dominoes(3, 3), 1 << 20), 1, 4).0, Count::ZERO);
}

/// Dominoes on 4 by n: OEIS A005178.
fn strip(n: usize) -> Count {
    let mut last: Vec<BigUint> = [1u32, 1, 5, 11].map(BigUint::from).to_vec();
    for at in 4..=n {
        // a(n) = a(n-1) + 5 a(n-2) + a(n-3) - a(n-4)
        let sum = &last[at - 1] + &last[at - 2] * 5u32 + &last[at - 3];
        last.push(sum - &last[at - 4]);
    }
    last[n].to_string().parse().unwrap()
}

/// What is damaged, missing, there twice, or of another sweep.
#[test]
fn wrong_pieces_are_refused() {
    let (signal, own) = (RunSignal::default(), sweep(&dominoes(8, 8), 1 << 20));
    let (_, seen) = swept(&*own, 10, 4);
    let [(from, pieces), (to, _), ..] = &seen[1..] else { panic!("there are three levels") };
    let step = |pieces: &[&[u8]]| own.step((from, to), 1, pieces, &signal);
    let whole = slices(&pieces[1]);
    let right = step(&whole).unwrap();
    assert_eq!(step(&whole).unwrap().pieces, right.pieces);
    assert!(step(&whole[1..]).is_err() && step(&[]).is_err());
    assert!(step(&[&[whole[0]], &whole[..whole.len() - 1]].concat()).is_err());
    assert!(own.step((from, to), 0, &whole, &signal).is_err());
    let other = sweep(&dominoes(8, 9), 1 << 20);
    assert!(other.step((from, to), 1, &whole, &signal).is_err());
    for place in 0..whole[0].len() {
        let mut flipped = whole[0].to_vec();
        flipped[place] ^= 1 << (place % 8);
        assert!(step(&[&[&flipped[..]], &whole[1..]].concat()).is_err(), "{place}");
        assert!(step(&[&[&whole[0][..place]], &whole[1..]].concat()).is_err(), "{place}");
    }
}
