//! Published counts of coverings.

use super::pieces::OMINOES;
use super::{Board, Copies, Polyomino, pieces};
use crate::error::FamilyError;
use crate::published::Sequence;
use dlx_canon::symmetry::CountQuery;

/// A board, its short side first.
fn board(rows: usize, columns: usize) -> String {
    format!("{}x{}", rows.min(columns), rows.max(columns))
}

/// A board covered with pieces, each any number of times.
fn reuse(rows: usize, columns: usize, words: &str) -> Result<CountQuery, FamilyError> {
    let board = Board::rectangle(rows.min(columns), rows.max(columns))?;
    Polyomino::new(board, pieces(words)?).called(words).copies(Copies::ANY).question()
}

/// A board covered with pieces, each once.
fn once(board: Board, words: &str, up_to_symmetry: bool) -> Result<CountQuery, FamilyError> {
    Polyomino::new(board, pieces(words)?).called(words).up_to_symmetry(up_to_symmetry).question()
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

pub(super) const KNOWN: &[Sequence] = &[
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
        name: |n| format!("polyomino aztec:{n} --pieces dominoes --reuse"),
        build: |n| {
            Polyomino::new(Board::aztec(n)?, pieces("dominoes")?).called("dominoes").copies(Copies::ANY).question()
        },
        first: 1,
        step: 1,
        counts: &["2", "8", "64", "1024", "32768", "2097152", "268435456", "68719476736"],
        source: "OEIS A006125",
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
        name: |n| format!("polyomino {n}x{n} --pieces {} --reuse", OMINOES[n - 1]),
        build: |n| reuse(n, n, OMINOES[n - 1]),
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
