//! `--generators FILE`: symmetries that are known beforehand, as permutations of items in cycle notation.
//!
//! Each line that is not empty is a permutation, such as `(r0 r7) (r1 r6)`: an item goes to the next one in its cycle, the last one to the first, and items that are not named stay.
//! An item is named by its label, or by `#` and its number; blanks or commas are between items. Lines that begin with `|` are comments, as in Knuth's format.

use super::demands::item;
use dlx_canon::symmetry::induced;
use dlx_core::problem::{ItemId, OptionId, Problem};
use dlx_families::FamilyError;

/// The form of a line, for messages.
const HELP: &str = "each line is a permutation of items as cycles, such as (r0 r7) (r1 r6)";

/// The images of all options under the permutations in a file.
pub(super) fn read(file: &str, problem: &Problem) -> Result<Vec<Vec<OptionId>>, FamilyError> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| FamilyError::new(format!("cannot read {file}: {error}"), "--generators takes a file"))?;
    let lines = text
        .trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('|'));
    let read = |(number, line)| {
        let images = permutation(line, problem.original());
        images
            .and_then(|images| induced(problem, &images).map_err(|error| FamilyError::new(error.to_string(), HELP)))
            .map_err(|error| FamilyError::new(format!("{file}, line {}: {}", number + 1, error.what), error.help))
    };
    let images: Vec<Vec<OptionId>> = lines.map(read).collect::<Result<_, _>>()?;
    if images.is_empty() {
        return Err(FamilyError::new(format!("{file} has no permutation"), HELP));
    }
    Ok(images)
}

/// An item, or several with commas between them, which may be in the label of one, too.
fn items_of(problem: &Problem, word: &str) -> Result<Vec<ItemId>, FamilyError> {
    item(problem, word).map(|one| vec![one]).or_else(|error| {
        let parts = word.split(',').filter(|part| !part.is_empty());
        parts.map(|part| item(problem, part)).collect::<Result<_, _>>().map_err(|_| error)
    })
}

/// The image of each item.
fn permutation(line: &str, problem: &Problem) -> Result<Vec<ItemId>, FamilyError> {
    let mut images: Vec<ItemId> = problem.items().collect();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let cycle = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let (cycle, behind) = cycle.ok_or_else(|| FamilyError::new(format!("`{rest}` is not a cycle"), HELP))?;
        let words = cycle.split([' ', '\t']).filter(|word| !word.is_empty());
        let items = words.map(|word| items_of(problem, word)).collect::<Result<Vec<_>, _>>()?.concat();
        for (&from, &to) in items.iter().zip(items.iter().cycle().skip(1)) {
            if images[from.index()] != from {
                let what = format!("`{}` appears twice in the line", problem.item_label(from));
                return Err(FamilyError::new(what, "an item has one image"));
            }
            images[from.index()] = to;
        }
        rest = behind.trim_start();
    }
    Ok(images)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::format::knuth;

    #[test]
    fn labels_may_have_commas() {
        let problem = knuth::read(&b"1,2 1,3 a b\n1,2 a\n1,3 b\n"[..]).unwrap();
        let images = |line: &str| -> Vec<usize> {
            permutation(line, &problem).unwrap().into_iter().map(ItemId::index).collect()
        };
        assert_eq!(images("(1,2 1,3) (a,b)"), [1, 0, 3, 2]);
        assert_eq!(images("(1,2 1,3)(#2, #3)"), [1, 0, 3, 2]);
        assert_eq!(permutation("(1,2 9,9)", &problem).unwrap_err().what, "no item is called `9,9`");
    }
}
