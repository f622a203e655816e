//! Finds out which format a text is in, when it was not given.
//!
//! Each format can be recognized by how it begins. JSON begins with a bracket or a brace, `.ec` has a line `p ec`. A list begins with two numbers, and its first option with the
//! number of items that follow; a matrix has two rows of 0 and 1 of the same length, or one; CSV has commas or semicolons between zeros and ones. Knuth's format cannot be recognized in this way, since its items may be called
//! anything: any text that can be read in it may be in it. Four lines `1`, for example, are a matrix of four rows and one column, but also an item `1` and three options.
//!
//! So a text that looks like one format only is read in it. A text that may be in several is read in each of them, and refused if that makes different problems: the format then has to be
//! given. What has a family of its own, a formula or a graph in DIMACS (`p cnf`, `p edge`) or a linear program, is refused, and the error names the family. JSON or `.ec` that would be an item line without options in Knuth's format is not taken for that.

use std::io::{BufRead, Cursor, Read};

use super::error::{ReadError, SourceLine};
use super::{InputFormat, csv, knuth, matrix, read_as};
use crate::problem::Problem;

/// This many bytes of a text are looked at first.
const START: u64 = 1 << 16;
/// A text that may be in several formats is kept in memory to be read several times, up to this size.
const MOST: u64 = 1 << 27;

/// Reads a text in the format that it is in.
pub(super) fn read(mut input: impl BufRead) -> Result<Problem, ReadError> {
    let mut text = Vec::new();
    let is_whole = read_up_to(&mut input, START, &mut text)?;
    if let Some(error) = of_a_family(&String::from_utf8_lossy(&text)) {
        return Err(error);
    }
    let looks = looks(&text, is_whole);
    if let [format] = looks[..] {
        return read_as(format, Cursor::new(text).chain(input));
    }
    let is_whole = read_up_to(&mut input, MOST - START, &mut text)?;
    read_alike(&text, &self::looks(&text, is_whole), is_whole)
}

/// The error for a text that a family of its own reads. It is known by its first line that is not a comment, as each of these formats writes them.
fn of_a_family(text: &str) -> Option<ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (number, head, family) = ["c", "", "\\", "*"].into_iter().find_map(|comment| {
        let is_comment = |line: &str| line.split_whitespace().next().is_none_or(|word| word == comment);
        let (number, head) = (1..).zip(text.lines()).find(|(_, line)| !is_comment(line))?;
        Some((number, head, family_of(head.trim(), text)?))
    })?;
    let (what, help) = match family {
        "cnf" => ("this is a formula", "say so, and its models are counted: dlx-count cnf FILE"),
        "matching" => ("this is a graph", "say what to count, its matchings for example: dlx-count matching FILE"),
        "opb" => ("this is a pseudo-Boolean problem", "say so, and its solutions are counted: dlx-count opb FILE"),
        "lp" => ("this is a linear program", "say so, and its solutions are counted: dlx-count lp FILE"),
        _ => ("this is a linear program", "say so, and its solutions are counted: dlx-count mps FILE"),
    };
    let line = SourceLine { number, text: head };
    Some(line.error(line.words().next()?, what, help))
}

/// The family that reads a text with this head: a formula or a graph in DIMACS, whose head would be an item line in Knuth's format, pseudo-Boolean constraints, or a linear program.
fn family_of(head: &str, text: &str) -> Option<&'static str> {
    let is_count = |word: &str| word.parse::<u64>().is_ok();
    // A line that begins with a word of no line before it: in Knuth's format, an option of an item that was not declared.
    let has = |keyword: &str| {
        let Some(place) = text.lines().position(|line| line.trim().eq_ignore_ascii_case(keyword)) else { return false };
        let is_first = |word: &str| keyword.split(' ').next().is_some_and(|first| word.eq_ignore_ascii_case(first));
        !text.lines().take(place).flat_map(str::split_whitespace).any(is_first)
    };
    let first =
        head.split(|sign: char| sign.is_whitespace() || sign == ':').next().unwrap_or_default().to_ascii_lowercase();
    match (first.as_str(), &head.split_whitespace().collect::<Vec<_>>()[..]) {
        ("p", ["p", "cnf", n, m]) if is_count(n) && is_count(m) => Some("cnf"),
        ("p", ["p", "edge" | "col", n, m]) if is_count(n) && is_count(m) => Some("matching"),
        ("*", ["*", "#variable=", n, "#constraint=", m, ..]) if is_count(n) && is_count(m) => Some("opb"),
        ("minimize" | "maximize" | "min" | "max", _) if has("subject to") || has("st") || has("s.t.") => Some("lp"),
        ("name", ["NAME", ..]) if has("rows") => Some("mps"),
        _ => None,
    }
}

/// Reads at most `most` bytes, and says whether the text ended before that.
fn read_up_to(input: &mut impl BufRead, most: u64, text: &mut Vec<u8>) -> std::io::Result<bool> {
    let mut start = input.take(most);
    start.read_to_end(text)?;
    Ok(start.limit() > 0)
}

/// The problem, if the text is the same one in all these formats.
fn read_alike(text: &[u8], formats: &[InputFormat], is_whole: bool) -> Result<Problem, ReadError> {
    if let [format] = formats[..] {
        return read_as(format, text);
    }
    let mut problems = formats.iter().filter_map(|&format| read_as(format, text).ok());
    let first = problems.next().filter(|_| is_whole);
    let (n_others, n_same) = first.as_ref().map_or((0, 0), |first| {
        let same: Vec<bool> = problems.map(|other| other.fingerprint() == first.fingerprint()).collect();
        (same.len(), same.iter().filter(|&&is_same| is_same).count())
    });
    first.filter(|_| n_others == n_same && n_others + 1 == formats.len()).ok_or_else(|| unclear(text, formats))
}

/// The error for a text that may be several problems.
fn unclear(text: &[u8], formats: &[InputFormat]) -> ReadError {
    let text = String::from_utf8_lossy(&text[..text.len().min(200)]);
    let (number, text) = (1..).zip(text.lines()).find(|(_, line)| !line.trim().is_empty()).unwrap_or((1, ""));
    let names: Vec<&str> = formats.iter().map(|&format| name(format)).collect();
    let words: Vec<&str> = formats.iter().map(|format| format.word()).collect();
    let line = SourceLine { number, text };
    let start = line.words().next().unwrap_or(line.end());
    line.error(
        start,
        format!("this can be {}", names.join(" or ")),
        format!("say which it is: --input-format {}", words.join(" or --input-format ")),
    )
}

fn name(format: InputFormat) -> &'static str {
    match format {
        InputFormat::Dlx => "Knuth's format",
        InputFormat::Ec => ".ec",
        InputFormat::List => "a list",
        InputFormat::Matrix => "a matrix",
        InputFormat::Csv => "CSV",
        InputFormat::Json => "JSON",
    }
}

/// The formats that a text looks like, by its beginning: at least one.
fn looks(start: &[u8], is_whole: bool) -> Vec<InputFormat> {
    // The last line may be cut off. If it is the only one, its beginning has to do.
    let end = start.iter().rposition(|&byte| byte == b'\n').filter(|_| !is_whole).map_or(start.len(), |end| end + 1);
    let text = String::from_utf8_lossy(&start[..end]);
    let text = text.trim_start_matches('\u{feff}');
    let own = [
        (InputFormat::Json, is_json(text)),
        (InputFormat::Ec, is_ec(text)),
        (InputFormat::List, is_list(text)),
        (InputFormat::Matrix, is_matrix(text)),
    ];
    let mut looks: Vec<InputFormat> = own.iter().filter(|(_, is_it)| *is_it).map(|(format, _)| *format).collect();
    let is_clear = looks.iter().any(|look| matches!(look, InputFormat::Json | InputFormat::Ec));
    // A list or a matrix with tabs is not taken for CSV, too.
    let is_table = csv::looks_like_a_table(text, is_whole) && (looks.is_empty() || text.contains([',', ';']));
    let resembles_one = || looks.is_empty() && csv::resembles_a_table(text) && knuth::read(&start[..end]).is_err();
    // Comments and labels of Knuth's format may have commas.
    let has_bars = || text.lines().any(|line| line.starts_with('|'));
    let is_knuth = is_whole && has_bars() && csv::read(text.as_bytes()).is_err();
    if !is_clear && !is_knuth && (is_table || resembles_one()) {
        looks.push(InputFormat::Csv);
    }
    let as_knuth = if looks.is_empty() { None } else { knuth::read(&start[..end]).ok() };
    if looks.is_empty() || as_knuth.is_some_and(|problem| !is_clear || problem.n_options() > 0) {
        looks.insert(0, InputFormat::Dlx);
    }
    looks
}

fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['[', '{'])
}

fn is_ec(text: &str) -> bool {
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let mut lines = lines.filter(|words| !words.is_empty()).peekable();
    let is_line = |words: &Vec<&str>| ["c", "p", "s"].contains(&words[0]);
    lines.peek().is_some_and(is_line) && lines.any(|words| words.starts_with(&["p", "ec"]))
}

fn is_list(text: &str) -> bool {
    let mut lines =
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).filter(|words| !words.is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next());
    let is_number = |word: &&str| word.parse::<u32>().is_ok();
    let announces = |words: Vec<&str>| words[0].parse() == Ok(words.len() - 1);
    first.len() == 2 && first.iter().all(is_number) && second.is_none_or(announces)
}

fn is_matrix(text: &str) -> bool {
    let mut rows = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let width = |line: &str| line.chars().filter(|sign| !sign.is_whitespace()).count();
    let (Some(first), second) = (rows.next(), rows.next()) else { return false };
    let is_like_it = |line: &str| matrix::looks_like_a_row(line) && width(line) == width(first);
    // If there are two rows, one of them may be too short or too long; that mistake is reported.
    let is_second = |line: &str| is_like_it(line) || (matrix::looks_like_a_row(line) && rows.next().is_none());
    matrix::looks_like_a_row(first) && second.is_none_or(is_second)
}

#[cfg(test)]
mod tests {
    use super::InputFormat::{Csv, Dlx, Ec, Json, List, Matrix};
    use super::*;

    #[test]
    fn formats_are_told_apart() {
        let cases: [(&str, &[InputFormat]); 36] = [
            ("c hello\np ec 2\ns 1\n", &[Ec]),
            ("p ec 2\ns 1\n", &[Ec]),
            ("c\ns 1\np ec 2\n", &[Ec]),
            ("p ec 2\n", &[Ec]),
            ("2 1\n2 1 2\n", &[List]),
            ("\u{feff}2 1\n2 1 2\n", &[List]),
            ("2 3\n1 1\n1 2\n2 1 2\n", &[List]),
            ("1 2\n2 1\n", &[Dlx]),
            ("| c\na b | c\na b\n", &[Dlx]),
            ("c p\nc\np\n", &[Dlx]),
            ("a b\n| label: place 0, 1\na b\n", &[Dlx]),
            ("name,a,b\n|x|,1,0\n|y|,0,1\nz,1,1", &[Csv]),
            ("0010110\n1001001\n", &[Matrix]),
            ("# rows\n0 1\n1 0\n", &[Matrix]),
            ("10 11\n10\n11\n", &[Dlx]),
            (" [[1, 2], [3]]", &[Json]),
            ("{\"a\": [1]}", &[Json]),
            ("", &[Dlx]),
            ("10\n", &[Dlx, Matrix]),
            ("0 1\n1 0\n", &[Dlx, List, Matrix]),
            ("1\n1\n1\n", &[Dlx, Matrix]),
            ("0 2\n0\n0\n", &[Dlx, List]),
            ("1 1\n1 1\n", &[List, Matrix]),
            ("c p ec 2 s 1\np ec 2\ns 1\n", &[Dlx, Ec]),
            ("[a] b\n[a]\nb\n", &[Dlx, Json]),
            (",a,b\nAnn,0,1\n", &[Csv]),
            ("a;b;c\n0;1;0\n", &[Csv]),
            ("0,1,1\n1,0,0\n", &[Csv]),
            ("0,1,0\n", &[Dlx, Csv]),
            ("0,1\n0,1\n", &[Dlx, Csv]),
            ("a\tb\n1\t0\n", &[Csv]),
            ("0\t1\t1\n1\t0\t0\n", &[Matrix]),
            ("a,b\n0,2\n", &[Csv]),
            ("0,0 0,1 1,0\n0,0 0,1\n1,0\n", &[Dlx]),
            ("0,0 0,1 1,0\n0,0 0,1\n1,1\n", &[Dlx]),
            ("a,b c\nc\n", &[Dlx]),
        ];
        for (text, formats) in cases {
            assert_eq!(looks(text.as_bytes(), true), formats, "{text:?}");
        }
    }

    #[test]
    fn what_has_a_family_of_its_own_is_refused_with_its_name() {
        for (text, family) in [
            ("c a\np cnf 2 1\n1 2 0\n", Some("cnf")),
            ("p edge 2 1\ne 1 2\n", Some("matching")),
            ("* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n", Some("opb")),
            ("\\ made by hand\nMaximize\n obj: x + y\nSubject To\n x + y <= 1\nBinary\n x y\nEnd\n", Some("lp")),
            ("min x\nst\n x >= 1\nend\n", Some("lp")),
            ("* by hand\nNAME  P\nROWS\n N  COST\nCOLUMNS\n", Some("mps")),
            ("p cnf x y\np cnf\nx y\n", None),
            ("max min\nmax\nmin\n", None),
            ("min st\nst\nmin\n", None),
            ("NAME a\nNAME a\n", None),
            ("NAME rows\nrows\nNAME\n", None),
            ("* a\n* a\n", None),
        ] {
            match (read(text.as_bytes()), family) {
                (Err(ReadError::Syntax(error)), Some(family)) => {
                    assert!(error.help.contains(&format!("dlx-count {family} FILE")), "{text}: {}", error.help);
                }
                (Ok(_), None) => {}
                other => panic!("{text:?}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_text_that_is_two_problems_is_refused_with_both_names() {
        let message = |text: &str| match read(text.as_bytes()) {
            Err(ReadError::Syntax(error)) => format!("{}; {}", error.what, error.help),
            other => panic!("{text:?}: {other:?}"),
        };
        for (text, words) in [
            ("1\n1\n1\n1\n1\n", ["dlx", "matrix"]),
            ("0 1\n0\n", ["dlx", "list"]),
            ("3 1\n1 3\n", ["dlx", "list"]),
            ("1 1\n1 1\n", ["list", "matrix"]),
            (&"10\n".repeat(100_000), ["dlx", "matrix"]),
        ] {
            let message = message(text);
            assert!(words.iter().all(|word| message.contains(&format!("--input-format {word}"))), "{message}");
        }
        // A row that cannot be an item shows that the text is a matrix, however late it comes; and where both readings make the same problem, either will do.
        assert_eq!(read(("10\n".repeat(100_000) + "01\n").as_bytes()).unwrap().n_options(), 100_001);
        assert_eq!(read("2 0\n".as_bytes()).unwrap().n_primary(), 2);
    }
}
