//! A puzzle of one's own as items and options: seat guests at round tables of four, so that no two guests at a table quarrel.
//!
//! Guests are the items; every table at which all get along is an option. Secondary items could say more: a table by the window is there only once.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::ops::ControlFlow;

use dlx_count::{Problem, Session};

const GUESTS: [&str; 12] =
    ["Ada", "Blaise", "Carl", "Dana", "Emmy", "Felix", "Grace", "Henri", "Ida", "Jakob", "Kurt", "Lise"];
const QUARRELS: [(usize, usize); 6] = [(0, 1), (2, 7), (3, 4), (5, 9), (6, 11), (8, 10)];

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = Problem::builder();
    builder.name("tables of four");
    let guests = GUESTS.iter().map(|name| builder.primary(name)).collect::<Result<Vec<_>, _>>()?;
    let window = builder.secondary("window")?;
    for table in tables().filter(|table| !QUARRELS.iter().any(|(a, b)| table.contains(a) && table.contains(b))) {
        let seated: Vec<_> = table.iter().map(|&guest| guests[guest]).collect();
        builder.option(&seated)?;
        builder.option(&[seated.as_slice(), &[window]].concat())?;
    }
    let problem = builder.build();

    let session = Session::new()?;
    println!("{} seatings", session.count(&problem)?.count);
    session.solve(&problem).limit(3).in_order(true).for_each(|solution| {
        for &table in solution {
            let names: Vec<&str> = problem.items_of(table).iter().map(|&item| problem.item_label(item)).collect();
            println!("  {}", names.join(", "));
        }
        println!();
        ControlFlow::Continue(())
    })?;
    Ok(())
}

/// All sets of four guests.
fn tables() -> impl Iterator<Item = [usize; 4]> {
    let n = GUESTS.len();
    (0..n).flat_map(move |a| {
        (a + 1..n).flat_map(move |b| (b + 1..n).flat_map(move |c| (c + 1..n).map(move |d| [a, b, c, d])))
    })
}
