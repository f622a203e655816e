//! Published counts, with their source. What `verify` recounts, `table --check` looks up, and the tests compare with.
//!
//! Every number here was recounted before it went in, most of them by two engines or three; what is published beyond them and takes hours is left out.
//!
//! A count is found by the name of its problem, which is the words that make it: `queens 8`, `polyomino 6x10 --pieces pentominoes`. Boards have their
//! short side first.

use super::{
    Board, BoxSize, Copies, FamilyError, Langford, Polyomino, Queens, Sudoku, latin, matching, partition, pieces,
    steiner,
};
use crate::symmetry::Question;

/// A published count.
#[derive(Clone, Debug)]
pub struct Known {
    /// The name of the problem: the words that make it.
    pub name: String,
    /// The published number of solutions, in decimal.
    pub count: &'static str,
    /// Where it is published.
    pub source: &'static str,
    build: fn(usize) -> Result<Question, FamilyError>,
    parameter: usize,
}

impl Known {
    /// The question that has this count.
    ///
    /// # Panics
    /// If a published count is of no problem; a test builds them all.
    #[must_use]
    pub fn question(&self) -> Question {
        (self.build)(self.parameter).expect("what is published can be built")
    }
}

/// Counts for parameters `first`, `first + step`, ...
struct Sequence {
    name: fn(usize) -> String,
    build: fn(usize) -> Result<Question, FamilyError>,
    first: usize,
    step: usize,
    counts: &'static [&'static str],
    source: &'static str,
}

/// All published counts, family by family, the small ones first.
pub fn known() -> impl Iterator<Item = Known> {
    SEQUENCES.iter().flat_map(|sequence| {
        let parameters = (sequence.first..).step_by(sequence.step);
        parameters.zip(sequence.counts).map(|(parameter, &count)| Known {
            name: (sequence.name)(parameter),
            count,
            source: sequence.source,
            build: sequence.build,
            parameter,
        })
    })
}

/// A board, its short side first.
fn board(rows: usize, columns: usize) -> String {
    format!("{}x{}", rows.min(columns), rows.max(columns))
}

/// A board covered with pieces, each any number of times.
fn reuse(rows: usize, columns: usize, words: &str) -> Result<Question, FamilyError> {
    let board = Board::rectangle(rows.min(columns), rows.max(columns))?;
    Polyomino::new(board, pieces(words)?).called(words).copies(Copies::ANY).question()
}

/// A board covered with pieces, each once.
fn once(board: Board, words: &str, up_to_symmetry: bool) -> Result<Question, FamilyError> {
    Polyomino::new(board, pieces(words)?).called(words).up_to_symmetry(up_to_symmetry).question()
}

/// The words for n-ominoes.
fn ominoes(n: usize) -> &'static str {
    ["monominoes", "dominoes", "trominoes", "tetrominoes", "pentominoes", "hexominoes", "heptominoes", "octominoes"]
        [n - 1]
}

/// Squares of sides 1 to n.
fn squares(n: usize) -> String {
    (1..=n).map(|side| format!("{side}x{side}")).collect::<Vec<_>>().join(",")
}

/// Rectangles of sides 1 to n, the short side first.
fn rectangles(n: usize) -> String {
    (1..=n).flat_map(|a| (a..=n).map(move |b| format!("{a}x{b}"))).collect::<Vec<_>>().join(",")
}

const PENTOMINOES: &str = "C. B. and J. Haselgrove, A computer program for pentominoes, 1960; TAOCP 7.2.2.1";
const SCOTT: &str = "D. S. Scott, Programming a combinatorial puzzle, 1958; TAOCP 7.2.2.1";

const SEQUENCES: &[Sequence] = &[
    Sequence {
        name: |n| format!("queens {n}"),
        build: |n| Queens { n, ..Queens::default() }.question(),
        first: 0,
        step: 1,
        counts: &[
            "1",
            "1",
            "0",
            "0",
            "2",
            "10",
            "4",
            "40",
            "92",
            "352",
            "724",
            "2680",
            "14200",
            "73712",
            "365596",
            "2279184",
            "14772512",
            "95815104",
            "666090624",
        ],
        source: "OEIS A000170",
    },
    Sequence {
        name: |n| format!("queens {n} --up-to-symmetry"),
        build: |n| Queens { n, up_to_symmetry: true, ..Queens::default() }.question(),
        first: 1,
        step: 1,
        counts: &[
            "1", "0", "0", "1", "2", "1", "6", "12", "46", "92", "341", "1787", "9233", "45752", "285053", "1846955",
        ],
        source: "OEIS A002562",
    },
    Sequence {
        name: |n| format!("queens {n} --toroidal"),
        build: |n| Queens { n, is_toroidal: true, ..Queens::default() }.question(),
        first: 1,
        step: 2,
        counts: &["1", "0", "10", "28", "0", "88", "4524", "0", "140692", "820496", "0"],
        source: "OEIS A007705, boards of odd side",
    },
    Sequence {
        name: |n| format!("langford {n}"),
        build: |n| Langford { n, ..Langford::default() }.problem().map(Question::from),
        first: 1,
        step: 1,
        counts: &["0", "0", "2", "2", "0", "0", "52", "300", "0", "0", "35584", "216288", "0", "0", "79619280"],
        source: "OEIS A176127",
    },
    Sequence {
        name: |n| format!("langford {n} --up-to-reversal"),
        build: |n| Langford { n, up_to_reversal: true, is_skolem: false }.problem().map(Question::from),
        first: 1,
        step: 1,
        counts: &["0", "0", "1", "1", "0", "0", "26", "150", "0", "0", "17792", "108144", "0", "0", "39809640"],
        source: "OEIS A014552",
    },
    Sequence {
        name: |n| format!("langford {n} --skolem"),
        build: |n| Langford { n, up_to_reversal: false, is_skolem: true }.problem().map(Question::from),
        first: 1,
        step: 1,
        counts: &["1", "0", "0", "6", "10", "0", "0", "504", "2656", "0", "0", "455936", "3040560"],
        source: "OEIS A004075",
    },
    Sequence {
        name: |n| format!("latin {n}"),
        build: |n| latin(n, false).map(Question::from),
        first: 1,
        step: 1,
        counts: &["1", "2", "12", "576", "161280", "812851200"],
        source: "OEIS A002860",
    },
    Sequence {
        name: |n| format!("latin {n} --reduced"),
        build: |n| latin(n, true).map(Question::from),
        first: 1,
        step: 1,
        counts: &["1", "1", "1", "4", "56", "9408", "16942080"],
        source: "OEIS A000315",
    },
    Sequence {
        name: |n| format!("matching {n}"),
        build: |n| matching(n).map(Question::from),
        first: 0,
        step: 2,
        counts: &["1", "1", "3", "15", "105", "945", "10395", "135135", "2027025", "34459425", "654729075"],
        source: "OEIS A001147",
    },
    Sequence {
        name: |n| format!("partition {n}"),
        build: |n| partition(n).map(Question::from),
        first: 0,
        step: 1,
        counts: &[
            "1", "1", "2", "5", "15", "52", "203", "877", "4140", "21147", "115975", "678570", "4213597", "27644437",
        ],
        source: "OEIS A000110",
    },
    Sequence {
        name: |n| format!("steiner {n}"),
        build: |n| steiner(n).map(Question::from),
        first: 1,
        step: 2,
        counts: &["1", "1", "0", "30", "840", "0", "1197504000"],
        source: "OEIS A030128, labelled; 0 unless n is 1 or 3 modulo 6 (T. P. Kirkman, 1847)",
    },
    Sequence {
        name: |_| "sudoku ................".into(),
        build: |side| Ok(Sudoku::empty(BoxSize { rows: side, columns: side }).problem().into()),
        first: 2,
        step: 1,
        counts: &["288"],
        source: "OEIS A107739",
    },
    Sequence {
        name: |_| "sudoku ....................................".into(),
        build: |columns| Ok(Sudoku::empty(BoxSize { rows: 2, columns }).problem().into()),
        first: 3,
        step: 1,
        counts: &["28200960"],
        source: "F. Jarvis, Sudoku enumeration problems, 2006",
    },
    Sequence {
        name: |n| format!("polyomino {n}x{n} --pieces dominoes --reuse"),
        build: |n| reuse(n, n, "dominoes"),
        first: 2,
        step: 2,
        counts: &[
            "2",
            "36",
            "6728",
            "12988816",
            "258584046368",
            "53060477521960000",
            "112202208776036178000000",
            "2444888770250892795802079170816",
        ],
        source: "OEIS A004003",
    },
    Sequence {
        name: |n| format!("polyomino {} --pieces dominoes --reuse", board(n, 6)),
        build: |n| reuse(n, 6, "dominoes"),
        first: 1,
        step: 1,
        counts: &["1", "13", "41", "281", "1183", "6728"],
        source: "OEIS A099390",
    },
    Sequence {
        name: |n| format!("polyomino {n}x{n} --pieces I1,I2 --reuse"),
        build: |n| reuse(n, n, "I1,I2"),
        first: 1,
        step: 1,
        counts: &["1", "7", "131", "10012", "2810694", "2989126727", "11945257052321", "179788343101980135"],
        source: "OEIS A028420",
    },
    Sequence {
        name: |n| format!("polyomino {} --pieces trominoes --reuse", board(n, 3)),
        build: |n| reuse(n, 3, "trominoes"),
        first: 1,
        step: 1,
        counts: &["1", "3", "10", "23", "62", "170", "441", "1173", "3127", "8266"],
        source: "OEIS A134438",
    },
    Sequence {
        name: |n| format!("polyomino {} --pieces trominoes --reuse", board(n, 6)),
        build: |n| reuse(n, 6, "trominoes"),
        first: 6,
        step: 1,
        counts: &["80092", "614581", "5271923"],
        source: "OEIS A233320",
    },
    Sequence {
        name: |n| format!("polyomino {} --pieces trominoes --reuse", board(n, 9)),
        build: |n| reuse(n, 9, "trominoes"),
        first: 9,
        step: 3,
        counts: &["928789262080", "20574308184277971"],
        source: "OEIS A233320",
    },
    Sequence {
        name: |n| format!("polyomino {n}x{n} --pieces tetrominoes --reuse"),
        build: |n| reuse(n, n, "tetrominoes"),
        first: 2,
        step: 2,
        counts: &["1", "117", "178939", "19077209438", "72713560548906621"],
        source: "OEIS A263425",
    },
    Sequence {
        name: |n| format!("polyomino {} --pieces pentominoes --reuse", board(n, 5)),
        build: |n| reuse(n, 5, "pentominoes"),
        first: 1,
        step: 1,
        counts: &["1", "5", "56", "501", "4006", "27950", "214689", "1696781", "13205354", "101698212"],
        source: "OEIS A174249",
    },
    Sequence {
        name: |n| format!("polyomino 5x{n} --pieces pentominoes --reuse"),
        build: |n| reuse(n, 5, "pentominoes"),
        first: 20,
        step: 1,
        counts: &["76953117224941654"],
        source: "OEIS A174249",
    },
    Sequence {
        name: |n| format!("polyomino 6x{n} --pieces pentominoes --reuse"),
        build: |n| reuse(n, 6, "pentominoes"),
        first: 10,
        step: 1,
        counts: &["7845888732"],
        source: "OEIS A233427",
    },
    Sequence {
        name: |n| format!("polyomino {n}x{n} --pieces {} --reuse", ominoes(n)),
        build: |n| reuse(n, n, ominoes(n)),
        first: 1,
        step: 1,
        counts: &["1", "2", "10", "117", "4006", "451206", "158753814"],
        source: "OEIS A172477",
    },
    Sequence {
        name: |n| format!("polyomino {n}x{n} --pieces I1,L3 --reuse"),
        build: |n| reuse(n, n, "I1,L3"),
        first: 2,
        step: 1,
        counts: &["5", "39", "2023", "249651", "128938297", "207866584389"],
        source: "OEIS A220054",
    },
    Sequence {
        name: |n| format!("polyomino {n}x{n} --pieces 1x1,2x2 --reuse"),
        build: |n| reuse(n, n, "1x1,2x2"),
        first: 1,
        step: 1,
        counts: &["1", "2", "5", "35", "314", "6427", "202841", "12727570", "1355115601", "269718819131"],
        source: "OEIS A063443",
    },
    Sequence {
        name: |n| format!("polyomino {n}x{n} --pieces {} --reuse", squares(n)),
        build: |n| reuse(n, n, &squares(n)),
        first: 1,
        step: 1,
        counts: &["1", "2", "6", "40", "472", "10668", "450924", "35863972", "5353011036", "1500957422222"],
        source: "OEIS A045846",
    },
    Sequence {
        name: |n| format!("polyomino {n}x{n} --pieces {} --reuse", rectangles(n)),
        build: |n| reuse(n, n, &rectangles(n)),
        first: 1,
        step: 1,
        counts: &["1", "8", "322", "70878", "84231996", "535236230270"],
        source: "OEIS A182275",
    },
    Sequence {
        name: |n| format!("polyomino {}x{n} --pieces pentominoes", 60 / n),
        build: |n| once(Board::rectangle(60 / n, n)?, "pentominoes", false),
        first: 10,
        step: 5,
        counts: &["9356", "1472", "8"],
        source: PENTOMINOES,
    },
    Sequence {
        name: |n| format!("polyomino 5x{n} --pieces pentominoes"),
        build: |n| once(Board::rectangle(5, n)?, "pentominoes", false),
        first: 12,
        step: 1,
        counts: &["4040"],
        source: PENTOMINOES,
    },
    Sequence {
        name: |n| format!("polyomino {}x{n} --pieces pentominoes --up-to-symmetry", 60 / n),
        build: |n| once(Board::rectangle(60 / n, n)?, "pentominoes", true),
        first: 10,
        step: 5,
        counts: &["2339", "368", "2"],
        source: PENTOMINOES,
    },
    Sequence {
        name: |n| format!("polyomino 5x{n} --pieces pentominoes --up-to-symmetry"),
        build: |n| once(Board::rectangle(5, n)?, "pentominoes", true),
        first: 12,
        step: 1,
        counts: &["1010"],
        source: PENTOMINOES,
    },
    Sequence {
        name: |n| format!("polyomino {n}x{n} --remove \"4,4 4,5 5,4 5,5\" --pieces pentominoes"),
        build: |n| once(Board::rectangle(n, n)?.remove("4,4 4,5 5,4 5,5")?, "pentominoes", false),
        first: 8,
        step: 1,
        counts: &["520"],
        source: SCOTT,
    },
    Sequence {
        name: |n| format!("polyomino {n}x{n} --remove \"4,4 4,5 5,4 5,5\" --pieces pentominoes --up-to-symmetry"),
        build: |n| once(Board::rectangle(n, n)?.remove("4,4 4,5 5,4 5,5")?, "pentominoes", true),
        first: 8,
        step: 1,
        counts: &["65"],
        source: SCOTT,
    },
    Sequence {
        name: |n| format!("polyomino {n}x{n}x{n} --pieces soma"),
        build: |n| once(Board::cuboid(n, n, n)?, "soma", false),
        first: 3,
        step: 1,
        counts: &["11520"],
        source: "240 times 48: J. H. Conway and M. J. T. Guy, 1961; E. R. Berlekamp et al., Winning Ways, 1982",
    },
    Sequence {
        name: |n| format!("polyomino {n}x{n}x{n} --pieces soma --up-to-symmetry"),
        build: |n| once(Board::cuboid(n, n, n)?, "soma", true),
        first: 3,
        step: 1,
        counts: &["240"],
        source: "J. H. Conway and M. J. T. Guy, 1961; E. R. Berlekamp et al., Winning Ways, 1982",
    },
];
