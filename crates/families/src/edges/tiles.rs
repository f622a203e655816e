//! Tiles: the colors of their sides.

use crate::error::{FamilyError, bounded};
use crate::text::lines_of;
use dlx_core::format::{SyntaxError, error_at, meant, plural};

/// The most tiles of a full set, before tiles that are turns of each other are merged.
const MAX_TILES: usize = 160_000;

/// The colors of the sides of a tile, clockwise. The first is the top side of a square, the horizontal side of a triangle, or the upper right side of a hexagon.
pub(super) type Tile = Vec<String>;

/// Tiles, all with the same number of sides.
///
/// ```
/// use dlx_count::{Session, family::{TileBoard, Tiles}};
///
/// let wang = Tiles::all(4, 2)?.reused().fixed();
/// assert_eq!(Session::new()?.count(&wang.on(&TileBoard::squares(2, 2))?)?.count.to_string(), "4096");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tiles {
    pub(super) n_sides: usize,
    tiles: Vec<Tile>,
    /// The color all around the board.
    pub(super) border: Option<String>,
    /// Are these all tiles of some colors, in all their turns?
    is_set: bool,
    pub(super) is_fixed: bool,
    pub(super) is_reused: bool,
}

impl Tiles {
    fn new(n_sides: usize, tiles: Vec<Tile>, is_set: bool) -> Self {
        Self { n_sides, tiles, border: None, is_set, is_fixed: false, is_reused: false }
    }

    /// MacMahon's tiles: all tiles with `n_sides` sides in `n_colors` colors. Those that are turns of each other are one tile, unless they are [`fixed`](Self::fixed).
    ///
    /// # Errors
    /// If there are too many: more than 54 colors of triangles, 20 of squares, 7 of hexagons.
    pub fn all(n_sides: usize, n_colors: usize) -> Result<Self, FamilyError> {
        let number = |n_colors: usize| n_colors.saturating_pow(n_sides.try_into().unwrap_or(u32::MAX));
        let most = (1..MAX_TILES).take_while(|&n_colors| number(n_colors) <= MAX_TILES).count();
        bounded("the colors of a set of tiles", n_colors, most)?;
        let mut tiles: Vec<Tile> = vec![Vec::new()];
        for _ in 0..n_sides {
            let longer = |tile: &Tile| {
                let tile = tile.clone();
                (1..=n_colors).map(move |color| [tile.as_slice(), &[color.to_string()]].concat())
            };
            tiles = tiles.iter().flat_map(longer).collect();
        }
        Ok(Self::new(n_sides, tiles, true))
    }

    /// Reads tiles, one in each line: the colors of the sides clockwise, as words, or as letters without spaces. They begin at the top; with the horizontal side of a triangle; at the upper right of a
    /// hexagon. Equal lines are different tiles. A line that begins with `#` is a comment.
    ///
    /// # Errors
    /// If a line does not have `n_sides` sides; the error has its line and column.
    pub fn read(text: &str, n_sides: usize) -> Result<Self, Box<SyntaxError>> {
        let lines = lines_of(text);
        let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let tiles = lines.map(|line| tile(line, n_sides)).collect::<Result<_, _>>()?;
        Ok(Self::new(n_sides, tiles, false))
    }

    /// A color that some tile has.
    pub(super) fn color(&self, word: &str) -> Result<String, FamilyError> {
        let mut colors: Vec<&str> = self.tiles.iter().flatten().map(String::as_str).collect();
        colors.sort_unstable();
        colors.dedup();
        if colors.contains(&word) || colors.is_empty() {
            return Ok(word.into());
        }
        let near = meant(word, colors.iter().copied()).map(|near| near + " ").unwrap_or_default();
        let help = format!("{near}the colors are {}", colors.join(", "));
        Err(FamilyError::new(format!("no tile has the color `{word}`"), help))
    }

    /// Sets the color all around the board.
    #[must_use]
    pub fn bordered(self, color: &str) -> Self {
        Self { border: Some(color.into()), ..self }
    }

    /// Forbids turning the tiles. Half of the triangles of a board stand on a corner: these take a tile after half a turn.
    #[must_use]
    pub fn fixed(self) -> Self {
        Self { is_fixed: true, ..self }
    }

    /// Allows each tile any number of times.
    #[must_use]
    pub fn reused(self) -> Self {
        Self { is_reused: true, ..self }
    }

    /// The tiles; of a full set one of all turns of each, if they may be turned.
    pub(super) fn pieces(&self) -> Vec<&Tile> {
        let is_least = |tile: &&Tile| turns(tile).iter().all(|turned| *tile <= turned);
        let all = self.is_fixed || !self.is_set;
        self.tiles.iter().filter(|tile| all || is_least(tile)).collect()
    }

    /// A tile in the ways in which it may be put down, each once.
    pub(super) fn turned(&self, tile: &Tile) -> Vec<Tile> {
        if self.is_fixed { vec![tile.clone()] } else { turns(tile) }
    }
}

/// A tile and its turns, those that differ.
fn turns(tile: &Tile) -> Vec<Tile> {
    let turned = std::iter::successors(Some(tile.clone()), |last| {
        let mut next = last.clone();
        next.rotate_right(1);
        (next != *tile).then_some(next)
    });
    turned.collect()
}

/// As many words, or letters, as there are sides.
fn tile(line: (usize, &str), n_sides: usize) -> Result<Tile, Box<SyntaxError>> {
    let words: Vec<&str> = line.1.split_whitespace().collect();
    let sides: Vec<String> = match words[..] {
        [letters] => letters.chars().map(String::from).collect(),
        _ => words.iter().map(|&word| word.into()).collect(),
    };
    if sides.len() == n_sides {
        return Ok(sides);
    }
    let what = format!("this tile has {}", plural(sides.len(), "side"));
    let help = match n_sides {
        3 => "a triangle has three: the level one, then clockwise; three words, or three letters without spaces",
        6 => "a hexagon has six: clockwise from that on the right above; six words, or six letters without spaces",
        _ => "a tile has four: above, right, below, left; four words, or four letters without spaces",
    };
    Err(error_at(line, 1, line.1, &what, help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_read() {
        let read = Tiles::read("# two\nabcd\nred red blue red\n", 4).unwrap();
        assert_eq!(read.tiles[0], ["a", "b", "c", "d"]);
        assert_eq!(read.tiles[1][2], "blue");
    }

    /// Squares: n (n + 1) (n^2 - n + 2) / 4 (OEIS A006528). Triangles: n (n^2 + 2) / 3 (A006527). Hexagons: A006565.
    #[test]
    fn turns_are_told_apart() {
        let numbers = |n_sides: usize| [0, 1, 2, 3, 4].map(|n| Tiles::all(n_sides, n).unwrap().pieces().len());
        assert_eq!(numbers(4), [0, 1, 6, 24, 70]);
        assert_eq!(numbers(3), [0, 1, 4, 11, 24]);
        assert_eq!(numbers(6), [0, 1, 14, 130, 700]);
        let first = |text: &str| turns(&Tiles::read(text, 4).unwrap().tiles[0]).len();
        assert_eq!(["aaaa", "abab", "abcd"].map(first), [1, 2, 4]);
        assert!(Tiles::all(6, 8).is_err() && Tiles::all(3, 54).is_ok());
    }
}
