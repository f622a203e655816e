//! Disjoint sets of numbers, joined one after the other. A set is represented by its least member, to which its other members lead.

/// The least member of the set that a number is in. Shortens the path for the next time.
pub fn root(roots: &mut [usize], mut member: usize) -> usize {
    while roots[member] != member {
        roots[member] = roots[roots[member]];
        member = roots[member];
    }
    member
}

/// Unites the sets that two numbers are in.
pub fn join(roots: &mut [usize], one: usize, other: usize) {
    let (one, other) = (root(roots, one), root(roots, other));
    roots[one.max(other)] = one.min(other);
}
