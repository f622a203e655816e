//! Problems of published benchmarks; tests/data/instances/README.md says where they come from.

use crate::common::pair;
use dlx_count::{EngineKind, Problem, Session};
use std::fs::File;
use std::io::BufReader;

fn read(path: &str) -> Problem {
    let file = File::open(format!("{}/tests/data/instances/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    dlx_count::format::read(BufReader::new(file), None).unwrap()
}

#[test]
fn partitions_of_networks() {
    let counts = [
        ("Aarnet", "53067357700"),
        ("Abilene", "921600"),
        ("Aconet", "4613800"),
        ("Airtel", "1903000000"),
        ("Ans", "17550"),
        ("BtEurope", "2209305"),
        ("Canerie", "15625"),
        ("Cernet", "421875"),
        ("Fccn", "1600"),
        ("Garr200212", "80905591800"),
        ("Kdl", "775"),
        ("Ntt", "26000"),
    ];
    for (name, count) in counts {
        let problem = read(&format!("networks/{name}.txt"));
        assert_eq!(pair().count(&problem).unwrap().count.to_string(), count, "{name}");
    }
}

#[test]
fn designs_and_set_partitions() {
    let counts = [
        ("bell-08", "4140"),
        ("doublefact-21", "13749310575"),
        ("kts15-ptpt-0001", "0"),
        ("latin6-blk-00001", "48"),
        ("latin7-blk-00001", "10752"),
        ("sts15-blk-00005", "0"),
    ];
    for (name, count) in counts {
        let problem = read(&format!("ec/{name}.ec"));
        assert_eq!(pair().count(&problem).unwrap().count.to_string(), count, "{name}");
    }
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
