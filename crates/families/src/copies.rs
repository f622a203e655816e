//! How often each piece is used, and how that is expressed in a problem.
//!
//! Once: the piece is a primary item. At most once: a secondary one. Any number of times: no item at all. Anything else, such as exactly twice, is an item that is covered that number of times: see
//! [`Problem::with_times`](dlx_core::problem::Problem::with_times). Its copies are told apart by the first cell, since no two pieces begin in the same one.

use super::arguments::Arguments;
use super::error::FamilyError;
use super::parameter::Parameter;
use super::quoted::quoted;
use dlx_core::problem::Multiplicity;

/// How often a piece may be used, from the least to the most.
pub type Copies = Multiplicity;

/// How often the pieces of a puzzle may be used: all of them, and with exceptions for some, by their names or the word for several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PieceCounts {
    default: Copies,
    exceptions: Vec<(String, Copies)>,
}

impl PieceCounts {
    /// The parameters that say it.
    pub(super) const PARAMETERS: [Parameter; 2] = [
        Parameter::flag("reuse", "Use each piece any number of times; once if omitted"),
        Parameter::named("copies", "PIECE=N", "How often a piece is used, such as I4=2,O4=0..3; `*` is all pieces")
            .list(),
    ];

    /// Each once.
    pub(super) const ONCE: Self = Self { default: Copies::ONE, exceptions: Vec::new() };

    /// All pieces as often as this, but for exceptions.
    pub(super) fn set(&mut self, copies: Copies) {
        self.default = copies;
    }

    /// The pieces that a word means as often as this.
    pub(super) fn set_of(&mut self, words: String, copies: Copies) {
        self.exceptions.push((words, copies));
    }

    /// What these arguments say besides.
    pub(super) fn add(&mut self, arguments: &Arguments) -> Result<(), FamilyError> {
        if arguments.has("reuse") {
            self.default = Copies::ANY;
        }
        let mut said = Vec::new();
        for word in arguments.words("copies") {
            let help = "--copies takes PIECE=N, such as I4=2,O4=0..3";
            let no_number = || FamilyError::new(format!("`{word}` is not a number of copies"), help);
            let (piece, number) = word.split_once('=').ok_or_else(no_number)?;
            if said.contains(&piece) {
                return Err(FamilyError::new(format!("--copies says twice how often {piece} is used"), help));
            }
            said.push(piece);
            self.set_of(piece.into(), read(number)?);
        }
        Ok(())
    }

    /// The words of the command line for it, with a space before.
    pub(super) fn words(&self) -> String {
        let reuse = if self.default == Copies::ANY { " --reuse" } else { "" };
        let shown = |(words, Copies { least, most }): &(String, Copies)| match most {
            Some(most) if most == least => format!("{words}={least}"),
            Some(most) => format!("{words}={least}..{most}"),
            None => format!("{words}={least}.."),
        };
        let exceptions: Vec<String> = self.exceptions.iter().map(shown).collect();
        let copies =
            if exceptions.is_empty() { String::new() } else { format!(" --copies {}", quoted(&exceptions.join(","))) };
        format!("{reuse}{copies}")
    }

    /// The numbers for pieces with these names. `named` says which names a word means that is not the name of a piece.
    pub(super) fn of_each(
        &self,
        names: &[&str],
        named: impl Fn(&str) -> Result<Vec<String>, FamilyError>,
    ) -> Result<Vec<Copies>, FamilyError> {
        let meant = |words: &str| -> Result<Vec<String>, FamilyError> {
            if words == "*" {
                return Ok(names.iter().map(ToString::to_string).collect());
            }
            if names.contains(&words) {
                return Ok(vec![words.into()]);
            }
            let meant = named(words)?;
            match meant.iter().find(|name| !names.contains(&name.as_str())) {
                None => Ok(meant),
                Some(stranger) => {
                    let what = format!("copies of {stranger}, which is not among the pieces");
                    let some: Vec<&str> = names.iter().take(40).copied().collect();
                    Err(FamilyError::new(what, format!("the pieces are {}", some.join(", "))))
                }
            }
        };
        let exception = |(words, copies): &(String, Copies)| Ok((words == "*", meant(words)?, *copies));
        let mut exceptions = self.exceptions.iter().map(exception).collect::<Result<Vec<_>, FamilyError>>()?;
        // A number for one piece overrides a number for several, and that a number for all, even if there is only one.
        exceptions.sort_by_key(|(is_all, meant, _)| std::cmp::Reverse((*is_all, meant.len())));
        let mut copies = vec![self.default; names.len()];
        for (_, meant, exception) in exceptions {
            let here = names.iter().zip(&mut copies).filter(|(name, _)| meant.iter().any(|meant| meant == *name));
            here.for_each(|(_, copies)| *copies = exception);
        }
        Ok(copies)
    }

    /// Why pieces of these sizes do not add up to the least number of cells that have to be covered, or more up to all, if they do not.
    pub(super) fn obstacle(&self, area: (usize, usize), pieces: &[(usize, Copies)]) -> Option<String> {
        let sizes = || pieces.iter().copied();
        if can_add_up(area, sizes()) {
            return None;
        }
        let is_once = sizes().all(|(_, copies)| copies.most == Some(copies.least));
        let sum: usize = sizes().map(|(size, copies)| size * copies.least).sum();
        let is_plain = *self == Self::ONCE;
        let hint = if is_plain && can_add_up(area, sizes().map(|(size, _)| (size, Copies::ANY))) {
            " (--reuse: each any number of times)"
        } else {
            ""
        };
        let area = if area.0 == area.1 { area.1.to_string() } else { format!("{} to {}", area.0, area.1) };
        Some(match is_once {
            true => format!("the pieces cover {sum} cells, the board has {area}{hint}"),
            false => format!("no choice of these pieces covers {area} cells, as many as the board has"),
        })
    }
}

/// Reads `2`, `0..3` or `1..`.
fn read(text: &str) -> Result<Copies, FamilyError> {
    text.parse().map_err(|_| {
        let help = "a number of copies is written like 2, 0..3 or 1.., the least before the most";
        FamilyError::new(format!("`{text}` is not a number of copies"), help)
    })
}

/// The bounds for a piece of `size` cells on a board of `area` cells. An upper bound that the board cannot reach is dropped, and a lower bound that it cannot reach becomes the least such number.
pub(super) fn on_board(copies: Copies, size: usize, area: usize) -> Copies {
    let room = area / size;
    let least = copies.least.min(room + 1);
    Copies { least, most: copies.most.map(|most| most.min(room + 1)).filter(|&most| most == least || most < room) }
}

/// Can pieces of these sizes, each used as often as allowed, cover at least `least_area` and at most `area` cells?
fn can_add_up((least_area, area): (usize, usize), pieces: impl Iterator<Item = (usize, Copies)>) -> bool {
    let mut is_reachable = vec![false; area + 1];
    is_reachable[0] = true;
    for (size, Copies { least, most }) in pieces {
        let mut next = vec![false; area + 1];
        for start in 0..=area {
            let most_here = ((area - start) / size).min(most.unwrap_or(usize::MAX));
            if is_reachable[start] && least <= most_here {
                (least..=most_here).for_each(|number| next[start + number * size] = true);
            }
        }
        is_reachable = next;
    }
    is_reachable[least_area..].contains(&true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_add_up_or_do_not() {
        let once = |sizes: &[usize]| sizes.iter().map(|&size| (size, Copies::ONE)).collect::<Vec<_>>();
        let all = |area: usize| (area, area);
        assert!(can_add_up(all(60), once(&[5; 12]).into_iter()));
        assert!(!can_add_up(all(59), once(&[5; 12]).into_iter()));
        assert!(can_add_up((59, 64), once(&[5; 12]).into_iter()) && !can_add_up((61, 64), once(&[5; 12]).into_iter()));
        assert!(!can_add_up(all(7), [(3, Copies::ANY), (5, Copies::ANY)].into_iter()));
        assert!(can_add_up(all(8), [(3, Copies::ANY), (5, Copies::ANY)].into_iter()));
        assert!(!can_add_up(all(4), [(5, Copies { least: 0, most: Some(3) })].into_iter()));
    }
}
