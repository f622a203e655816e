//! Problems of published benchmarks; tests/data/instances/README.md says where they come from.

use crate::common::pair;
use dlx_count::{EngineKind, Problem, Session};
use std::fs::File;
use std::io::BufReader;

fn read(path: &str) -> Problem {
    let file = File::open(format!("{}/tests/data/instances/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    dlx_count::format::read(BufReader::new(file), None).unwrap()
}

/// These files of a folder have these counts.
fn have(folder: &str, counts: &[(&str, &str)]) {
    for (name, count) in counts {
        let problem = read(&format!("{folder}/{name}"));
        assert_eq!(pair().count(&problem).unwrap().count.to_string(), *count, "{name}");
    }
}

#[test]
fn partitions_of_networks() {
    let counts = [
        ("Aarnet.txt", "53067357700"),
        ("Abilene.txt", "921600"),
        ("Aconet.txt", "4613800"),
        ("Airtel.txt", "1903000000"),
        ("Ans.txt", "17550"),
        ("BtEurope.txt", "2209305"),
        ("Canerie.txt", "15625"),
        ("Cernet.txt", "421875"),
        ("Fccn.txt", "1600"),
        ("Garr200212.txt", "80905591800"),
        ("Kdl.txt", "775"),
        ("Ntt.txt", "26000"),
    ];
    have("networks", &counts);
}

#[test]
fn designs_and_set_partitions() {
    let counts = [
        ("bell-08.ec", "4140"),
        ("doublefact-21.ec", "13749310575"),
        ("kts15-ptpt-0001.ec", "0"),
        ("latin6-blk-00001.ec", "48"),
        ("latin7-blk-00001.ec", "10752"),
        ("sts15-blk-00005.ec", "0"),
    ];
    have("ec", &counts);
}

/// A network by an engine that merges nothing.
#[test]
fn a_network_by_its_tree() {
    let outcome = Session::builder()
        .engine(EngineKind::Links)
        .threads(2)
        .build()
        .unwrap()
        .count(&read("networks/Fccn.txt"))
        .unwrap();
    assert_eq!(outcome.count.to_string(), "1600");
}
