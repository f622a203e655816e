//! Estimates: right in what they can be right in.

use serde_json::Value;

use crate::cli::run;

fn estimate(words: &str) -> Value {
    let output = run(&format!("estimate {words} --json -j 2"));
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Queens 24 has 227514171973736 solutions (A000170): nobody counts them here, and in seconds it is known within a few percent.
#[test]
fn large_counts_are_estimated_without_counting() {
    let value = estimate("queens 24 --samples 20000");
    let (least, most) = (value["solutions"]["from"].as_f64().unwrap(), value["solutions"]["to"].as_f64().unwrap());
    assert!(least < 2.275e14 && 2.275e14 < most && most < 2.0 * least, "{value}");
    for engine in ["links", "bits", "frontier"] {
        assert!(value["engines"][engine]["seconds"].as_f64().unwrap() > 1e4, "{value}");
    }
}

#[test]
fn small_counts_end_while_they_are_estimated() {
    let value = estimate("queens 7 --seed 3");
    assert_eq!(value["engines"]["bits"]["measured"], true, "{value}");
    assert_eq!(estimate("queens 7 --seed 3")["nodes"], value["nodes"], "the same probes");
    let none = estimate("queens 3");
    assert_eq!((&none["solutions"]["about"], &none["solutions"]["to"]), (&Value::from(0.0), &Value::from(0.0)));
    let words = String::from_utf8(run("estimate langford 7").stdout).unwrap();
    assert!(words.contains("it has ended") && words.contains("solutions"), "{words}");
}

/// What was done of a stopped run stands in its report.
#[test]
fn a_stopped_run_says_its_share() {
    let output = run("queens 16 --engine links --node-limit 3000000 -j 2 --json");
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let done = value["done"].as_f64().unwrap();
    assert!(0.0 < done && done < 1.0, "{value}");
    let whole: Value = serde_json::from_slice(&run("queens 8 --json").stdout).unwrap();
    assert_eq!(whole["done"], 1.0);
}
