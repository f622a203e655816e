//! The items that say how often a piece is used. What they are, and why, is said in `copies`.

use super::copies::Copies;
use super::pieces::Piece;
use crate::problem::{Color, ItemId, ProblemBuilder, ProblemError, as_larger, as_smaller};

/// Items of an option, with their colors.
pub(super) type Cells = Vec<(ItemId, Color)>;

/// The items that say how often a piece is used.
pub(super) struct Ranks {
    copies: Vec<Ranked>,
    /// At most once: one secondary item.
    at_most_once: Option<ItemId>,
    /// Any number more may follow the copies: they share the items of the last one in this color.
    follower: Option<Color>,
    /// The number that stands for "not used", and how many binary digits it has.
    never: usize,
    digits: u32,
}

/// One copy of several.
struct Ranked {
    item: ItemId,
    may_be_idle: bool,
    /// Items by prefix that keep it before the next copy.
    before_next: Vec<ItemId>,
}

impl Ranks {
    /// Declares the items of all pieces, primary ones first.
    pub(super) fn declare(
        builder: &mut ProblemBuilder,
        pieces: &[Piece],
        copies: &[Copies],
        area: usize,
    ) -> Result<Vec<Self>, ProblemError> {
        let digits = usize::BITS - area.leading_zeros();
        let mut all = Vec::new();
        for (piece, &Copies { least, most }) in pieces.iter().zip(copies) {
            let number = if (least, most) == (0, Some(1)) { 0 } else { most.unwrap_or(least) };
            let label = |k: usize| if number == 1 { piece.name.clone() } else { format!("{}#{k}", piece.name) };
            let copies = (1..=number)
                .map(|k| {
                    let item = builder.primary(label(k))?;
                    Ok(Ranked { item, may_be_idle: k > least, before_next: Vec::new() })
                })
                .collect::<Result<_, _>>()?;
            let follower = if most.is_none() && least > 0 { Some(builder.color("more")?) } else { None };
            all.push(Self { copies, at_most_once: None, follower, never: area, digits });
        }
        for ((piece, copies), ranks) in pieces.iter().zip(copies).zip(&mut all) {
            if *copies == (Copies { least: 0, most: Some(1) }) {
                ranks.at_most_once = Some(builder.secondary(&piece.name)?);
            }
            let pairs =
                if ranks.follower.is_some() { ranks.copies.len() } else { ranks.copies.len().saturating_sub(1) };
            for (k, copy) in ranks.copies[..pairs].iter_mut().enumerate() {
                let label = |prefix: usize| format!("{}#{}<{prefix:b}", piece.name, k + 1);
                copy.before_next =
                    (1..1 << digits).map(|prefix| builder.secondary(label(prefix))).collect::<Result<_, _>>()?;
            }
        }
        Ok(all)
    }

    /// For a placement that begins in this cell the items of each copy that it can be; none if the piece is used any number of times.
    pub(super) fn options(&self, first: usize) -> Vec<Cells> {
        if self.copies.is_empty() {
            return vec![self.at_most_once.into_iter().map(|item| (item, Color::NONE)).collect()];
        }
        let follower = self.follower.map(|color| self.behind(self.copies.len(), first, color).collect());
        (0..self.copies.len()).map(|k| self.items(k, first)).chain(follower).collect()
    }

    /// The options that leave a copy unused.
    pub(super) fn idle(&self) -> Vec<Cells> {
        let idle = self.copies.iter().enumerate().filter(|(_, copy)| copy.may_be_idle);
        idle.map(|(k, _)| self.items(k, self.never)).collect()
    }

    /// The items of copy k when it begins in this cell.
    fn items(&self, k: usize, first: usize) -> Cells {
        let copy = &self.copies[k];
        let mut items = vec![(copy.item, Color::NONE)];
        if !copy.before_next.is_empty() {
            let before = as_smaller(first, self.digits).map(|prefix| copy.before_next[prefix - 1]);
            items.extend(before.map(|item| (item, Color::NONE)));
        }
        items.extend(self.behind(k, first, Color::NONE));
        items
    }

    /// The items that keep one that begins here behind copy k - 1.
    fn behind(&self, k: usize, first: usize, color: Color) -> impl Iterator<Item = (ItemId, Color)> {
        let before = k.checked_sub(1).map(|k| &self.copies[k].before_next);
        before
            .into_iter()
            .flat_map(move |items| as_larger(first, self.digits).map(move |prefix| (items[prefix - 1], color)))
    }
}
