//! The pages of trace and gallery, in a real browser.

use std::path::Path;

use serde_json::json;

use dlx_count::family::{Queens, queens};
use dlx_count::trace::{End, Recording, fewest_first};
use dlx_count::{OptionId, Problem};

use crate::browser::Page;
use crate::cli::{Said, made, words};

/// Runs the words and opens the page that they write.
fn page(arguments: &[&str], name: &str) -> Page {
    let (_folder, path) = made(arguments, if name.ends_with("svg") { "--picture" } else { "-o" }, name);
    Page::open(&path)
}

/// Without this the other tests could not fail.
#[test]
fn a_page_with_mistakes_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    for (text, part) in [
        ("<script>console.error('oh')</script>", "oh"),
        ("<script>nobody()</script>", "nobody"),
        ("<img src='http://elsewhere.invalid/x.png'>", "elsewhere.invalid"),
    ] {
        let path = folder.path().join("wrong.html");
        std::fs::write(&path, text).unwrap();
        let problems = Page::open(&path).problems();
        assert!(problems.iter().any(|problem| problem.contains(part)), "{text}: {problems:?}");
    }
    std::fs::write(folder.path().join("right.html"), "<script>console.log('fine')</script>").unwrap();
    assert_eq!(Page::open(&folder.path().join("right.html")).problems(), [""; 0]);
}

/// The search tree has a node for each step, marks the present one, and leads to others; so does the address.
#[test]
fn a_search_tree_stands_beside_the_board() {
    let mut page = page(&["trace", "queens", "4"], "q.html");
    assert!(
        page.text("#about")
            .starts_with("8 items must each be covered exactly once, 10 more at most once, by options chosen from 16.")
    );
    let counts =
        |page: &mut Page| [".node", ".node.later", ".node.solution", ".node.now"].map(|name| page.number(name));
    assert_eq!(counts(&mut page), [13, 12, 2, 1]);
    page.press("End");
    assert_eq!((counts(&mut page), page.eval("location.hash")), ([13, 0, 2, 1], json!("#step=12")));
    page.eval("document.querySelectorAll('.node')[5].dispatchEvent(new MouseEvent('click', { bubbles: true }))");
    assert_eq!((page.text("#number"), counts(&mut page)[1]), ("5 of 12".into(), 7));
    page.eval("location.hash = '#step=9'; dispatchEvent(new Event('hashchange'))");
    assert_eq!((page.text("#number"), counts(&mut page)[1]), ("9 of 12".into(), 3));
    assert_eq!(page.problems(), [""; 0]);
}

#[test]
fn four_queens_step_by_step() {
    let mut page = page(&["trace", "queens", "4", "--against", "naive"], "q.html");
    assert_eq!(page.text("h1"), "queens 4");
    assert_eq!((page.text("#number"), page.number(".panel")), ("0 of 60".into(), 2));
    assert_eq!(page.text(".what li"), "Nothing is chosen yet.");
    // The item that is next: the four squares of a row in the middle.
    assert_eq!(page.number("section:nth-of-type(1) .chosen"), 4);
    page.press("ArrowRight");
    assert_eq!(page.text("#number"), "1 of 60");
    assert_eq!(page.text("#status"), "Level 1: queen in row 2, column 1, option 1 of 4 for item r1 (row 2).");
    page.press("ArrowLeft");
    assert_eq!(page.text("#number"), "0 of 60");
    page.press("End");
    let figures =
        |page: &mut Page, k: u64, name: &str| page.text(&format!("section:nth-of-type({k}) [data-figure={name}]"));
    for (search, positions) in [(1, "12"), (2, "60")] {
        assert_eq!(figures(&mut page, search, "positions"), positions);
        assert_eq!(figures(&mut page, search, "solutions"), "2");
    }
    assert!(page.text(".what").contains("Nothing is left to try: the search is over."));
    assert!(page.text("section:nth-of-type(2) .whole").contains("the first solution after 26"));
    page.press("Home");
    page.press("s");
    assert_eq!(
        (page.text("#number"), page.text(".end-solution")),
        ("4 of 60".into(), "Solution 1: everything is covered.".into())
    );
    assert_eq!(page.number("section:nth-of-type(1) .queen"), 4);
    assert_eq!(page.problems(), [""; 0]);
}

/// The slider by mouse, the play button, and every board against the record.
#[test]
fn the_slider_shows_what_was_recorded() {
    let (problem, mut page) = (queens(6), page(&["trace", "queens", "6"], "q.html"));
    let recording = fewest_first(&problem, 2000);
    let last = recording.steps.len() - 1;
    page.click("#step", 0.5);
    let middle: usize = page.eval("slider.value").as_str().unwrap().parse().unwrap();
    assert!(middle.abs_diff(last / 2) <= last / 10, "{middle} of {last}");
    for step in [middle, 0, 1, last / 3, last] {
        page.eval(&format!("slider.value = {step}; slider.dispatchEvent(new Event('input'))"));
        assert_eq!(page.text("[data-figure=positions]"), step.to_string());
        let trail = recording.trail(step);
        assert_eq!(page.number(".queen"), trail.len() as u64);
        assert_eq!(page.number(".cross"), attacked(&problem, &trail), "step {step}");
    }
    let dead_ends: Vec<usize> =
        (0..=last).filter(|&step| matches!(recording.steps[step].end, End::DeadEnd(_))).collect();
    page.press("Home");
    page.press("d");
    assert_eq!(page.text("#number"), format!("{} of {last}", dead_ends[0]));
    let named = Queens { n: 6, ..Queens::default() }.drawing().unwrap();
    let End::DeadEnd(item) = recording.steps[dead_ends[0]].end else { unreachable!() };
    let label = problem.item_label(item);
    let dead_end = format!("Dead end: item {label} ({}) has no option left.", named.scene().unwrap().name(label));
    assert_eq!(page.text("#status"), dead_end);
    assert_eq!(
        (page.number(".starving"), page.number(".bang")),
        (6, 6),
        "a line of the board, with a mark that needs no color"
    );
    assert_eq!(page.problems(), [""; 0]);
}

/// Squares without a queen on which none can stand.
fn attacked(problem: &Problem, trail: &[OptionId]) -> u64 {
    let shares = |a: OptionId, b: OptionId| problem.items_of(a).iter().any(|item| problem.items_of(b).contains(item));
    let free = problem.options().filter(|option| !trail.contains(option));
    free.filter(|&option| trail.iter().any(|&queen| shares(option, queen))).count() as u64
}

#[test]
fn a_square_shows_its_lines_to_mouse_and_keyboard() {
    let mut page = page(&["trace", "queens", "5"], "q.html");
    page.hover("[data-cell=\"6\"]");
    // Row and column, and both diagonals.
    assert_eq!((page.text(".square"), page.number(".lines")), ("Row 2, column 2: free.".into(), 9 + 4 + 2));
    page.press("ArrowRight");
    let told = page.text(".square");
    assert!(told.starts_with("Row 2, column 2: attacked by the queen in row 3, column 1"), "{told}");
    page.eval("panels[0].svg.focus()");
    page.press("ArrowDown");
    assert!(page.text(".square").starts_with("Row 3, column 2"));
    assert_eq!(page.text("#number").split(' ').next(), Some("1"), "the keys of the board do not step");
    assert!(page.eval("panels[0].svg.getAttribute('aria-label')").as_str().unwrap().contains("Board: queen in row 3"));
    assert_eq!(page.problems(), [""; 0]);
}

#[test]
fn it_plays_by_itself_and_stops_at_the_end() {
    let mut page = page(&["trace", "queens", "4"], "q.html");
    // Slowly at first, so that nothing ends before it is looked at.
    page.eval("document.getElementById('speed').value = '1'");
    page.click("#play", 0.5);
    assert_eq!(page.text("#play"), "Pause");
    page.eval(
        "{ const it = document.getElementById('speed'); it.value = '30'; it.dispatchEvent(new Event('change')) }",
    );
    let end = "new Promise(done => {\
                 const check = () => document.getElementById('play').textContent === 'Play' && done(slider.value);\
                 new MutationObserver(check).observe(document.body, { subtree: true, childList: true });\
                 check();\
               })";
    let result =
        page.call("Runtime.evaluate", json!({ "expression": end, "awaitPromise": true, "returnByValue": true }));
    assert_eq!(result["result"]["value"], "12");
    assert_eq!(page.problems(), [""; 0]);
}

/// Every step of every kind of board: the options left, as the page works them out, are those that were recorded.
#[test]
fn all_kinds_of_boards_and_tables_go_through_all_steps() {
    let folder = tempfile::tempdir().unwrap();
    let colored = folder.path().join("colors.dlx");
    std::fs::write(&colored, "a b c </script> | x y {{DATA}}\na x:red\nb x:red y\nb x:blue\nc y\nc x:red {{DATA}}\na b x\nc\n</script> x:red\n").unwrap();
    let colored = colored.display().to_string();
    let sources: [(&[&str], &str); 12] = [
        (&["queens", "5", "--toroidal", "--placed", "1,1"], ".cell.dark"),
        (&["sudoku", "tests/data/sudoku/three.txt"], ".word.given"),
        (&["latin", "4", "--reduced"], ".pencil"),
        (&["langford", "4"], ".arc"),
        (&["polyomino", "5x6", "--pieces", "I5,L5,N5,P5,V5,Y5", "--steps", "60"], ".thick"),
        (&["polyomino", "2x2x3", "--pieces", "dominoes", "--reuse"], ".thick"),
        (&["polyomino", "4x4", "--pieces", "I4,O4", "--copies", "O4=1..,I4=0..2"], ".thick"),
        (&["polyhex", "hexagon:2", "--pieces", "1,3", "--reuse"], ".thick"),
        (&["polyiamond", "hexagon:1", "--pieces", "1,2", "--reuse"], "path.cell"),
        (&["edges", "2", "--triangles", "triangle:2", "--border", "1"], ".tile"),
        (&["partition", "4"], "td"),
        (&["file", &colored], "td"),
    ];
    let mut page = Page::blank();
    for (source, selector) in sources {
        let (_folder, path) = made(&[&["trace"], source, &["--against", "naive"]].concat(), "-o", "t.html");
        page.go(&path);
        let wrong = page.eval(
            "DATA.searches.flatMap(search => search.steps.map((step, k) => [step, stateAt(search, k)])\
             .filter(([step, state]) => search.isFewestFirst ? step[3] < 2 && state.left[step[4]] !== step[5]\
             : step[3] === 3 && state.owner[step[4]] < 0)).length",
        );
        assert_eq!(wrong, 0, "{source:?}");
        // A solution covers every primary item, and nothing clashes.
        let wrong = page.eval(
            "DATA.searches.flatMap(search => search.steps.map((step, k) => [step, stateAt(search, k)])\
             .filter(([step, state]) => step[3] === 2 && state.owner.slice(0, DATA.primary).some(k => k < 0))).length",
        );
        assert_eq!(wrong, 0, "{source:?}");
        page.eval("document.querySelectorAll('details').forEach(it => { it.open = true; })");
        page.eval("for (let k = 0; k <= last; k += Math.max(1, Math.floor(last / 12))) show(k)");
        page.press("Home");
        page.press("ArrowRight");
        assert!(page.number(selector) > 0, "{source:?}: {selector}");
        assert_eq!(page.problems(), [""; 0], "{source:?}");
    }
}

/// What demands rule out is not shown as if it could still be chosen.
#[test]
fn forbidden_options_are_never_free() {
    let mut queens = page(&["trace", "queens", "6", "--forbid", "r0"], "q.html");
    assert_eq!(queens.number(".cross"), 6);
    queens.hover("[data-cell=\"2\"]");
    assert_eq!(queens.text(".square"), "Row 1, column 3: no queen may stand here from the beginning.");
    let mut board =
        page(&["trace", "polyomino", "3x3", "--pieces", "dominoes", "--reuse", "--forbid", "1,1"], "p.html");
    board.hover("[data-cell=\"0\"]");
    assert_eq!(board.text(".square"), "Row 1, column 1: 0 options left.");
    assert_eq!(queens.problems(), [""; 0]);
}

/// The keys of the board get everywhere: over holes, to the next row, to the next layer.
#[test]
fn keys_reach_every_cell() {
    let mut page = page(&["trace", "polyomino", "2x2x3", "--pieces", "dominoes", "--reuse"], "p.html");
    page.eval("panels[0].svg.focus()");
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..12 {
        page.press("ArrowRight");
        seen.insert(page.eval("panels[0].cursor").as_u64().unwrap());
    }
    assert_eq!(seen.len(), 12);
    page.eval("panels[0].look(1)");
    for place in ["layer 1, row 2", "layer 2, row 1", "layer 2, row 2", "layer 2, row 2"] {
        page.press("ArrowDown");
        let told = page.text(".square").to_lowercase();
        assert!(told.starts_with(&format!("{place}, column 2")), "{told}");
    }
    let mut shifted = self::page(&["trace", "polyhex", "hexagon:2", "--pieces", "1", "--reuse"], "h.html");
    shifted.eval("panels[0].svg.focus(); panels[0].look(0)");
    for cell in ["2,1", "3,1", "3,1"] {
        shifted.press("ArrowDown");
        assert_eq!(shifted.text(".square"), format!("Cell {cell}: 1 option left."));
    }
}

#[test]
fn a_search_that_is_cut_says_so() {
    let mut page = page(&["trace", "queens", "8", "--steps", "50", "--against", "naive"], "q.html");
    let whole: Recording = fewest_first(&queens(8), 1);
    assert!(page.text(".whole").contains(&format!("1,0{} positions", whole.positions - 1000)));
    assert!(
        page.text("section:nth-of-type(2) .whole")
            .contains("15,720 positions, the first solution after 876; 50 steps shown")
    );
    page.press("End");
    assert_eq!(page.text("#number"), "50 of 50");
    assert!(page.text(".what").contains("The record ends here, after 50 steps; the search goes on."));
    page.press("s");
    assert_eq!(page.text("#status"), "No solution after this step in the 50 steps shown.");
}

#[test]
fn dark_and_light_and_readable_in_both() {
    let mut page = page(&["trace", "sudoku", "tests/data/sudoku/three.txt"], "s.html");
    // Contrast by the Web Content Accessibility Guidelines: 4.5 for text.
    let contrasts = "(() => {\
        const light = rgb => { const [r, g, b] = rgb.match(/[\\d.]+/g).map(v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });\
          return .2126 * r + .7152 * g + .0722 * b; };\
        const paper = light(getComputedStyle(document.body).backgroundColor);\
        const cell = light(getComputedStyle(document.querySelector('.cell')).fill), clue = light(getComputedStyle(document.querySelector('.clue')).fill);\
        const ratio = (a, b) => (Math.max(a, b) + .05) / (Math.min(a, b) + .05);\
        const ink = (selector, what) => light(getComputedStyle(document.querySelector(selector))[what]);\
        return [ratio(ink('body', 'color'), paper), ratio(ink('.legend', 'color'), paper), ratio(ink('.pencil', 'fill'), cell),\
          ratio(ink('.word.given', 'fill'), clue), ratio(ink('.thick', 'stroke'), cell)];\
      })()";
    let mut papers = Vec::new();
    for scheme in ["light", "dark"] {
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        page.call("Emulation.setEmulatedMedia", media);
        let contrasts = page.eval(contrasts);
        assert!(
            contrasts.as_array().unwrap().iter().all(|ratio| ratio.as_f64().unwrap() >= 4.5),
            "{scheme}: {contrasts}"
        );
        papers.push(page.eval("getComputedStyle(document.body).backgroundColor"));
    }
    assert_ne!(papers[0], papers[1]);
    // Whatever can be used has a name.
    let nameless = "[...document.querySelectorAll('button, input, select, svg[tabindex], [role=region]')]\
        .filter(it => !(it.textContent.trim() || it.getAttribute('aria-label') || it.closest('label'))).length";
    assert_eq!(page.eval(nameless), 0);
    assert_eq!(page.problems(), [""; 0]);
}

/// A table keeps its labels in sight, and what is struck out is the label alone; what the signs mean stands there once.
#[test]
fn a_table_is_readable_beside_another_search() {
    let mut page = page(&["trace", "queens", "4", "--against", "naive"], "q.html");
    assert_eq!(page.number(".legend"), 1);
    assert!(page.text("#legend").contains("orange"));
    page.eval("document.querySelectorAll('.panel details').forEach(it => { it.open = true; })");
    page.press("ArrowRight");
    let style = |page: &mut Page, selector: &str, what: &str| {
        page.eval(&format!("getComputedStyle(document.querySelector('{selector}')).{what}"))
    };
    assert_eq!(style(&mut page, "tr.gone th .label", "textDecorationLine"), "line-through");
    assert_eq!(style(&mut page, "tr.gone th", "textDecorationLine"), "none");
    assert_eq!(style(&mut page, "tr.gone th", "position"), "sticky");
    assert_eq!(page.eval("document.getElementById('help').open"), true);
    page.call(
        "Emulation.setDeviceMetricsOverride",
        json!({ "width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": false }),
    );
    assert!(page.eval("document.documentElement.scrollWidth").as_u64() <= Some(390));
    assert_eq!(page.problems(), [""; 0]);
}

#[test]
fn a_gallery_is_dark_and_narrow_where_that_is_wanted() {
    let mut page = page(&["gallery", "latin", "3"], "g.html");
    let mut inks = Vec::new();
    for scheme in ["light", "dark"] {
        let media = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        page.call("Emulation.setEmulatedMedia", media);
        inks.push(page.eval(
            "[[document.body, 'backgroundColor'], [document.body, 'color'], [document.querySelector('.cell'), 'fill'],\
             [document.querySelector('.word'), 'fill']].map(([it, what]) => getComputedStyle(it)[what])",
        ));
    }
    assert!((0..4).all(|place| inks[0][place] != inks[1][place]), "{inks:?}");
    let mut page = self::page(&["gallery", "polyomino", "3x20", "--pieces", "pentominoes"], "p.html");
    page.call(
        "Emulation.setDeviceMetricsOverride",
        json!({ "width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": false }),
    );
    assert!(page.eval("document.documentElement.scrollWidth").as_u64() <= Some(390));
    // No word of the title is broken: each is one line high.
    let lines = "Math.max(...[...document.querySelectorAll('h1 span')].map(it => it.getClientRects()[0].height))";
    assert!(page.eval(lines).as_f64().unwrap() < 40.0);
    assert_eq!(page.problems(), [""; 0]);
}

#[test]
fn galleries_and_pictures_are_sound() {
    let mut gallery = page(&["gallery", "queens", "6"], "g.html");
    assert_eq!((gallery.number("li svg"), gallery.number(".queen")), (4, 24));
    assert_eq!(gallery.problems(), [""; 0]);
    for source in [
        &["queens", "5"][..],
        &["langford", "4"],
        &["polyomino", "3x20", "--pieces", "pentominoes"],
        &["latin", "3"],
        &["polyiamond", "6x6", "--pieces", "6"],
        &["polyhex", "hexagon:2", "--pieces", "7", "--reuse"],
        &["edges", "9", "--triangles", "3x3"],
        &["matching", "petersen"],
        &["path", "grid:3x4"],
        &["coloring", "hypercube:3", "--colors", "2"],
        &["sudoku", "--empty", "--killer", "docs/src/examples/killer.txt"],
        &["edges", "2", "--rows", "2", "--columns", "2"],
    ] {
        let mut picture = page(&[&["solve"], source].concat(), "p.svg");
        // A mistake in the XML shows as an element of that name.
        assert_eq!(
            (picture.eval("document.documentElement.nodeName"), picture.number("parsererror")),
            (json!("svg"), 0)
        );
        let is_inside = "[...document.querySelectorAll('path, text')].every(it => { const b = it.getBBox(), v = document.documentElement.viewBox.baseVal; \
                         return b.x >= 0 && b.y >= 0 && b.x + b.width <= v.width && b.y + b.height <= v.height; })";
        assert_eq!(picture.eval(is_inside), true, "{source:?}");
        assert_eq!(picture.problems(), [""; 0]);
    }
}

#[test]
fn what_cannot_be_shown_is_said() {
    for (arguments, part) in [
        (&["trace", "queens", "150", "-o", "q.html"][..], "22500 options, too many for a page"),
        (&["trace", "queens", "5"], "-o FILE.html"),
        (&["trace", "queens", "5", "-o", "q.txt"], "named FILE.html"),
        (&["trace", "queens", "5", "-o", "q.html", "--up-to-symmetry"], "leave --up-to-symmetry out"),
        (&["trace", "queens", "5", "-o", "q.html", "--steps", "0"], "--steps"),
        (&["trace", "queens", "5", "-o", "q.html", "--limit", "3"], "--limit cannot be used with trace"),
    ] {
        let output = words(arguments);
        let message = output.said();
        assert!(output.status.code() == Some(2) && message.contains(part), "{arguments:?}: {message}");
    }
    assert!(!Path::new("q.html").exists());
}
