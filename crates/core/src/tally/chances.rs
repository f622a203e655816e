//! Random choices, with chances in proportion to whole numbers of any size.

use super::count::Count;

/// Chances of some things, in their order.
#[derive(Clone, Debug, Default)]
pub struct Chances {
    /// For each thing the sum of its number and those before it.
    ends: Vec<Count>,
}

impl Chances {
    /// The sum of all numbers.
    pub fn total(&self) -> Count {
        self.ends.last().cloned().unwrap_or(Count::ZERO)
    }

    /// The place of one thing, drawn with a chance in exact proportion to its number, by random words of 64 bits.
    ///
    /// # Panics
    /// If all numbers are 0, or there are none.
    pub fn draw(&self, random: impl FnMut() -> u64) -> usize {
        let ball = self.total().random_below(random);
        self.ends.partition_point(|end| *end <= ball)
    }
}

impl FromIterator<Count> for Chances {
    fn from_iter<I: IntoIterator<Item = Count>>(numbers: I) -> Self {
        let mut total = Count::ZERO;
        let end = |number| {
            total += number;
            total.clone()
        };
        Self { ends: numbers.into_iter().map(end).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_in_proportion() {
        let chances: Chances = [0u64, 1, 0, 3].into_iter().map(Count::from).collect();
        let mut dice = fastrand::Rng::with_seed(1);
        let mut drawn = [0u32; 4];
        (0..40_000).for_each(|_| drawn[chances.draw(|| dice.u64(..))] += 1);
        assert!(drawn[0] == 0 && drawn[2] == 0 && drawn[1].abs_diff(10_000) < 500, "{drawn:?}");
        assert!(Chances::default().total().is_zero());
    }
}
