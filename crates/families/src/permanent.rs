//! The permanent of a matrix of 0 and 1: the number of ways to choose a 1 in every row, no two in a column.
//!
//! Rows and columns are items, each 1 is an option. If a matrix is not square, the lines of its short side must be covered, and those of the long side at most once. Permutations
//! with forbidden places are counted so: derangements (OEIS A000166) by ones off the diagonal.
//!
//! The special case: the matrix without rows has permanent 1.

use super::drawing::Drawing;
use super::member::{Family, Named, only};
use super::parameter::{Parameter, ParameterKind};
use super::scene::{Mark, Scene, Style};
use super::text::lines_of;
use dlx_core::format::{SyntaxError, error_at};
use dlx_core::problem::{ItemId, Problem, ProblemError};

/// The most rows, and the most columns, of a matrix.
const MAX_LINES: usize = 10_000;

/// A matrix of 0 and 1.
///
/// ```
/// use dlx_count::{Session, family::ZeroOne};
///
/// let matrix = ZeroOne::read("011\n101\n110\n")?;
/// assert_eq!(Session::new()?.count(&matrix.permanent())?.count.to_string(), "2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ZeroOne {
    size: [usize; 2],
    /// Row and column of each 1, row by row.
    ones: Vec<(usize, usize)>,
}

impl ZeroOne {
    /// Reads rows of 0 and 1, with or without spaces; lines that begin with `#` are comments.
    ///
    /// # Errors
    /// If a row has other signs or another length than the first, with line and column, or there are more than 10000 rows or columns.
    pub fn read(text: &str) -> Result<Self, Box<SyntaxError>> {
        let mut matrix = Self::default();
        let is_row = |line: &(usize, &str)| !line.1.trim().is_empty() && !line.1.starts_with('#');
        for line in lines_of(text).filter(is_row) {
            let [row, width] = matrix.size;
            let mut column = 0;
            for (place, sign) in (1..).zip(line.1.chars()).filter(|(_, sign)| !sign.is_whitespace()) {
                match sign {
                    '0' => {}
                    '1' => matrix.ones.push((row, column)),
                    _ => {
                        return Err(error_at(
                            line,
                            place,
                            &sign.to_string(),
                            &format!("`{sign}` is neither 0 nor 1"),
                            "a matrix has rows of 0 and 1",
                        ));
                    }
                }
                column += 1;
            }
            if column.max(row + 1) > MAX_LINES || (row > 0 && column != width) {
                let what =
                    format!("row {} has length {column}, the first {}", row + 1, if row > 0 { width } else { column });
                return Err(error_at(
                    line,
                    1,
                    "",
                    &what,
                    &format!("all rows have the same length; at most {MAX_LINES} rows and columns"),
                ));
            }
            matrix.size = [row + 1, column];
        }
        Ok(matrix)
    }

    /// The problem whose solutions the permanent counts.
    #[must_use]
    pub fn permanent(&self) -> Problem {
        self.build().expect("rows and columns have different labels")
    }

    fn build(&self) -> Result<Problem, ProblemError> {
        let mut builder = Problem::builder();
        let [n_rows, n_columns] = self.size;
        let mut primary = |letter: char, n: usize| -> Result<Vec<ItemId>, ProblemError> {
            (1..=n).map(|k| builder.primary(format!("{letter}{k}"))).collect()
        };
        let mut rows = if n_rows <= n_columns { primary('r', n_rows)? } else { Vec::new() };
        let mut columns = if n_columns <= n_rows { primary('c', n_columns)? } else { Vec::new() };
        for k in rows.len()..n_rows {
            rows.push(builder.secondary(format!("r{}", k + 1))?);
        }
        for k in columns.len()..n_columns {
            columns.push(builder.secondary(format!("c{}", k + 1))?);
        }
        for &(row, column) in &self.ones {
            builder.option(&[rows[row], columns[column]])?;
        }
        Ok(builder.build())
    }

    fn drawing(&self) -> Drawing {
        let ([_, n_columns], ones) = (self.size, self.ones.clone());
        Drawing::words(Scene::plane(Style::Symbols { boxes: None }, self.size, move |option| {
            let (row, column) = ones[option.index()];
            Mark::new("1", 0, vec![row * n_columns + column])
        }))
    }
}

/// The family on the command line.
pub(super) const PERMANENT: Family = Family {
    name: "permanent",
    about: "The permanent of a matrix of 0 and 1",
    parameters: &[Parameter::first("path", "FILE", "Rows of 0 and 1, with or without spaces; `-` for standard input")
        .of(ParameterKind::Path)],
    examples: &[("permanent matrix.txt", "")],
    has_pictures: true,
    make: |_, arguments, _| {
        let (of, word) = arguments.read_file(ZeroOne::read)?;
        only(Named {
            name: format!("permanent {word}"),
            of,
            question: |matrix| Ok(matrix.permanent().into()),
            drawing: |matrix| Ok(Some(matrix.drawing())),
        })
    },
    ..Family::PLAIN
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_are_read() {
        assert_eq!(
            ZeroOne::read("# all\n1 1\n11\n").unwrap(),
            ZeroOne { size: [2, 2], ones: vec![(0, 0), (0, 1), (1, 0), (1, 1)] }
        );
        assert_eq!(ZeroOne::read("").unwrap().permanent().n_items(), 0);
    }

    #[test]
    fn the_short_side_is_covered() {
        let items = |text: &str| {
            let problem = ZeroOne::read(text).unwrap().permanent();
            (problem.n_primary(), problem.n_items())
        };
        assert_eq!((items("111\n111"), items("11\n11\n11"), items("11\n11")), ((2, 5), (2, 5), (4, 4)));
    }
}
