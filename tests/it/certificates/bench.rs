//! Certificates made, changed, and given to both checkers.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use dlx_count::{Count, EngineKind, Problem, Session};
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};

use crate::common::pair;

/// How certificates begin.
const MAGIC: &[u8] = b"dlx-certificate 4\n";

/// The checker, built by its own manifest.
fn checker() -> &'static Path {
    static CHECKER: LazyLock<PathBuf> = LazyLock::new(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let target = root.join("target/checker");
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--release", "--locked", "--manifest-path", "checker/Cargo.toml", "--target-dir"]);
        let output = build.arg(&target).current_dir(root).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        target.join("release").join(format!("dlx-check{}", std::env::consts::EXE_SUFFIX))
    });
    &CHECKER
}

/// What a checker says, and whether it is content.
fn says(mut command: Command) -> (bool, String) {
    let output = command.output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap().trim_end().into())
}

pub(super) fn rust(words: &[&str]) -> (bool, String) {
    let mut command = Command::new(checker());
    command.args(words);
    says(command)
}

pub(super) fn python(words: &[&str]) -> (bool, String) {
    let mut command = Command::new("python3");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/checker/dlx_check.py")).args(words);
    says(command)
}

/// Certificates in a folder of their own.
pub(super) struct Bench {
    pub(super) folder: tempfile::TempDir,
}

impl Bench {
    pub(super) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(super) fn put(&self, bytes: &[u8]) -> String {
        let path = self.folder.path().join("x.cert");
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().into()
    }

    /// Do both checkers say this count?
    pub(super) fn verified(&self, bytes: &[u8], count: &str, by_python: bool) -> bool {
        let (path, expected) = (self.put(bytes), (true, format!("VERIFIED {count}")));
        rust(&[&path]) == expected && (!by_python || python(&[&path]) == expected)
    }

    /// Do both refuse it?
    pub(super) fn refused(&self, bytes: &[u8], by_python: bool) -> bool {
        let path = self.put(bytes);
        let refuses = |(is_content, said): (bool, String)| !is_content && said.starts_with("NOT VERIFIED: ");
        refuses(rust(&[&path])) && (!by_python || refuses(python(&[&path])))
    }
}

pub(super) fn certificate(problem: &Problem) -> (Vec<u8>, Count) {
    certificate_by(EngineKind::Frontier, problem)
}

pub(super) fn certificate_by(engine: EngineKind, problem: &Problem) -> (Vec<u8>, Count) {
    const ENGINES: [EngineKind; 4] = [EngineKind::Frontier, EngineKind::Isomorph, EngineKind::Bits, EngineKind::Links];
    static SESSIONS: LazyLock<[Session<'static>; 4]> =
        LazyLock::new(|| ENGINES.map(|it| pair().to_builder().engine(it).build().unwrap()));
    let place = ENGINES.iter().position(|other| *other == engine).unwrap();
    let mut bytes = Vec::new();
    let proof = SESSIONS[place].certify(problem, &mut bytes).unwrap();
    (bytes, proof.count)
}

pub(super) fn unpacked(certificate: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    ZlibDecoder::new(&certificate[MAGIC.len()..]).read_to_end(&mut plain).unwrap();
    plain
}

pub(super) fn packed(plain: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(MAGIC.to_vec(), Compression::fast());
    packed.write_all(plain).unwrap();
    packed.finish().unwrap()
}

/// Where that begins which follows the problem and the kind of the certificate.
pub(super) fn body(plain: &[u8]) -> usize {
    let (length, n_digits) = number_at(plain);
    n_digits + length + 1
}

/// Where the records of states begin: behind the places and the order.
pub(super) fn records(plain: &[u8], problem: &Problem) -> usize {
    body(plain) + problem.n_primary() + problem.n_items()
}

/// A bit of every byte from here on, or of some, is changed: all that is refused, or said again. Returns how often each was.
pub(super) fn changed(bench: &Bench, plain: &[u8], from: usize, every: usize) -> [usize; 2] {
    let (right, said) = rust(&[&bench.put(&packed(plain))]);
    assert!(right, "{said}");
    let mut times = [0, 0];
    for place in (from..plain.len()).step_by(every) {
        let mut changed = plain.to_vec();
        changed[place] ^= 1 << (place % 8);
        let path = bench.put(&packed(&changed));
        let (is_content, other) = rust(&[&path]);
        assert!(!is_content || other == said, "byte {place}: {other}");
        if is_content || place % 97 < every {
            assert_eq!(python(&[&path]).0, is_content, "byte {place}");
        }
        times[usize::from(is_content)] += 1;
    }
    times
}

/// What is left without the bytes from here to there, and with these bytes twice.
pub(super) fn out_and_twice(plain: &[u8], from: usize, to: usize) -> [Vec<u8>; 2] {
    [[&plain[..from], &plain[to..]].concat(), [&plain[..to], &plain[from..]].concat()]
}

/// A number of seven bits in each byte, and how many bytes it has.
pub(super) fn number_at(bytes: &[u8]) -> (usize, usize) {
    let n_digits = bytes.iter().take_while(|byte| **byte > 127).count() + 1;
    (bytes[..n_digits].iter().rev().fold(0, |sum, byte| sum << 7 | usize::from(byte & 127)), n_digits)
}
