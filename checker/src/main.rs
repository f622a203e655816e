//! `dlx-check FILE.cert [--problem FILE.dlx]`: is the count in a certificate right? FORMAT.md says what stands in the file, and why this is enough.
//!
//! It reads the certificate once, as a stream, and keeps in memory the problem, two sums for each level, and one block of records.

mod balance;
mod best;
mod classes;
mod input;
mod kinds;
mod numbers;
mod problem;
mod states;
mod tree;

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::ExitCode;

use flate2::bufread::ZlibDecoder;

use best::best;
use classes::classes;
use input::Input;
use kinds::kinds;
use numbers::decimals;
use problem::Problem;
use states::states;
use tree::tree;

const MAGIC: &[u8; 18] = b"dlx-certificate 3\n";

type Res<T> = Result<T, String>;

fn require(is_right: bool, why: &str) -> Res<()> {
    if is_right { Ok(()) } else { Err(why.into()) }
}

fn main() -> ExitCode {
    // A deep tree needs a deep stack; what is not used of it takes no memory.
    let checking = std::thread::Builder::new().stack_size(1 << 30).spawn(said);
    let checked = checking
        .map_err(|error| error.to_string())
        .and_then(|it| it.join().unwrap_or_else(|_| Err("the checker has failed".into())));
    println!(
        "{}",
        checked.as_ref().map_or_else(|why| format!("NOT VERIFIED: {why}"), |said| format!("VERIFIED {said}"))
    );
    if checked.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What the words ask for.
fn said() -> Res<String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [file] if !file.starts_with("--") => check(file, None),
        [file, "--problem", problem] => check(file, Some(problem)),
        _ => Err("usage: dlx-check FILE.cert [--problem FILE.dlx]".into()),
    }
}

fn check(path: &str, other: Option<&str>) -> Res<String> {
    let mut file = BufReader::new(File::open(path).map_err(|error| format!("{path}: {error}"))?);
    let mut magic = [0; MAGIC.len()];
    require(file.read_exact(&mut magic).is_ok() && magic == *MAGIC, "this is no certificate")?;
    let mut input = Input(BufReader::new(ZlibDecoder::new(file)));
    let length = input.number()?;
    let problem = Problem::read(&input.take(length)?)?;
    if let Some(path) = other {
        let other = Problem::read(&std::fs::read(path).map_err(|error| format!("{path}: {error}"))?)?;
        require(problem.sorted() == other.sorted(), &format!("the certificate is about another problem than {path}"))?;
    }
    let (total, words) = match input.number()? {
        0 => (states(&mut input, &problem, None)?, String::new()),
        1 => (classes(&mut input, &problem)?, String::new()),
        kind @ 2..=3 => best(&mut input, &problem, kind == 3)?,
        4 => kinds(&mut input, &problem)?,
        5 => (tree(&mut input, &problem)?, String::new()),
        _ => return Err("this kind of certificate is unknown".into()),
    };
    let claimed = input.amount()?;
    let (found, claimed) = (decimals(total), decimals(claimed));
    require(found == claimed, &format!("the count is {found}, not {claimed}"))?;
    let is_end = matches!(input.0.read(&mut [0]), Ok(0));
    let is_end = is_end && matches!(input.0.into_inner().into_inner().fill_buf(), Ok([]));
    require(is_end, "something follows the count")?;
    Ok(found + &words)
}
