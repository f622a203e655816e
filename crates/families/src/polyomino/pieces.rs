//! Pieces by name: generated sets, letters, numbers, rectangles.
//!
//! Tetrominoes and pentominoes have their letters (S. W. Golomb, "Polyominoes", 1965), with the size behind where a letter alone could be
//! several: `L4`. A word of capital letters alone names pentominoes: `FILNPTUVWXYZ`. The pieces of the Soma cube (P. Hein, 1933) are
//! V, L, T, Z, A, B, P; A and B are mirror images. Larger sets are generated and numbered: `6.1` to `6.35`. Rectangles are named by their sides.

use super::super::FamilyError;
use super::shape::{Shape, Space, Turn, all_of_size};
use dlx_core::format::meant;

/// A piece: a name and a shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub(super) name: String,
    pub(super) shape: Shape,
    /// Is it fixed as it was drawn? A name stands for all orientations, a drawing by the user for itself.
    pub(super) is_own: bool,
}

impl Piece {
    /// A piece that stands for all its orientations.
    pub(super) fn named(name: impl Into<String>, shape: Shape) -> Self {
        Self { name: name.into(), shape, is_own: false }
    }

    /// Its name, for example `L4`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many cells it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.shape.cells().len()
    }
}

/// The letters: name, then rows; layers stand side by side.
const LETTERS: [(&str, &str); 21] = [
    ("I1", "X"),
    ("I2", "XX"),
    ("I3", "XXX"),
    ("L3", "X./XX"),
    ("I4", "XXXX"),
    ("L4", "X./X./XX"),
    ("O4", "XX/XX"),
    ("S4", ".XX/XX."),
    ("T4", "XXX/.X."),
    ("F5", ".XX/XX./.X."),
    ("I5", "XXXXX"),
    ("L5", "X./X./X./XX"),
    ("N5", ".X/.X/XX/X."),
    ("P5", "XX/XX/X."),
    ("T5", "XXX/.X./.X."),
    ("U5", "X.X/XXX"),
    ("V5", "X../X../XXX"),
    ("W5", "X../XX./.XX"),
    ("X5", ".X./XXX/.X."),
    ("Y5", ".X/XX/.X/.X"),
    ("Z5", "XX./.X./.XX"),
];

/// Other names for the same sets.
const ALIASES: [(&str, &str); 4] = [("V3", "L3"), ("J4", "L4"), ("Z4", "S4"), ("Q4", "O4")];

/// Pieces in space, layer behind layer.
const SOMA: [(&str, &str); 7] = [
    ("V", "X. ../XX .."),
    ("L", "X. ../X. ../XX .."),
    ("T", "XXX .../.X. ..."),
    ("Z", ".XX .../XX. ..."),
    ("A", "X. X./.. XX"),
    ("B", ".X .X/.. XX"),
    ("P", "XX X./X. .."),
];

/// Words for sets of pieces: the generated ones by size, first in the plane, then in space.
pub(super) const SETS: [&str; 14] = [
    "monominoes",
    "dominoes",
    "trominoes",
    "tetrominoes",
    "pentominoes",
    "hexominoes",
    "heptominoes",
    "octominoes",
    "monocubes",
    "dicubes",
    "tricubes",
    "tetracubes",
    "pentacubes",
    "soma",
];
pub(super) const OMINOES: &[&str] = SETS.split_at(8).0;
const CUBES: &[&str] = SETS.split_at(8).1.split_at(5).0;

/// The pieces that a list of words names, `L4,T4` or `pentominoes,O4`.
///
/// # Errors
/// If a word names no piece, or a piece is named twice.
pub fn pieces(words: &str) -> Result<Vec<Piece>, FamilyError> {
    let mut pieces: Vec<Piece> = Vec::new();
    for word in words.split(',').map(str::trim) {
        for piece in named(word)? {
            if pieces.iter().any(|known| known.name == piece.name) {
                let help = "name each piece once; `--copies` says how often each may be used";
                let also = ALIASES.iter().find(|(_, name)| *name == piece.name).map(|(alias, _)| alias);
                let also = also.filter(|&&alias| words.split(',').any(|word| word.trim() == alias));
                let name = also.map_or_else(|| piece.name.clone(), |alias| format!("{}, or {alias},", piece.name));
                return Err(FamilyError::new(format!("the piece {name} is named twice"), help));
            }
            pieces.push(piece);
        }
    }
    Ok(pieces)
}

/// The pieces that one word names.
fn named(word: &str) -> Result<Vec<Piece>, FamilyError> {
    if let Some(size) = OMINOES.iter().position(|&name| name == word || Some(word) == name.strip_suffix("es")) {
        return Ok(polyominoes(size + 1));
    }
    if let Some(size) = CUBES.iter().position(|&name| name == word || Some(word) == name.strip_suffix('s')) {
        return Ok(polycubes(size + 1));
    }
    if word == "soma" {
        return Ok(SOMA.iter().map(|(name, rows)| drawn(name, rows.split('/'))).collect());
    }
    let target = ALIASES.iter().find(|(alias, _)| *alias == word).map_or(word, |(_, name)| name);
    if let Some((name, rows)) = LETTERS.iter().find(|(name, _)| *name == target) {
        return Ok(vec![drawn(name, rows.split('/'))]);
    }
    if let Some(piece) = numbered(word).or_else(|| rectangle(word)) {
        return Ok(vec![piece]);
    }
    if !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase()) {
        return word.chars().map(pentomino).collect();
    }
    Err(unknown(word))
}

/// A pentomino by its letter.
fn pentomino(letter: char) -> Result<Piece, FamilyError> {
    let name = format!("{letter}5");
    let found = LETTERS.iter().find(|(known, _)| *known == name);
    found.map(|(name, rows)| drawn(name, rows.split('/'))).ok_or_else(|| {
        FamilyError::new(
            format!("there is no pentomino {letter}"),
            "the pentominoes are F I L N P T U V W X Y Z; smaller pieces have their size behind: L4",
        )
    })
}

/// `6.12`: the twelfth hexomino.
fn numbered(word: &str) -> Option<Piece> {
    let (size, _) = word.split_once('.')?;
    let size: usize = size.parse().ok().filter(|size| (6..=OMINOES.len()).contains(size))?;
    polyominoes(size).into_iter().find(|piece| piece.name == word)
}

/// `2x3`: a rectangle.
fn rectangle(word: &str) -> Option<Piece> {
    let (rows, columns) = word.split_once('x')?;
    let sides = [rows, columns].map(|side| side.parse::<i32>().ok().filter(|side| (1..=100).contains(side)));
    let [Some(rows), Some(columns)] = sides else { return None };
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| [0, row, column]));
    Some(Piece::named(format!("{rows}x{columns}"), Shape::new(cells)))
}

fn unknown(word: &str) -> FamilyError {
    let words = SETS.into_iter().chain(LETTERS.iter().map(|(name, _)| *name));
    let help = match meant(word, words) {
        _ if std::path::Path::new(word).is_file() => format!("did you mean the drawings in that file, @{word}?"),
        _ if ["nonomino", "decomino"].iter().any(|larger| word.starts_with(larger)) => "sets go up to octominoes".into(),
        Some(near) => near,
        None => "pieces are monominoes .. octominoes, tricubes, tetracubes, pentacubes, soma, letters such as I4,L4 or FILNPTUVWXYZ, \
                 numbers such as 6.1, rectangles such as 2x3, or @FILE with drawings"
            .into(),
    };
    FamilyError::new(format!("there is no piece `{word}`"), help)
}

/// All free polyominoes of a size: by letter if they have one.
fn polyominoes(size: usize) -> Vec<Piece> {
    let letters = LETTERS.iter().filter(|(name, _)| name.ends_with(&size.to_string()));
    let pieces: Vec<Piece> = letters.map(|(name, rows)| drawn(name, rows.split('/'))).collect();
    if !pieces.is_empty() {
        return pieces;
    }
    number(size, all_of_size(size, Space::Plane))
}

/// All polycubes of a size, mirror images apart: flat ones by letter, the twisted ones of four cubes by those of Soma.
fn polycubes(size: usize) -> Vec<Piece> {
    if size == 4 {
        let letters = LETTERS.iter().chain(&SOMA[4..]).filter(|(name, _)| !name.ends_with(['1', '2', '3', '5']));
        return letters.map(|(name, rows)| drawn(name, rows.split('/'))).collect();
    }
    if size < 4 {
        return polyominoes(size);
    }
    number(size, all_of_size(size, Space::Space))
}

fn number(size: usize, shapes: impl IntoIterator<Item = Shape>) -> Vec<Piece> {
    (1..).zip(shapes).map(|(k, shape)| Piece::named(format!("{size}.{k}"), shape)).collect()
}

/// A piece by its rows, each with its layers side by side.
pub(super) fn drawn<'a>(name: &str, rows: impl IntoIterator<Item = &'a str>) -> Piece {
    let cells = (0..).zip(rows).flat_map(|(row, text)| {
        (0..).zip(text.split(' ')).flat_map(move |(layer, text)| {
            let cells = (0..).zip(text.chars()).filter(|&(_, sign)| sign != '.');
            cells.map(move |(column, _)| [layer, row, column])
        })
    });
    Piece::named(name, Shape::new(cells))
}

/// Each piece and its mirror image where they differ, `F5` and `F5'`: the one-sided pieces. Drawings by the user stay alone.
pub(super) fn one_sided(pieces: &[Piece], space: Space) -> Vec<Piece> {
    let both = pieces.iter().flat_map(|piece| {
        let turn = Turn::of(space, true).find(|turn| turn.is_mirror() && !piece.is_own);
        let mirror = turn.map(|turn| piece.shape.turned(turn));
        let mirror = mirror.filter(|mirror| mirror.canonical(space, false) != piece.shape.canonical(space, false));
        let mirror = mirror.map(|shape| Piece::named(format!("{}'", piece.name), shape));
        [Some(piece.clone()), mirror]
    });
    without_repeats(both.flatten(), |shape| shape.canonical(space, false))
}

/// Each piece in each of its orientations, `L4.1` to `L4.8`: the fixed pieces. Drawings by the user stay as they are.
pub(super) fn fixed(pieces: &[Piece], space: Space) -> Vec<Piece> {
    let all = pieces.iter().flat_map(|piece| {
        if piece.is_own {
            return vec![piece.clone()];
        }
        let images = piece.shape.images(Turn::of(space, space == Space::Plane));
        (1..).zip(images).map(|(k, shape)| Piece::named(format!("{}.{k}", piece.name), shape)).collect()
    });
    without_repeats(all, Shape::clone)
}

/// Refuses two names for one shape, such as 2x1 and 1x2, whose pieces would be told apart. Two drawings of the same shape are two pieces.
pub(super) fn refuse_twins(pieces: &[Piece], space: Space) -> Result<(), FamilyError> {
    let mut known = std::collections::BTreeMap::new();
    for piece in pieces.iter().filter(|piece| !piece.is_own) {
        let first = known.insert(piece.shape.canonical(space, space == Space::Plane), &piece.name);
        if let Some(first) = first {
            let what = format!("{first} and {} are the same piece, turned", piece.name);
            let help =
                "name it once: it is used in all orientations; with --fixed, orientations are pieces of their own";
            return Err(FamilyError::new(what, help));
        }
    }
    Ok(())
}

/// The pieces without repetitions: the first of those that are equal. Two drawings of the same shape are two pieces.
fn without_repeats(pieces: impl Iterator<Item = Piece>, same: impl Fn(&Shape) -> Shape) -> Vec<Piece> {
    let mut seen = std::collections::BTreeSet::new();
    pieces.filter(|piece| piece.is_own || seen.insert(same(&piece.shape))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &str) -> String {
        pieces(words).unwrap().iter().map(Piece::name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn letters_are_all_free_polyominoes_of_their_size() {
        for size in 1..=5 {
            let canonical = |piece: &Piece| piece.shape.canonical(Space::Plane, true);
            let named: std::collections::BTreeSet<Shape> = polyominoes(size).iter().map(canonical).collect();
            assert_eq!(named, all_of_size(size, Space::Plane), "{size}");
        }
    }

    #[test]
    fn soma_and_tetracubes_are_polycubes_up_to_rotation() {
        let canonical = |piece: &Piece| piece.shape.canonical(Space::Space, false);
        let tetracubes: std::collections::BTreeSet<Shape> = polycubes(4).iter().map(canonical).collect();
        assert_eq!(tetracubes, all_of_size(4, Space::Space));
        let soma = pieces("soma").unwrap();
        assert_eq!(soma.iter().map(Piece::size).sum::<usize>(), 27);
        let different: std::collections::BTreeSet<Shape> = soma.iter().map(canonical).collect();
        assert_eq!(different.len(), 7);
    }

    #[test]
    fn words_name_pieces() {
        assert_eq!(names("tetrominoes"), "I4 L4 O4 S4 T4");
        assert_eq!(names("FIX,O4,J4"), "F5 I5 X5 O4 L4");
        assert_eq!(names("6.35,domino,2x3"), "6.35 I2 2x3");
        assert_eq!((pieces("octominoes").unwrap().len(), pieces("pentacubes").unwrap().len()), (369, 29));
        for (words, part) in [
            ("pentomines", "did you mean `pentominoes`"),
            ("Q5", "no piece `Q5`"),
            ("FQ", "no pentomino Q"),
            ("I4,I4", "piece I4 is named twice"),
            ("S4, Z4", "piece S4, or Z4, is named twice"),
            ("6.36", "no piece"),
            ("", "no piece"),
            ("decominoes", "no piece"),
        ] {
            let error = pieces(words).unwrap_err().to_string();
            assert!(error.contains(part), "{words}: {error}");
        }
    }

    #[test]
    fn sides_and_orientations_are_told_apart() {
        let number = |words: &str| {
            let pieces = pieces(words).unwrap();
            (one_sided(&pieces, Space::Plane).len(), fixed(&pieces, Space::Plane).len())
        };
        assert_eq!(
            [number("tetrominoes"), number("pentominoes"), number("hexominoes")],
            [(7, 19), (18, 63), (60, 216)]
        );
    }
}
