//! Graphs of the TSPLIB (G. Reinelt, 1991): complete ones with the lengths of their edges, as a matrix or by the places of the vertices.
//!
//! ```text
//! NAME: three
//! TYPE: TSP
//! DIMENSION: 3
//! EDGE_WEIGHT_TYPE: EXPLICIT
//! EDGE_WEIGHT_FORMAT: UPPER_ROW
//! EDGE_WEIGHT_SECTION
//! 5 6
//! 7
//! EOF
//! ```
//!
//! Matrices may be full, or the upper or lower part of a symmetric one; places have two coordinates (`EUC_2D`, `CEIL_2D`), and lengths are rounded as the library prescribes.

use super::vertices::{Edge, MAX_VERTICES};
use crate::text::Line;
use dlx_core::format::{SyntaxError, error_at_word};
use dlx_core::problem::floor_of;

/// A word of a line.
type Word<'a> = (Line<'a>, &'a str);

/// The columns that are given in a row of a matrix, by the number of the row and the size of the matrix.
type Columns = fn(usize, usize) -> std::ops::Range<usize>;

/// How the numbers of a matrix follow each other: for each row from which column to which.
const FORMATS: [(&str, Columns); 5] = [
    ("FULL_MATRIX", |_, n| 0..n),
    ("UPPER_ROW", |row, n| row + 1..n),
    ("UPPER_DIAG_ROW", |row, n| row..n),
    ("LOWER_ROW", |row, _| 0..row),
    ("LOWER_DIAG_ROW", |row, _| 0..row + 1),
];

/// Is this a line that only such graphs have?
pub(super) fn is_head(line: &str) -> bool {
    key(line).is_some_and(|(key, _)| key == "EDGE_WEIGHT_TYPE")
}

/// `KEY: value`, or a key alone.
fn key(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':').unwrap_or((line, ""));
    let key = key.trim();
    (!key.is_empty() && key.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_'))
        .then_some((key, value.trim()))
}

/// The head of a text, and its numbers.
struct TsplibHead<'a> {
    dimension: Option<Word<'a>>,
    kind: Option<Word<'a>>,
    weights: Option<Word<'a>>,
    format: Option<Word<'a>>,
    numbers: Vec<Word<'a>>,
    last: Line<'a>,
}

/// Reads names of vertices and edges with their lengths.
pub(super) fn read<'a>(
    lines: impl Iterator<Item = Line<'a>>,
    is_directed: bool,
) -> Result<(Vec<String>, Vec<Edge>), Box<SyntaxError>> {
    let said = TsplibHead::new(lines);
    let n = said.number_of_vertices()?;
    if let Some((line, kind)) = said.kind.filter(|(_, kind)| *kind == "ATSP" && !is_directed) {
        return Err(error_at_word(line, kind, "the lengths depend on the direction", "add --directed"));
    }
    let length = match said.weights.map(|(_, weights)| weights) {
        Some("EXPLICIT") => said.matrix(n)?,
        _ => said.distances(n)?,
    };
    let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
    let pairs = pairs.filter(|&(a, b)| if is_directed { a != b } else { a < b });
    let edges = pairs.map(|(a, b)| ((a, b), Some(length[a * n + b].into()))).collect();
    Ok(((1..=n).map(|vertex| vertex.to_string()).collect(), edges))
}

impl<'a> TsplibHead<'a> {
    fn new(lines: impl Iterator<Item = Line<'a>>) -> Self {
        let mut said =
            Self { dimension: None, kind: None, weights: None, format: None, numbers: Vec::new(), last: (1, "") };
        let mut is_wanted = false;
        for line in lines {
            said.last = line;
            let Some((key, value)) = key(line.1) else {
                let words = line.1.split_whitespace().filter(|_| is_wanted);
                said.numbers.extend(words.map(|word| (line, word)));
                continue;
            };
            is_wanted = key == "EDGE_WEIGHT_SECTION" || key == "NODE_COORD_SECTION";
            let place = match key {
                "DIMENSION" => &mut said.dimension,
                "TYPE" => &mut said.kind,
                "EDGE_WEIGHT_TYPE" => &mut said.weights,
                "EDGE_WEIGHT_FORMAT" => &mut said.format,
                "EOF" => break,
                _ => continue,
            };
            *place = Some((line, value));
        }
        said
    }

    fn number_of_vertices(&self) -> Result<usize, Box<SyntaxError>> {
        let (line, word) = self.dimension.ok_or_else(|| self.missing("DIMENSION"))?;
        let n = word.parse().ok().filter(|&n: &usize| n <= MAX_VERTICES.isqrt());
        let help = format!("there may be {}", MAX_VERTICES.isqrt());
        n.ok_or_else(|| error_at_word(line, word, &format!("`{word}` vertices"), &help))
    }

    fn missing(&self, what: &str) -> Box<SyntaxError> {
        error_at_word(
            self.last,
            "",
            &format!("{what} is missing"),
            "a TSPLIB file has DIMENSION, EDGE_WEIGHT_TYPE and a section of numbers",
        )
    }

    /// The lengths as they are given; if only half of a matrix is given, the other half is equal to it.
    fn matrix(&self, n: usize) -> Result<Vec<i64>, Box<SyntaxError>> {
        let (line, word) = self.format.ok_or_else(|| self.missing("EDGE_WEIGHT_FORMAT"))?;
        let names: Vec<&str> = FORMATS.iter().map(|(name, _)| *name).collect();
        let known = FORMATS.iter().find(|(name, _)| *name == word);
        let help = format!("the formats are {}", names.join(", "));
        let (_, columns) = known.ok_or_else(|| error_at_word(line, word, "a format that is not known", &help))?;
        let cells = (0..n).flat_map(|row| columns(row, n).map(move |column| (row, column)));
        let (mut length, mut numbers) = (vec![0; n * n], self.numbers.iter());
        for (row, column) in cells {
            let &(line, word) = numbers.next().ok_or_else(|| self.missing("a number"))?;
            let number = whole(line, word)?;
            length[row * n + column] = number;
            if self.format.is_some_and(|(_, format)| format != "FULL_MATRIX") {
                length[column * n + row] = number;
            }
        }
        Ok(length)
    }

    /// The distances between places, three words each: a name and two coordinates.
    fn distances(&self, n: usize) -> Result<Vec<i64>, Box<SyntaxError>> {
        let (line, word) = self.weights.ok_or_else(|| self.missing("EDGE_WEIGHT_TYPE"))?;
        let rounded: fn(f64) -> f64 = match word {
            "EUC_2D" => |length| (length + 0.5).floor(),
            "CEIL_2D" => f64::ceil,
            _ => {
                let help = "the types are EXPLICIT, EUC_2D, CEIL_2D";
                return Err(error_at_word(line, word, "lengths of a type that is not known", help));
            }
        };
        let mut places = Vec::new();
        for triple in self.numbers.chunks(3).take(n) {
            let [_, x, y] = triple else { return Err(self.missing("a coordinate")) };
            places.push([coordinate(*x)?, coordinate(*y)?]);
        }
        if places.len() < n {
            let what = format!("node {} has no coordinates", places.len() + 1);
            return Err(error_at_word(self.last, "", &what, "a line of NODE_COORD_SECTION is NODE X Y"));
        }
        let length = |a: [f64; 2], b: [f64; 2]| floor_of(rounded((a[0] - b[0]).hypot(a[1] - b[1])));
        Ok(places.iter().flat_map(|&a| places.iter().map(move |&b| length(a, b))).collect())
    }
}

/// The longest edge: all together cost no more than a problem may.
const LONGEST: i64 = 1 << 30;

fn whole(line: Line<'_>, word: &str) -> Result<i64, Box<SyntaxError>> {
    let number = word.parse().ok().filter(|number: &i64| (-LONGEST..=LONGEST).contains(number));
    let help = format!("a length is a whole number up to {LONGEST}");
    number.ok_or_else(|| error_at_word(line, word, &format!("`{word}` is not a length"), &help))
}

fn coordinate((line, word): Word<'_>) -> Result<f64, Box<SyntaxError>> {
    let number = word.parse().ok().filter(|number: &f64| number.abs() <= 1e8);
    number
        .ok_or_else(|| error_at_word(line, word, &format!("`{word}` is not a coordinate"), "a coordinate is a number"))
}

#[cfg(test)]
mod tests {
    use crate::graph;

    #[test]
    fn lengths_are_read_in_every_form() {
        let head = |format: &str| {
            format!(
                "NAME : x\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: {format}\nEDGE_WEIGHT_SECTION\n"
            )
        };
        let upper = graph(&(head("UPPER_ROW") + "5 6\n7\nEOF\n"), false).unwrap();
        assert_eq!((upper.edges.as_slice(), upper.costs.as_slice()), (&[(0, 1), (0, 2), (1, 2)][..], &[5, 6, 7][..]));
        for (format, numbers) in [
            ("LOWER_DIAG_ROW", "0 5 0 6 7 0"),
            ("FULL_MATRIX", "0 5 6\n5 0 7\n6 7 0"),
            ("LOWER_ROW", "5 6 7"),
            ("UPPER_DIAG_ROW", "0 5 6 0 7 0"),
        ] {
            assert_eq!(graph(&(head(format) + numbers + "\n"), false).unwrap(), upper, "{format}");
        }
        let places = "DIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 0 1.5\nEOF\n";
        assert_eq!(graph(places, false).unwrap().costs, [5, 2, 4]);
        assert_eq!(graph(&places.replace("EUC", "CEIL"), true).unwrap().costs, [5, 2, 5, 4, 2, 4]);
    }
}
