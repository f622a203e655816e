//! Pictures as Scalable Vector Graphics: a board, and marks on it. A page that steps through a search uses the same parts.

use std::fmt::Write as _;

use super::outline::{around, outline};
use super::palette::{COLORS, colors, takes_white_ink};
use dlx_core::problem::{OptionId, to_place, whole_part};
use dlx_families::{DrawnGraph, LineMark, Mark, Mesh, Scene, Style};

/// Width of a cell, in units of the picture.
const SIDE: f64 = 40.0;
/// White space around a board, with room for numbers.
const MARGIN: f64 = 24.0;
/// Space between two layers.
const GAP: f64 = 32.0;
/// How the lines of cages and their sums look: few pictures have them.
const CAGE: &str = "fill=\"none\" stroke=\"#06c\" stroke-width=\"1.5\" stroke-dasharray=\"4 3\"";
const SUM: &str = "font-family=\"sans-serif\" font-size=\"11\" fill=\"#06c\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\"";
/// How far inside its cells the line of a cage runs.
const INSET: f64 = 3.0;
/// The radius of a vertex.
const RADIUS: f64 = 11.0;
/// How much higher an arc of a row is for each place it spans.
const ARC: f64 = 7.0;

/// The style of all parts, to stand in a `style` element.
#[must_use]
pub fn style() -> String {
    let mut style = ".cell{fill:#fff;stroke:#999}.dark{fill:#d5d0c4}.clue{fill:#e6e6e6}.queen{fill:#000;stroke:#fff}\
         .word{font:20px sans-serif;text-anchor:middle}.given{font-weight:bold}.note{font:12px sans-serif;text-anchor:middle;fill:#555}\
         .thick{fill:none;stroke:#000;stroke-width:3;stroke-linecap:square}.arc{fill:none;stroke:#555}.ink4{fill:#fff}\
         .pearl{fill:#fff;stroke:#000;stroke-width:2}.full,.sea{fill:#000}"
        .to_owned();
    for (number, color) in COLORS.iter().enumerate() {
        let _ = write!(style, ".k{number}{{fill:{color}}}");
    }
    style
}

/// The part of the style that is different on dark paper, for a media query. A board is in an element of the [`class`] of its scene.
pub const DARK: &str = ".cell{fill:#22252b;stroke:#777}.dark{fill:#3a3f49}.clue{fill:#4a4f5a}.note{fill:#bbb}.thick{stroke:#eee}.arc{stroke:#bbb}.cage{stroke:#6bf}.sum{fill:#6bf;stroke:#22252b}\
    .symbols .word,.row .word,.lines .word{fill:#eee}.pearl{fill:#22252b;stroke:#eee}.full,.sea{fill:#eee}.queen{fill:#fff;stroke:#000}";

/// The name of the boards of a scene in styles and scripts.
#[must_use]
pub fn class(scene: &Scene) -> &'static str {
    match scene.style {
        Style::Chess => "chess",
        Style::Pieces => "pieces",
        Style::Symbols { .. } => "symbols",
        Style::Row => "row",
        Style::Tiles => "tiles",
        Style::Graph => "graph",
        Style::Lines { .. } => "lines",
    }
}

/// The places of the cells of a scene: layers are arranged in rows, so that the whole is about as wide as high.
struct SvgSheet<'a> {
    scene: &'a Scene,
    layers_in_a_row: usize,
    /// Space above, for arcs and captions.
    top: f64,
}

impl<'a> SvgSheet<'a> {
    fn new(scene: &'a Scene) -> Self {
        let [layers, rows, columns] = scene.size;
        let wide = to_place(whole_part((layers as f64 * rows as f64 / columns.max(1) as f64).sqrt().ceil()));
        let arcs = if scene.style == Style::Row { ARC * (columns / 2 + 1) as f64 } else { 0.0 };
        Self { scene, layers_in_a_row: wide.clamp(1, layers.max(1)), top: MARGIN + arcs }
    }

    /// The upper left corner of a cell.
    fn corner(&self, [layer, row, column]: [usize; 3]) -> [f64; 2] {
        let [_, rows, columns] = self.scene.size.map(|side| side as f64);
        let (down, right) = ((layer / self.layers_in_a_row) as f64, (layer % self.layers_in_a_row) as f64);
        [
            MARGIN + right * (columns * SIDE + GAP) + column as f64 * SIDE,
            self.top + down * (rows * SIDE + GAP) + row as f64 * SIDE,
        ]
    }

    fn middle(&self, cell: usize) -> [f64; 2] {
        if let Some(mesh) = &self.scene.mesh {
            return laid(mesh.middle(cell));
        }
        if let Some(graph) = &self.scene.graph {
            return laid(graph.places[cell]);
        }
        if let Style::Lines { first, step } = self.scene.style {
            let [_, row, column] = self.scene.cells[cell];
            return [column, row].map(|place| MARGIN + SIDE / 2.0 + (place as f64 - first as f64) * SIDE / step as f64);
        }
        self.corner(self.scene.cells[cell]).map(|side| side + SIDE / 2.0)
    }

    /// Width and height of the whole.
    fn size(&self) -> [f64; 2] {
        if let Some(mesh) = &self.scene.mesh {
            return mesh.size().map(|side| (2.0 * MARGIN + side * SIDE).ceil());
        }
        if let Some(graph) = &self.scene.graph {
            return graph.size().map(|side| (2.0 * MARGIN + side * SIDE).ceil());
        }
        if let Style::Lines { first, step } = self.scene.style {
            let [_, rows, columns] = self.scene.size;
            return [columns, rows].map(|places| 2.0 * MARGIN + ((places - first).div_ceil(step)) as f64 * SIDE);
        }
        let [layers, rows, columns] = self.scene.size;
        let last = |k: usize, of: usize| of.min(k).saturating_sub(1);
        let across = last(self.layers_in_a_row, layers) as f64;
        let down = last(layers.div_ceil(self.layers_in_a_row), layers) as f64;
        let [columns, rows] = [columns, rows].map(|side| side as f64 * SIDE);
        [2.0 * MARGIN + columns + across * (columns + GAP), self.top + MARGIN + rows + down * (rows + GAP)]
    }
}

/// Where a place of a mesh lies.
fn laid(place: [f64; 2]) -> [f64; 2] {
    place.map(|place| MARGIN + place * SIDE)
}

/// SVG path data of a cell of a mesh.
fn face(mesh: &Mesh, cell: usize) -> String {
    let points = mesh.corners(cell).iter().map(|&corner| laid(mesh.place(corner)));
    let points: Vec<String> = points.map(|[x, y]| format!("{x:.2} {y:.2}")).collect();
    format!("M{}z", points.join("L"))
}

/// Width and height of the picture of a scene.
#[must_use]
pub fn size(scene: &Scene) -> [f64; 2] {
    SvgSheet::new(scene).size()
}

/// The empty board: a `rect` for each cell, or a `path` where there is a mesh, whose number is in `data-cell`, numbers of rows and columns, and lines around boxes.
#[must_use]
pub fn board(scene: &Scene) -> String {
    let sheet = SvgSheet::new(scene);
    let mut svg = String::new();
    if let Some(mesh) = &scene.mesh {
        let face = |cell| {
            let [x, y] = laid(mesh.middle(cell)).map(|place| place - SIDE / 2.0);
            let d = face(mesh, cell);
            format!("<path class=\"cell\" data-cell=\"{cell}\" data-x=\"{x:.2}\" data-y=\"{y:.2}\" d=\"{d}\"/>")
        };
        return (0..scene.cells.len()).map(face).collect();
    }
    if let Some(graph) = &scene.graph {
        let lines: String = graph.edges.iter().map(|&edge| line(&sheet, edge)).collect();
        let vertices = (0..scene.cells.len()).map(|vertex| circle(&sheet, vertex, "cell", ""));
        return format!("<path fill=\"none\" stroke=\"#999\" d=\"{lines}\"/>{}", vertices.collect::<String>());
    }
    if let Style::Lines { first, step } = scene.style {
        return lattice(&sheet, first, step);
    }
    for (number, &place) in scene.cells.iter().enumerate() {
        let [x, y] = sheet.corner(place);
        let dark = if scene.style == Style::Chess && (place[1] + place[2]) % 2 == 1 { " dark" } else { "" };
        let _ = write!(
            svg,
            "<rect class=\"cell{dark}\" data-cell=\"{number}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
        );
    }
    captions(&sheet, &mut svg);
    svg
}

/// SVG path data of an edge, between the circles of its ends.
fn line(sheet: &SvgSheet, ends: [usize; 2]) -> String {
    let [[x, y], [end, below]] = ends.map(|vertex| sheet.middle(vertex));
    let (right, down) = (end - x, below - y);
    let length = right.hypot(down).max(1.0);
    let [right, down] = [right, down].map(|step| step / length * RADIUS);
    format!("M{:.1} {:.1}L{:.1} {:.1}", x + right, y + down, end - right, below - down)
}

/// A vertex, with a style of its own if there is one.
fn circle(sheet: &SvgSheet, vertex: usize, class: &str, style: &str) -> String {
    let [x, y] = sheet.middle(vertex);
    let [left, top] = [x, y].map(|place| place - SIDE / 2.0);
    format!(
        "<circle class=\"{class}\" data-cell=\"{vertex}\" data-x=\"{left:.2}\" data-y=\"{top:.2}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"{style}/>"
    )
}

/// The cells of a puzzle; where lines are drawn around them, their corners.
fn lattice(sheet: &SvgSheet, first: usize, step: usize) -> String {
    let mut svg = String::new();
    for (number, &[_, row, column]) in sheet.scene.cells.iter().enumerate() {
        let ([x, y], is_corner) = (sheet.middle(number), row % step != first || column % step != first);
        let (left, top) = (x - SIDE / 2.0, y - SIDE / 2.0);
        let _ = match (first, is_corner) {
            (0, false) => write!(
                svg,
                "<rect class=\"cell\" data-cell=\"{number}\" x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
            ),
            (1, true) if row % step == 0 && column % step == 0 => {
                write!(svg, "<circle class=\"cell\" data-cell=\"{number}\" cx=\"{x}\" cy=\"{y}\" r=\"2\"/>")
            }
            _ => Ok(()),
        };
    }
    svg
}

/// Lines, black cells, and what stands on the board.
fn lines(sheet: &SvgSheet, mark: &Mark, svg: &mut String) {
    let circle = |cell: usize, class: &str| {
        let [x, y] = sheet.middle(cell);
        format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", SIDE * 0.36)
    };
    for (&cell, sign) in mark.cells.iter().zip(mark.word.chars()) {
        match LineMark::ALL.get(mark.kind) {
            Some(LineMark::Strokes) => svg.push_str(&stroke(sheet, cell, sign)),
            Some(LineMark::Clue) => word(sheet, cell, &mark.word, " given", svg),
            Some(LineMark::Island) => {
                svg.push_str(&circle(cell, "pearl"));
                word(sheet, cell, &mark.word, " given", svg);
            }
            Some(LineMark::White) => svg.push_str(&circle(cell, "pearl")),
            Some(LineMark::Black) => svg.push_str(&circle(cell, "pearl full")),
            Some(LineMark::Place) | None => {}
        }
    }
}

/// A line to both sides of a place, two for a double one; or a black cell.
fn stroke(sheet: &SvgSheet, cell: usize, sign: char) -> String {
    let [x, y] = sheet.middle(cell);
    let half = SIDE / 2.0;
    let line = |[x, y]: [f64; 2], is_upright| match is_upright {
        true => format!("M{x} {}v{SIDE}", y - half),
        false => format!("M{} {y}h{SIDE}", x - half),
    };
    let path = match sign {
        '|' => line([x, y], true),
        '-' => line([x, y], false),
        '"' => line([x - 3.0, y], true) + &line([x + 3.0, y], true),
        '=' => line([x, y - 3.0], false) + &line([x, y + 3.0], false),
        _ => {
            return format!(
                "<rect class=\"sea\" x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\"/>",
                x - half,
                y - half
            );
        }
    };
    format!("<path class=\"thick\" d=\"{path}\"/>")
}

/// Numbers of rows and columns of a chessboard, of layers, and of places in a row.
fn captions(sheet: &SvgSheet, svg: &mut String) {
    let [layers, rows, columns] = sheet.scene.size;
    let mut note = |x: f64, y: f64, text: String| {
        let _ = write!(svg, "<text class=\"note\" x=\"{x}\" y=\"{y}\">{text}</text>");
    };
    if layers > 1 {
        for layer in 0..layers {
            let [x, y] = sheet.corner([layer, 0, 0]);
            note(x + columns as f64 * SIDE / 2.0, y - 8.0, format!("layer {}", layer + 1));
        }
    }
    if sheet.scene.style == Style::Row {
        for k in 0..columns {
            let [x, y] = sheet.corner([0, 0, k]);
            note(x + SIDE / 2.0, y + SIDE + 16.0, (k + 1).to_string());
        }
    }
    if sheet.scene.style == Style::Chess {
        for k in 0..columns {
            note(sheet.corner([0, 0, k])[0] + SIDE / 2.0, MARGIN - 8.0, (k + 1).to_string());
        }
        for k in 0..rows {
            note(MARGIN / 2.0, sheet.corner([0, k, 0])[1] + SIDE / 2.0 + 4.0, (k + 1).to_string());
        }
    }
}

/// The lines above all marks: those around boxes and around a square.
#[must_use]
pub fn frame(scene: &Scene) -> String {
    if let Some(graph) = &scene.graph {
        return names(&SvgSheet::new(scene), graph);
    }
    let Style::Symbols { boxes } = scene.style else { return String::new() };
    let (sheet, [layers, rows, columns]) = (SvgSheet::new(scene), scene.size);
    let [down, across] = boxes.unwrap_or([rows.max(1), columns.max(1)]);
    let mut path = regions(&sheet);
    for layer in 0..layers {
        let [[left, top], [right, bottom]] = [sheet.corner([layer, 0, 0]), sheet.corner([layer, rows, columns])];
        for row in (0..=rows).step_by(down) {
            let _ = write!(path, "M{left} {}H{right}", sheet.corner([layer, row, 0])[1]);
        }
        for column in (0..=columns).step_by(across) {
            let _ = write!(path, "M{} {top}V{bottom}", sheet.corner([layer, 0, column])[0]);
        }
    }
    format!("<path class=\"thick\" d=\"{path}\"/>{}", cages(&sheet))
}

/// The names of vertices, as large as fits into the circles.
fn names(sheet: &SvgSheet, graph: &DrawnGraph) -> String {
    let name = |(vertex, name): (usize, &String)| {
        let [x, y] = sheet.middle(vertex);
        let size = (2.6 * RADIUS / name.chars().count().max(1) as f64).min(12.0);
        let name = escaped(name);
        let y = y + size / 3.0;
        format!("<text class=\"note\" style=\"font-size:{size:.1}px\" x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>")
    };
    graph.names.iter().enumerate().map(name).collect()
}

/// Cages: a line around each, a little inside, and its sum in its first cell.
fn cages(sheet: &SvgSheet) -> String {
    let of_cell = &sheet.scene.cages;
    let mut svg = String::new();
    for (cage, sum) in sheet.scene.sums.iter().enumerate() {
        let cells: Vec<usize> = (0..of_cell.len()).filter(|&cell| of_cell[cell] == Some(cage)).collect();
        let Some(&first) = cells.first() else { continue };
        let [x, y] = sheet.corner(sheet.scene.cells[first]);
        let lines: String = cells.iter().map(|&cell| inner_lines(sheet, cell)).collect();
        let (x, y) = (x + INSET + 1.0, y + INSET + 9.0);
        let _ = write!(
            svg,
            "<path class=\"cage\" {CAGE} d=\"{lines}\"/><text class=\"sum\" {SUM} x=\"{x}\" y=\"{y}\">{sum}</text>"
        );
    }
    svg
}

/// The lines inside a cell of a cage, at the sides where another cage begins.
fn inner_lines(sheet: &SvgSheet, cell: usize) -> String {
    let (scene, [layer, row, column]) = (sheet.scene, sheet.scene.cells[cell]);
    let is_own = |row: usize, column: usize| {
        scene.cell([layer, row, column]).is_some_and(|other| scene.cages[other] == scene.cages[cell])
    };
    let [up, left] = [row, column].map(|line| line.wrapping_sub(1));
    let [down, right] = [row, column].map(|line| line + 1);
    let [x, y] = sheet.corner(scene.cells[cell]);
    let [far_x, far_y] = [x, y].map(|start| start + SIDE);
    // A line that goes on in the next cell reaches its side, and its corner where that one's line turns.
    let end = |near: f64, is_own: bool, is_start: bool| match (is_own, is_start) {
        (true, _) => near,
        (false, true) => near + INSET,
        (false, false) => near - INSET,
    };
    let level = |y: f64| {
        let [start, stop] = [end(x, is_own(row, left), true), end(far_x, is_own(row, right), false)];
        format!("M{start} {y}H{stop}")
    };
    let upright = |x: f64| {
        let [start, stop] = [end(y, is_own(up, column), true), end(far_y, is_own(down, column), false)];
        format!("M{x} {start}V{stop}")
    };
    let lines = [
        (!is_own(up, column)).then(|| level(y + INSET)),
        (!is_own(down, column)).then(|| level(far_y - INSET)),
        (!is_own(row, left)).then(|| upright(x + INSET)),
        (!is_own(row, right)).then(|| upright(far_x - INSET)),
    ];
    lines.into_iter().flatten().collect()
}

/// The lines around the regions of a square that are not boxes.
fn regions(sheet: &SvgSheet) -> String {
    let regions = &sheet.scene.regions;
    let last = regions.iter().max().copied();
    let cells = |region: usize| (0..regions.len()).filter(move |&cell| regions[cell] == region).collect::<Vec<_>>();
    let around = |region| outline(sheet.scene, &cells(region), |place| sheet.corner(place), SIDE);
    last.map(|last| (0..=last).map(around).collect()).unwrap_or_default()
}

/// A mark in one of the [colors](COLORS), as it lies on the board.
#[must_use]
pub fn mark(scene: &Scene, mark: &Mark, color: usize, is_given: bool) -> String {
    let sheet = SvgSheet::new(scene);
    let mut svg = String::new();
    if is_given && !matches!(scene.style, Style::Chess | Style::Lines { .. }) {
        for &cell in &mark.cells {
            let [x, y] = sheet.corner(scene.cells[cell]);
            let _ = write!(svg, "<rect class=\"clue\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>");
        }
    }
    match scene.style {
        Style::Chess => mark.cells.iter().for_each(|&cell| queen(&sheet, cell, &mut svg)),
        Style::Pieces => piece(&sheet, mark, color, &mut svg),
        Style::Symbols { .. } => {
            let cells = mark.cells.iter().enumerate();
            cells.for_each(|(k, &cell)| word(&sheet, cell, mark.word_in(k), given(is_given), &mut svg));
        }
        Style::Row => pair(&sheet, mark, &mut svg),
        Style::Tiles => mark.cells.iter().for_each(|&cell| tile(&sheet, cell, mark, &mut svg)),
        Style::Graph => choice(&sheet, mark, color, &mut svg),
        Style::Lines { .. } => lines(&sheet, mark, &mut svg),
    }
    svg
}

fn given(is_given: bool) -> &'static str {
    if is_given { " given" } else { "" }
}

/// A crown with five points.
fn queen(sheet: &SvgSheet, cell: usize, svg: &mut String) {
    let [x, y] = sheet.corner(sheet.scene.cells[cell]);
    let _ = write!(
        svg,
        "<path class=\"queen\" d=\"M{} {}l5 17h20l5 -17l-8 8l-2 -12l-5 11l-5 -11l-2 12zm5 19h20v4h-20z\"/>",
        x + 5.0,
        y + 11.0
    );
}

fn word(sheet: &SvgSheet, cell: usize, text: &str, class: &str, svg: &mut String) {
    let ([x, y], length) = (sheet.middle(cell), text.chars().count());
    // Long names must fit, too; bold ones are wider.
    let (most, room) = if class.is_empty() { (3, 60.0) } else { (2, 48.0) };
    let size =
        if length > most { format!(" style=\"font-size:{:.1}px\"", room / length as f64) } else { String::new() };
    let _ = write!(svg, "<text class=\"word{class}\" x=\"{x}\" y=\"{}\"{size}>{}</text>", y + 7.0, escaped(text));
}

/// Filled cells, a line around them, and its name in the first cell of each layer.
fn piece(sheet: &SvgSheet, mark: &Mark, color: usize, svg: &mut String) {
    let (scene, corner) = (sheet.scene, |place| sheet.corner(place));
    if mark.cells.is_empty() {
        return;
    }
    let square = |&cell: &usize| {
        let [x, y] = corner(scene.cells[cell]);
        format!("M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")
    };
    let (fill, lines): (String, String) = match &scene.mesh {
        Some(mesh) => (
            mark.cells.iter().map(|&cell| face(mesh, cell)).collect(),
            around(mesh, &mark.cells, |corner| laid(mesh.place(corner))),
        ),
        None => (mark.cells.iter().map(square).collect(), outline(scene, &mark.cells, corner, SIDE)),
    };
    let _ = write!(svg, "<path class=\"k{color}\" d=\"{fill}\"/><path class=\"thick\" d=\"{lines}\"/>");
    let ink = if takes_white_ink(color) { " ink4" } else { "" };
    for (k, &cell) in mark.cells.iter().enumerate() {
        if k == 0 || scene.cells[mark.cells[k - 1]][0] != scene.cells[cell][0] {
            word(sheet, cell, &mark.word, ink, svg);
        }
    }
}

/// A wedge of color at each side. Where there are more colors than can be told apart, their names stand there, too.
fn tile(sheet: &SvgSheet, cell: usize, mark: &Mark, svg: &mut String) {
    let (Some(mesh), Some(colors)) = (&sheet.scene.mesh, sheet.scene.tiles.get(mark.kind)) else { return };
    let _ =
        write!(svg, "<g class=\"tile\" stroke=\"#000\" stroke-width=\"0.5\"><title>{}</title>", escaped(&mark.word));
    let [x, y] = laid(mesh.middle(cell));
    for (&color, side) in colors.iter().zip(mesh.sides(cell)) {
        let [[left, top], [right, bottom]] = side.map(|corner| laid(mesh.place(corner)));
        let color = color % COLORS.len();
        let _ =
            write!(svg, "<path class=\"k{color}\" d=\"M{left:.2} {top:.2}L{right:.2} {bottom:.2}L{x:.2} {y:.2}z\"/>");
    }
    svg.push_str("</g>");
    if sheet.scene.tiles.iter().flatten().any(|&color| color >= COLORS.len()) {
        let halo = "font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:2px";
        let text = escaped(&mark.word);
        let _ = write!(svg, "<text class=\"word\" x=\"{x:.2}\" y=\"{:.2}\" style=\"{halo}\">{text}</text>", y + 4.0);
    }
}

/// Chosen edges, or chosen vertices. Up to 32 kinds of vertices can be told apart: those beyond the colors have broken lines around them.
fn choice(sheet: &SvgSheet, mark: &Mark, color: usize, svg: &mut String) {
    if mark.edges.is_empty() {
        let broken = [None, Some("9 5"), Some("3 4"), Some("9 4 3 4")][mark.kind / COLORS.len() % 4];
        let style = broken.map(|dashes| format!(" style=\"stroke:#000;stroke-width:4;stroke-dasharray:{dashes}\""));
        let (class, style) = (format!("cell k{color}"), style.unwrap_or_default());
        mark.cells.iter().for_each(|&vertex| *svg += &circle(sheet, vertex, &class, &style));
        return;
    }
    let lines: String = mark.edges.iter().map(|&edge| line(sheet, edge)).collect();
    let _ = write!(svg, "<path fill=\"none\" stroke=\"{}\" stroke-width=\"5\" d=\"{lines}\"/>", COLORS[color]);
}

/// A symbol in both places, and an arc from one to the other.
fn pair(sheet: &SvgSheet, mark: &Mark, svg: &mut String) {
    mark.cells.iter().for_each(|&cell| word(sheet, cell, &mark.word, "", svg));
    if let [first, second] = mark.cells[..] {
        let ([x, y], [end, _]) = (sheet.middle(first), sheet.middle(second));
        let (top, height) = (y - SIDE / 2.0, ARC * (second - first) as f64);
        // The apex of a quadratic Bezier curve is half as high as its control point.
        let _ = write!(
            svg,
            "<path class=\"arc\" d=\"M{x} {top}Q{} {} {end} {top}\"/>",
            (x + end) / 2.0,
            top - 2.0 * height
        );
    }
}

/// The parts of a solution: the contents of the `svg` element.
#[must_use]
pub fn parts(scene: &Scene, solution: &[OptionId]) -> String {
    let marks = scene.marks(solution);
    colored_parts(scene, &marks, &colors(scene, &marks))
}

/// The parts of a solution, with a color for each mark.
pub(super) fn colored_parts(scene: &Scene, marks: &[Mark], colors: &[usize]) -> String {
    let drawn = marks.iter().zip(colors.iter().copied()).enumerate();
    let mut marks: Vec<String> = drawn.map(|(k, (it, color))| mark(scene, it, color, k < scene.given.len())).collect();
    if let Style::Lines { .. } = scene.style {
        // Lines lie below islands, and above pearls only where they pass by.
        marks.rotate_left(scene.given.len());
    }
    let marks = marks.concat();
    format!("{}{marks}{}", board(scene), frame(scene))
}

/// A solution as a file of its own.
///
/// ```
/// use dlx_count::{engine::links::Solutions, family::Queens, picture::svg};
///
/// let queens = Queens { n: 8, ..Queens::default() };
/// let solution = Solutions::new(queens.question()?.problem()).next().unwrap();
/// let picture = svg::picture(queens.drawing()?.scene().unwrap(), "queens 8", &solution);
/// assert_eq!(picture.matches("class=\"queen\"").count(), 8);
/// # Ok::<(), dlx_count::family::FamilyError>(())
/// ```
#[must_use]
pub fn picture(scene: &Scene, title: &str, solution: &[OptionId]) -> String {
    let [width, height] = size(scene);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>{}</title>\n<style>{}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{}\n</svg>\n",
        escaped(title),
        style(),
        parts(scene, solution)
    )
}

/// Text that may stand in XML, between tags and in attributes.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
