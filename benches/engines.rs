//! Every engine on the same cases, one thread. A case that gives another count than the published one fails.

use criterion::{Criterion, criterion_group, criterion_main};
use dlx_count::family::queens;
use dlx_count::{EngineKind, Problem, Session};

/// A problem, its count, and the engines that are worth timing on it.
struct Case {
    name: &'static str,
    problem: Problem,
    count: &'static str,
    engines: &'static [EngineKind],
}

fn instance(path: &str) -> Problem {
    let path = format!("{}/tests/data/instances/{path}", env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::File::open(path).expect("the instances are in the repository");
    dlx_count::format::read(std::io::BufReader::new(file), None).expect("the instances are well-formed")
}

fn cases() -> Vec<Case> {
    use EngineKind::{Bits, Frontier, Links};
    vec![
        Case { name: "queens 11", problem: queens(11), count: "2680", engines: &[Links, Bits, Frontier] },
        Case { name: "queens 13", problem: queens(13), count: "73712", engines: &[Links, Bits] },
        Case {
            name: "latin7 block",
            problem: instance("ec/latin7-blk-00001.ec"),
            count: "10752",
            engines: &[Links, Bits],
        },
        Case {
            name: "network Kdl",
            problem: instance("networks/Kdl.txt"),
            count: "775",
            engines: &[Links, Bits, Frontier],
        },
        Case {
            name: "network Aarnet",
            problem: instance("networks/Aarnet.txt"),
            count: "53067357700",
            engines: &[Frontier],
        },
        Case { name: "21!!", problem: instance("ec/doublefact-21.ec"), count: "13749310575", engines: &[Frontier] },
    ]
}

fn engines(criterion: &mut Criterion) {
    for Case { name, problem, count, engines } in cases() {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for &engine in engines {
            let session = Session::builder().threads(1).engine(engine).build().expect("one thread can be had");
            group.bench_function(engine.name(), |bencher| {
                bencher.iter(|| {
                    let outcome = session.count(&problem).expect("nothing is kept");
                    assert_eq!(outcome.count.to_string(), count, "{name} by {}", engine.name());
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, engines);
criterion_main!(benches);
