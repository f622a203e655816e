//! The form of a labelled hypergraph: bytes that are equal if and only if the labelled hypergraphs are.
//!
//! A form has the number of vertices of each kind first, then the edges, each as the sorted labels of its vertices, packed into as few bits as the labels need, in order.

use super::label::FormLabeller;
use dlx_core::problem::{to_u16, to_usize};

/// Writes forms.
#[derive(Debug, Default)]
pub(super) struct FormWriter {
    narrow: Vec<u64>,
    wide: Vec<u128>,
    labels: Vec<u16>,
    rows: Vec<(usize, usize)>,
    /// The forms written so far.
    pub(super) bytes: Vec<u8>,
    /// Are the vertices of the forms kept, in the order of their labels?
    pub(super) keeps_names: bool,
    pub(super) names: Vec<u16>,
}

impl FormWriter {
    /// Writes the form of the hypergraph that the labeller has labelled. An edge has at most `size` vertices.
    pub(super) fn write(&mut self, labeller: &FormLabeller, kinds: &[u32], size: usize) {
        self.write_kinds(labeller, kinds);
        if self.keeps_names {
            self.names.extend_from_slice(&self.labels);
        }
        // Label 0 fills edges that are smaller than others.
        let n_bits = to_usize(labeller.graph.vertices.len().max(1).ilog2()) + 1;
        match n_bits * size {
            0..=64 => self.write_narrow(labeller, n_bits, (n_bits * size).div_ceil(8)),
            65..=128 => self.write_wide(labeller, n_bits, (n_bits * size).div_ceil(8)),
            _ => self.write_rows(labeller),
        }
    }

    fn write_kinds(&mut self, labeller: &FormLabeller, kinds: &[u32]) {
        self.labels.clear();
        self.labels.resize(labeller.graph.vertices.len(), 0);
        labeller.graph.vertices.iter().for_each(|&v| self.labels[usize::from(labeller.ranks[usize::from(v)])] = v);
        let mut run = None;
        for &vertex in &self.labels {
            let kind = kinds[usize::from(vertex)];
            run = match run {
                Some((known, length)) if known == kind => Some((kind, length + 1)),
                other => {
                    put_run(&mut self.bytes, other);
                    Some((kind, 1u32))
                }
            };
        }
        put_run(&mut self.bytes, run);
        self.bytes.extend(u32::MAX.to_le_bytes());
    }

    fn write_narrow(&mut self, labeller: &FormLabeller, n_bits: usize, n_bytes: usize) {
        self.narrow.clear();
        for edge in labeller.graph.edges() {
            sort_labels(edge, labeller, &mut self.labels);
            self.narrow.push(self.labels.iter().fold(0, |word, &label| word << n_bits | u64::from(label)));
        }
        self.narrow.sort_unstable();
        for word in &self.narrow {
            self.bytes.extend_from_slice(&word.to_le_bytes()[..n_bytes]);
        }
    }

    fn write_wide(&mut self, labeller: &FormLabeller, n_bits: usize, n_bytes: usize) {
        self.wide.clear();
        for edge in labeller.graph.edges() {
            sort_labels(edge, labeller, &mut self.labels);
            self.wide.push(self.labels.iter().fold(0, |word, &label| word << n_bits | u128::from(label)));
        }
        self.wide.sort_unstable();
        for word in &self.wide {
            self.bytes.extend_from_slice(&word.to_le_bytes()[..n_bytes]);
        }
    }

    fn write_rows(&mut self, labeller: &FormLabeller) {
        let (mut all, mut labels) = (Vec::with_capacity(labeller.graph.cells.len()), Vec::new());
        self.rows.clear();
        for edge in labeller.graph.edges() {
            sort_labels(edge, labeller, &mut labels);
            self.rows.push((all.len(), all.len() + labels.len()));
            all.extend_from_slice(&labels);
        }
        let row = |&(from, to): &(usize, usize)| &all[from..to];
        self.rows.sort_unstable_by(|a, b| row(a).cmp(row(b)));
        for place in &self.rows {
            self.bytes.extend(to_u16(row(place).len()).to_le_bytes());
            row(place).iter().for_each(|label| self.bytes.extend(label.to_le_bytes()));
        }
    }
}

fn put_run(bytes: &mut Vec<u8>, run: Option<(u32, u32)>) {
    if let Some((kind, length)) = run {
        bytes.extend(kind.to_le_bytes());
        bytes.extend(length.to_le_bytes());
    }
}

/// The labels of an edge, from 1, in order.
#[inline(always)]
fn sort_labels(edge: &[u16], labeller: &FormLabeller, labels: &mut Vec<u16>) {
    labels.clear();
    labels.extend(edge.iter().map(|&vertex| labeller.ranks[usize::from(vertex)] + 1));
    labels.sort_unstable();
}
