//! From words on the command line to what is asked: one question, one for each puzzle of a file, or one for each row of a table.

use std::path::Path;

use super::args::{self, ConstraintArgs, PolyominoArgs, QueensArgs, Source, SudokuArgs};
use super::exit::Failure;
use super::span::Span;
use super::text::{Text, name_of, open, unreadable};
use crate::family::{
    Board, BoxSize, Copies, Drawing, FamilyError, Langford, Piece, Polyomino, Queens, Sides, Sudoku, drawn_pieces,
    latin, latin_drawing, matching, partition, pieces, steiner, sudokus,
};
use crate::format::{self, InputFormat, ReadError};
use crate::problem::Problem;
use crate::symmetry::Question;

/// A source, and what is demanded of its solutions.
#[derive(Clone, Copy)]
pub(super) struct Ask<'a> {
    pub(super) source: &'a Source,
    pub(super) demands: &'a ConstraintArgs,
}

impl Ask<'_> {
    /// A question of this source with the demands, unless they may break a symmetry by which its problem was made smaller.
    fn demanded(self, question: Question) -> Result<Question, Failure> {
        match self.source {
            Source::Langford { up_to_reversal: true, .. } if !self.demands.is_empty() => Err(Failure::usage(
                "--select, --forbid and --optional may break the symmetry",
                "count without --up-to-reversal",
            )),
            _ => self.demands.apply(question),
        }
    }

    /// All questions: most sources have one.
    pub(super) fn questions(self) -> Result<Vec<Question>, Failure> {
        self.source.questions()?.into_iter().map(|question| self.demanded(question)).collect()
    }

    /// The problem to write down or to look at: of a question up to symmetry the one that is asked about.
    pub(super) fn problem(self) -> Result<Problem, Failure> {
        Ok(self.demanded(self.source.question()?)?.problem().clone())
    }

    /// The question for these values of the parameters.
    pub(super) fn at(self, values: &[usize]) -> Result<Question, Failure> {
        self.demanded(self.source.at(values)?)
    }

    /// The name of the problem for these values.
    pub(super) fn name_at(self, values: &[usize]) -> Result<String, Failure> {
        match self.source {
            Source::Polyomino(args) if self.demands.is_empty() => Ok(args.polyomino(values)?.name()),
            _ => Ok(self.at(values)?.problem().name().to_owned()),
        }
    }

    /// Is a board the same as its sides in another order?
    pub(super) fn has_turnable_board(self) -> bool {
        self.demands.is_empty() && self.source.has_turnable_board()
    }

    /// Does a sweep along the longest of several boards of one width count the shorter ones, too?
    pub(super) fn can_be_cut(self) -> bool {
        self.demands.is_empty() && self.source.can_be_cut()
    }

    /// All questions, each with a way to draw its solutions, if its family has one.
    pub(super) fn drawn_questions(self) -> Result<Vec<(Question, Option<Drawing>)>, Failure> {
        // Puzzles are read once: from standard input they cannot be read again.
        if let Source::Sudoku(args) = self.source {
            let puzzles = args.puzzles()?;
            let drawn = |puzzle: &Sudoku| Ok((self.demanded(puzzle.problem().into())?, Some(puzzle.drawing())));
            return puzzles.iter().map(drawn).collect();
        }
        Ok(vec![(self.demanded(self.source.question()?)?, self.source.drawing()?)])
    }
}

impl Source {
    /// All questions: most sources have one.
    fn questions(&self) -> Result<Vec<Question>, Failure> {
        if let Self::Sudoku(args) = self {
            return args.questions();
        }
        self.question().map(|question| vec![question])
    }

    /// The one question of this source.
    fn question(&self) -> Result<Question, Failure> {
        match self {
            Self::Sudoku(args) => args.questions()?.into_iter().next().ok_or_else(|| Failure::usage("no puzzle", "")),
            Self::File { path, input_format } => read_file(path, input_format.map(Into::into)).map(Question::from),
            _ => {
                let single = |(_, span): &(_, Span)| span.single().ok_or_else(|| self.is_a_table());
                let values = self.spans()?.iter().map(single).collect::<Result<Vec<_>, _>>()?;
                self.at(&values)
            }
        }
    }

    /// Its word on the command line.
    pub(super) fn family(&self) -> &'static str {
        match self {
            Self::Queens(_) => "queens",
            Self::Polyomino(_) => "polyomino",
            Self::Sudoku(_) => "sudoku",
            Self::Langford { .. } => "langford",
            Self::Latin { .. } => "latin",
            Self::Matching { .. } => "matching",
            Self::Partition { .. } => "partition",
            Self::Steiner { .. } => "steiner",
            Self::File { .. } => "file",
        }
    }

    /// How often is standard input read? What is read from there nobody can read again.
    pub(super) fn standard_inputs(&self) -> usize {
        match self {
            Self::Sudoku(SudokuArgs { path: Some(path), .. }) | Self::File { path, .. } => {
                usize::from(path == Path::new("-"))
            }
            Self::Polyomino(args) => [&args.board, &args.pieces].iter().filter(|word| word.as_str() == "@-").count(),
            _ => 0,
        }
    }

    fn is_a_table(&self) -> Failure {
        Failure::usage("a range of parameters makes a table", "put the verb before the source: dlx-count table ...")
    }

    /// The parameters that a table can run through, by name. None if the source has none.
    pub(super) fn spans(&self) -> Result<Vec<(&'static str, Span)>, Failure> {
        Ok(match self {
            Self::Queens(QueensArgs { n, .. })
            | Self::Langford { n, .. }
            | Self::Latin { n, .. }
            | Self::Matching { n }
            | Self::Partition { n }
            | Self::Steiner { n } => vec![("n", n.clone())],
            Self::Polyomino(args) => args.spans()?,
            Self::Sudoku(_) | Self::File { .. } => Vec::new(),
        })
    }

    /// Is a board the same as its sides in another order?
    fn has_turnable_board(&self) -> bool {
        matches!(self, Self::Polyomino(args) if args.remove.is_none() && (!args.fixed || args.copies.is_empty()))
    }

    /// Does a sweep along the longest of several boards of one width count the shorter ones, too? If every piece may be used any number of times.
    fn can_be_cut(&self) -> bool {
        let is_plain = |args: &PolyominoArgs| args.reuse && args.copies.is_empty() && !args.up_to_symmetry;
        self.has_turnable_board() && matches!(self, Self::Polyomino(args) if is_plain(args))
    }

    /// A way to draw the solutions, where a family other than sudoku has one.
    fn drawing(&self) -> Result<Option<Drawing>, Failure> {
        let values: Vec<usize> = self.spans()?.iter().filter_map(|(_, span)| span.single()).collect();
        let n = values.first().copied().unwrap_or(0);
        Ok(match self {
            Self::Queens(args) => Some(args.queens(n).drawing()?),
            Self::Polyomino(args) => Some(args.polyomino(&values)?.drawing()?),
            Self::Langford { up_to_reversal, skolem, .. } => {
                Some(Langford { n, up_to_reversal: *up_to_reversal, is_skolem: *skolem }.drawing()?)
            }
            Self::Latin { reduced, .. } => Some(latin_drawing(n, *reduced)?),
            _ => None,
        })
    }

    /// The question for these values of the parameters.
    fn at(&self, values: &[usize]) -> Result<Question, Failure> {
        let n = values.first().copied().unwrap_or(0);
        let problem = match self {
            Self::Queens(args) => return Ok(args.queens(n).question()?),
            Self::Polyomino(args) => return Ok(args.polyomino(values)?.question()?),
            Self::Langford { up_to_reversal, skolem, .. } => {
                Langford { n, up_to_reversal: *up_to_reversal, is_skolem: *skolem }.problem()
            }
            Self::Latin { reduced, .. } => latin(n, *reduced),
            Self::Matching { .. } => matching(n),
            Self::Partition { .. } => partition(n),
            Self::Steiner { .. } => steiner(n),
            Self::Sudoku(_) | Self::File { .. } => return self.question(),
        };
        Ok(problem?.into())
    }
}

impl QueensArgs {
    fn queens(&self, n: usize) -> Queens {
        let placed = self.placed.as_ref().map_or_else(Vec::new, |squares| squares.0.clone());
        Queens { n, is_toroidal: self.toroidal, placed, up_to_symmetry: self.up_to_symmetry }
    }
}

impl SudokuArgs {
    fn questions(&self) -> Result<Vec<Question>, Failure> {
        Ok(self.puzzles()?.iter().map(|puzzle| puzzle.problem().into()).collect())
    }

    fn puzzles(&self) -> Result<Vec<Sudoku>, Failure> {
        match &self.path {
            Some(path) => puzzles_of(path, self.box_size),
            None => Err(Failure::usage(
                "rate and generate are no sources",
                "give a file of puzzles: dlx-count solve sudoku FILE",
            )),
        }
    }
}

impl PolyominoArgs {
    /// The sides of the board; none if it is a drawing.
    fn spans(&self) -> Result<Vec<(&'static str, Span)>, Failure> {
        if self.board.starts_with('@') {
            return Ok(Vec::new());
        }
        let sides: Vec<&str> = self.board.split(['x', 'X']).collect();
        let names: &[&str] = match sides.len() {
            2 => &["rows", "columns"],
            3 => &["layers", "rows", "columns"],
            _ => return Err(self.no_board()),
        };
        let is_span = |side: &&str| side.chars().all(|sign| sign.is_ascii_digit() || ".,=".contains(sign));
        if !sides.iter().all(is_span) {
            return Err(self.no_board());
        }
        let wrong = |text: &str, error: &str| Failure::usage(format!("`{text}` in the board {}", self.board), error);
        let span = |(name, text): (&&'static str, &&str)| {
            Ok((*name, text.parse().map_err(|error: String| wrong(text, &error))?))
        };
        names.iter().zip(&sides).map(span).collect()
    }

    /// Why the board is none: perhaps it is a file, and only the @ is missing.
    fn no_board(&self) -> Failure {
        let Self { board, .. } = self;
        let help = "a board is ROWSxCOLUMNS such as 6x10, LAYERSxROWSxCOLUMNS such as 3x3x3, or @FILE with a drawing";
        if Path::new(board).is_file() {
            let what = format!("`{board}` is not a board, but there is such a file");
            Failure::usage(what, &format!("did you mean `@{board}`?"))
        } else if board.contains(['.', '/']) {
            Failure::usage(format!("`{board}` is not a board, and there is no such file"), help)
        } else {
            Failure::usage(format!("`{board}` is not a board"), help)
        }
    }

    /// The board of this size, or the drawn one, and the pieces to cover it with.
    pub(super) fn polyomino(&self, sides: &[usize]) -> Result<Polyomino, Failure> {
        let mut board = match (self.board.strip_prefix('@'), sides) {
            (Some(path), _) => self.drawn_board.read(Path::new(path), |text| Board::drawing(text, &self.board))?,
            (None, [rows, columns]) => Board::rectangle(*rows, *columns)?,
            (None, [layers, rows, columns]) => Board::cuboid(*layers, *rows, *columns)?,
            _ => Board::parse(&self.board)?,
        };
        if let Some(cells) = &self.remove {
            board = board.remove(cells)?;
        }
        let sides = match (self.one_sided, self.fixed) {
            (true, _) => Sides::OneSided,
            (_, true) => Sides::Fixed,
            _ => Sides::Free,
        };
        let mut polyomino = Polyomino::new(board, self.named_pieces()?).called(&self.pieces).sides(sides);
        if self.reuse {
            polyomino = polyomino.copies(Copies::ANY);
        }
        for word in &self.copies {
            let (piece, number) = word.split_once('=').ok_or_else(|| {
                Failure::usage(
                    format!("`{word}` is no number of copies"),
                    "--copies takes PIECE=N, such as I4=2,O4=0..3",
                )
            })?;
            polyomino = polyomino.copies_of(piece, Copies::parse(number)?);
        }
        Ok(polyomino.up_to_symmetry(self.up_to_symmetry))
    }

    fn named_pieces(&self) -> Result<Vec<Piece>, Failure> {
        let Some(path) = self.pieces.strip_prefix('@') else { return Ok(pieces(&self.pieces)?) };
        self.drawn_pieces.read(Path::new(path), drawn_pieces)
    }
}

impl From<FamilyError> for Failure {
    fn from(error: FamilyError) -> Self {
        Self::usage(error.what, &error.help)
    }
}

impl From<args::InputFormat> for InputFormat {
    fn from(format: args::InputFormat) -> Self {
        match format {
            args::InputFormat::Dlx => Self::Dlx,
            args::InputFormat::Ec => Self::Ec,
            args::InputFormat::List => Self::List,
            args::InputFormat::Matrix => Self::Matrix,
            args::InputFormat::Json => Self::Json,
        }
    }
}

/// All puzzles of a file, or the one that stands there instead of its name.
pub(super) fn puzzles_of(path: &Path, box_size: Option<BoxSize>) -> Result<Vec<Sudoku>, Failure> {
    if let Some(word) = path.to_str().filter(|word| Sudoku::is_in_a_word(word) && !path.exists()) {
        let puzzle = Sudoku::of_word(word, box_size);
        return Ok(vec![puzzle.map_err(|error| Failure::syntax("the puzzle", &error))?]);
    }
    Text::default().read(path, |text| sudokus(text, box_size))
}

fn read_file(path: &Path, format: Option<InputFormat>) -> Result<Problem, Failure> {
    let name = name_of(path);
    match format::read(open(path)?, format) {
        Ok(problem) => Ok(problem.with_name(name)),
        Err(ReadError::Syntax(error)) => Err(Failure::syntax(&name, &error)),
        Err(ReadError::Io(error)) => Err(unreadable(path, &error)),
    }
}
