//! Puzzles of BurrTools in all its grids, against assemblies that are listed one by one. Here bodies are the corners by which they are built, in plain coordinates; what a piece may become is what any motion of space that keeps
//! distances makes of its corners, if bodies of the board have those. No table of rotations has a part in that.

use std::collections::{BTreeMap, BTreeSet};

use crate::cli::{file_in, told};

/// x, y, z of a body in a file.
type Place = [i32; 3];
type Point = [f64; 3];
/// The numbers of some bodies of a board, sorted.
type Bodies = BTreeSet<usize>;

fn minus(to: Point, from: Point) -> Point {
    [0, 1, 2].map(|axis| to[axis] - from[axis])
}

fn dot(a: Point, b: Point) -> f64 {
    (0..3).map(|axis| a[axis] * b[axis]).sum()
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// The corners of a body, or the center of a sphere; none where the grid has no body.
fn corners(grid: usize, [x, y, z]: Place) -> Vec<Point> {
    let at = |place: Place| place.map(f64::from);
    match grid {
        0 => (0..8).map(|bits| at([x + (bits & 1), y + (bits >> 1 & 1), z + (bits >> 2)])).collect(),
        1 => {
            let height = 0.75f64.sqrt();
            let (base, top) = if (x + y) % 2 == 0 { (y, y + 1) } else { (y + 1, y) };
            let flat = [(x, base), (x + 2, base), (x + 1, top)];
            let level = |z: i32| flat.map(|(x, y)| [f64::from(x) / 2.0, f64::from(y) * height, f64::from(z)]);
            [level(z), level(z + 1)].concat()
        }
        2 => {
            if (x + y + z) % 2 == 0 {
                vec![at([x, y, z])]
            } else {
                Vec::new()
            }
        }
        3 => {
            let inside = [x, y, z].map(|place| place.rem_euclid(5) - 2);
            let axis = |length: i32| inside.iter().position(|place| place.abs() == length);
            let (Some(face), Some(edge), Some(other)) = (axis(2), axis(1), axis(0)) else { return Vec::new() };
            // From the middle of the cube: that of a face, and the ends of one of its sides.
            let middle = [x, y, z].map(|place| 5 * place.div_euclid(5));
            let mut steps = [[0; 3]; 4];
            steps[1][face] = inside[face].signum();
            steps[2][face] = inside[face].signum();
            steps[2][edge] = inside[edge].signum();
            steps[3] = steps[2];
            steps[2][other] = 1;
            steps[3][other] = -1;
            steps.map(|step| [0, 1, 2].map(|axis| 2.0 * f64::from(middle[axis]) + 5.0 * f64::from(step[axis]))).to_vec()
        }
        _ => {
            let (cube, inside) =
                ([x, y, z].map(|place| place.div_euclid(3)), [x, y, z].map(|place| place.rem_euclid(3)));
            let is_cut = |corner: Place| (corner.iter().sum::<i32>() + cube.iter().sum::<i32>()) % 2 != 0;
            let all = (0..8).map(|bits: i32| [bits & 1, bits >> 1 & 1, bits >> 2]);
            let own: Vec<Place> = if inside == [1; 3] {
                all.filter(|&corner| !is_cut(corner)).collect()
            } else if inside.contains(&1) || !is_cut(inside.map(|place| place / 2)) {
                return Vec::new();
            } else {
                let is_close = |corner: &Place| (0..3).filter(|&axis| corner[axis] != inside[axis] / 2).count() < 2;
                all.filter(is_close).collect()
            };
            own.into_iter().map(|corner| at([0, 1, 2].map(|axis| cube[axis] + corner[axis]))).collect()
        }
    }
}

/// Directions at right angles, of length 1, as many as points after the first that lead out of what those before them span.
fn frame(points: &[Point]) -> Vec<Point> {
    let mut frame: Vec<Point> = Vec::new();
    for &point in &points[1..] {
        let mut left = minus(point, points[0]);
        for &unit in &frame {
            let along = dot(left, unit);
            left = [0, 1, 2].map(|axis| left[axis] - along * unit[axis]);
        }
        frame.push(left.map(|part| part / dot(left, left).sqrt()));
    }
    frame
}

fn determinant(frame: &[Point]) -> f64 {
    let [a, b, c] = frame else { return 0.0 };
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
}

/// Some of these points that span all of them.
fn spanning(points: &[Point]) -> Vec<Point> {
    let mut chosen = vec![points[0]];
    for &point in points {
        let frame = frame(&chosen);
        let out = minus(point, points[0]);
        let inside: f64 = frame.iter().map(|&unit| dot(out, unit).powi(2)).sum();
        if !is_near(inside, dot(out, out)) {
            chosen.push(point);
        }
    }
    chosen
}

/// A board: the bodies in a small box.
struct Room {
    grid: usize,
    places: Vec<Place>,
    corners: Vec<Vec<Point>>,
    number_of: BTreeMap<Vec<[i64; 3]>, usize>,
}

/// Corners as whole numbers, sorted.
fn key(corners: &[Point]) -> Vec<[i64; 3]> {
    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
    let mut key: Vec<[i64; 3]> = corners.iter().map(|point| point.map(|part| (part * 1e4).round() as i64)).collect();
    key.sort_unstable();
    key
}

impl Room {
    fn new(grid: usize, places: impl IntoIterator<Item = Place>) -> Self {
        let places: Vec<Place> = places.into_iter().filter(|&place| !corners(grid, place).is_empty()).collect();
        let corners: Vec<Vec<Point>> = places.iter().map(|&place| corners(grid, place)).collect();
        let number_of = corners.iter().enumerate().map(|(number, corners)| (key(corners), number)).collect();
        Self { grid, places, corners, number_of }
    }

    /// Where the motions of space, and with mirrors its reflections, carry these bodies, if to bodies of the room.
    fn images(&self, bodies: &[usize], with_mirrors: bool) -> BTreeSet<Vec<usize>> {
        let points: Vec<Point> = bodies.iter().flat_map(|&body| self.corners[body].clone()).collect();
        let (from, all) = (spanning(&points), self.corners.concat());
        let mut partial: Vec<Vec<Point>> = vec![Vec::new()];
        for &next in &from {
            let fits = |chosen: &Vec<Point>, point: Point| {
                chosen.iter().zip(&from).all(|(&to, &from)| {
                    is_near(dot(minus(point, to), minus(point, to)), dot(minus(next, from), minus(next, from)))
                })
            };
            let longer = |chosen: Vec<Point>| {
                let points: BTreeMap<_, _> =
                    all.iter().filter(|&&point| fits(&chosen, point)).map(|&point| (key(&[point]), point)).collect();
                points.into_values().map(|point| [chosen.clone(), vec![point]].concat()).collect::<Vec<_>>()
            };
            partial = partial.into_iter().flat_map(longer).collect();
        }
        let own = frame(&from);
        let carried = |to: Vec<Point>| {
            let other = frame(&to);
            let is_mirrored = determinant(&own) * determinant(&other) < 0.0;
            let carry = |&point: &Point| {
                let parts: Vec<f64> = own.iter().map(|&unit| dot(minus(point, from[0]), unit)).collect();
                [0, 1, 2].map(|axis| {
                    to[0][axis] + parts.iter().zip(&other).map(|(part, unit)| part * unit[axis]).sum::<f64>()
                })
            };
            let body = |&body: &usize| {
                let corners: Vec<Point> = self.corners[body].iter().map(carry).collect();
                self.number_of.get(&key(&corners)).copied()
            };
            let image = bodies.iter().map(body).collect::<Option<Vec<usize>>>();
            image.filter(|_| with_mirrors || !is_mirrored)
        };
        partial.into_iter().filter_map(carried).collect()
    }

    fn touch(&self, a: usize, b: usize) -> bool {
        match self.grid {
            2 => is_near(
                dot(minus(self.corners[a][0], self.corners[b][0]), minus(self.corners[a][0], self.corners[b][0])),
                2.0,
            ),
            _ => key(&self.corners[a]).iter().filter(|corner| key(&self.corners[b]).contains(corner)).count() > 2,
        }
    }

    /// A shape as it stands in a file: the box of the whole room.
    fn voxel(&self, sign: impl Fn(usize) -> char) -> String {
        let sides = [0, 1, 2].map(|axis| self.places.iter().map(|place| place[axis] + 1).max().unwrap());
        let [x, y, z] = sides;
        let numbers: BTreeMap<Place, usize> = self.places.iter().copied().zip(0..).collect();
        let all = (0..z).flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z])));
        let signs: String = all.map(|place| numbers.get(&place).map_or('_', |&body| sign(body))).collect();
        format!("<voxel x=\"{x}\" y=\"{y}\" z=\"{z}\">{signs}</voxel>")
    }
}

/// A piece: some bodies, and how often it is used.
type Used = (Vec<usize>, [usize; 2]);

/// A puzzle by chance: a board that falls into pieces, of which some may be used more often, or not at all, and perhaps one more.
struct Dealt {
    room: Room,
    may: Bodies,
    pieces: Vec<Used>,
}

impl Dealt {
    fn new(grid: usize, dice: &mut fastrand::Rng) -> Self {
        let box_of_cubes = [[2, 2, 2], [3, 2, 2], [3, 3, 1], [1, 2, 3]][dice.usize(0..4)];
        let sides = [box_of_cubes, [4, 3, 1], [4, 3, 3], [5, 5, 3], [6, 6, 3]][grid];
        let all = (0..sides[2]).flat_map(|z| (0..sides[1]).flat_map(move |y| (0..sides[0]).map(move |x| [x, y, z])));
        let whole = Room::new(grid, all);
        // Bodies that touch, one after the other.
        let mut chosen = vec![dice.usize(0..whole.places.len())];
        let is_symmetric = dice.bool();
        while chosen.len() < if is_symmetric { 4 } else { 8 } {
            let is_next =
                |&body: &usize| !chosen.contains(&body) && chosen.iter().any(|&other| whole.touch(body, other));
            let next: Vec<usize> = (0..whole.places.len()).filter(is_next).collect();
            let Some(&body) = next.get(dice.usize(0..next.len().max(1))) else { break };
            chosen.push(body);
        }
        if is_symmetric {
            // A symmetry of the whole box that undoes itself adds the other half.
            let all: Vec<usize> = (0..whole.places.len()).collect();
            let mut maps: Vec<Vec<usize>> = whole.images(&all, true).into_iter().collect();
            maps.retain(|map| map.iter().enumerate().all(|(from, &to)| map[to] == from));
            let map = &maps[dice.usize(0..maps.len())];
            let images: Vec<usize> = chosen.iter().map(|&body| map[body]).collect();
            chosen.extend(images);
            chosen.sort_unstable();
            chosen.dedup();
        }
        let room = Room::new(grid, chosen.iter().map(|&body| whole.places[body]));
        let (mut free, mut pieces) = ((0..room.places.len()).collect::<Vec<_>>(), Vec::new());
        while let Some(body) = free.pop() {
            // A piece of cubes may consist of parts that do not touch. Centers of spheres that are far apart may lie elsewhere at the same distance, where no rotation of the grid carries them.
            let (mut piece, is_loose) = (vec![body], grid == 0 && dice.u8(0..6) == 0);
            while piece.len() < 3 {
                let touches = |body: usize| piece.iter().any(|&other| room.touch(body, other));
                let place = free.iter().position(|&body| is_loose || touches(body));
                let Some(place) = place else { break };
                piece.push(free.swap_remove(place));
            }
            let most = 1 + usize::from(dice.bool());
            pieces.push((piece, [usize::from(dice.u8(0..3) > 0), most]));
        }
        if grid == 0 && dice.bool() {
            // A piece that has nothing to do with the board, and may have to stay away.
            pieces.push((dice.choose_multiple(0..room.places.len(), 3), [0, dice.usize(0..3)]));
        }
        let has_spare = dice.bool();
        let may = (0..room.places.len()).filter(|_| has_spare && dice.u8(0..4) == 0).collect();
        Self { room, may, pieces }
    }

    fn text(&self) -> String {
        let piece = |(bodies, _): &Used| self.room.voxel(|body| if bodies.contains(&body) { '#' } else { '_' });
        let result = self.room.voxel(|body| if self.may.contains(&body) { '+' } else { '#' });
        let shapes: String = std::iter::once(result).chain(self.pieces.iter().map(piece)).collect();
        let used = (1..).zip(&self.pieces);
        let used: String =
            used.map(|(id, (_, [min, max]))| format!("<shape id=\"{id}\" min=\"{min}\" max=\"{max}\"/>")).collect();
        let problem = format!("<problem><shapes>{used}</shapes><result id=\"0\"/></problem>");
        let grid = self.room.grid;
        format!("<puzzle><gridType type=\"{grid}\"/><shapes>{shapes}</shapes><problems>{problem}</problems></puzzle>")
    }

    /// Where each piece may lie.
    fn placed(&self) -> Vec<BTreeSet<Bodies>> {
        let images = |(bodies, _): &Used| self.room.images(bodies, false).into_iter().map(Bodies::from_iter).collect();
        self.pieces.iter().map(images).collect()
    }

    /// All assemblies: for each piece that lies there its number and its bodies.
    fn assemblies(&self, placed: &[BTreeSet<Bodies>]) -> BTreeSet<BTreeSet<(usize, Bodies)>> {
        let set = |bodies: &Bodies| bodies.iter().map(|body| 1u128 << body).sum::<u128>();
        let all: Vec<(usize, &Bodies, u128)> = placed
            .iter()
            .enumerate()
            .flat_map(|(piece, places)| places.iter().map(move |bodies| (piece, bodies, set(bodies))))
            .collect();
        let must = set(&(0..self.room.places.len()).filter(|body| !self.may.contains(body)).collect());
        let (mut found, mut open) = (BTreeSet::new(), vec![(0, 0, Vec::<(usize, &Bodies)>::new())]);
        while let Some((first, covered, lying)) = open.pop() {
            let n_of = |piece: usize| lying.iter().filter(|(other, _)| *other == piece).count();
            let is_full = covered & must == must;
            let is_right = |(piece, (_, [least, most])): (usize, &Used)| (*least..=*most).contains(&n_of(piece));
            if is_full && self.pieces.iter().enumerate().all(is_right) {
                found.insert(lying.iter().map(|(piece, bodies)| (*piece, (*bodies).clone())).collect());
            }
            for (next, &(piece, bodies, set)) in all.iter().enumerate().skip(first) {
                if set & covered == 0 && n_of(piece) < self.pieces[piece].1[1] {
                    open.push((next + 1, covered | set, [lying.clone(), vec![(piece, bodies)]].concat()));
                }
            }
        }
        found
    }

    /// How many of them no symmetry of the board carries into one another: a reflection only if it makes pieces of all pieces, as often used.
    fn n_kinds(&self, placed: &[BTreeSet<Bodies>], assemblies: &BTreeSet<BTreeSet<(usize, Bodies)>>) -> usize {
        let board: Vec<usize> = (0..self.room.places.len()).collect();
        let carried = |map: &[usize], bodies: &Bodies| bodies.iter().map(|&body| map[body]).collect::<Bodies>();
        let partners = |map: &[usize]| {
            let partner = |piece: usize| {
                let images: BTreeSet<Bodies> = placed[piece].iter().map(|bodies| carried(map, bodies)).collect();
                let is_alike = |&other: &usize| self.pieces[other].1 == self.pieces[piece].1 && placed[other] == images;
                std::iter::once(piece).chain(0..self.pieces.len()).find(is_alike)
            };
            (0..self.pieces.len()).map(partner).collect::<Option<Vec<usize>>>()
        };
        let keeps = |map: &Vec<usize>| carried(map, &self.may) == self.may;
        let maps = self.room.images(&board, true).into_iter().filter(keeps);
        let maps: Vec<(Vec<usize>, Vec<usize>)> =
            maps.filter_map(|map| partners(&map).map(|partners| (map, partners))).collect();
        let first = |assembly: &BTreeSet<(usize, Bodies)>| {
            let image = |(map, partners): &(Vec<usize>, Vec<usize>)| -> BTreeSet<(usize, Bodies)> {
                assembly.iter().map(|(piece, bodies)| (partners[*piece], carried(map, bodies))).collect()
            };
            maps.iter().map(image).min().unwrap()
        };
        assemblies.iter().map(first).collect::<BTreeSet<_>>().len()
    }
}

#[test]
fn puzzles_of_all_bodies_have_as_many_assemblies_as_can_be_listed() {
    let (mut dice, folder) = (fastrand::Rng::with_seed(49), tempfile::tempdir().unwrap());
    for grid in 0..5 {
        let (mut n_solvable, mut n_symmetric) = (0, 0);
        for _ in 0..25 {
            let dealt = Dealt::new(grid, &mut dice);
            let file = file_in(&folder, "a.xmpuzzle", dealt.text());
            let count = |more: &str| told(&format!("{file} -q{more}")).0.trim().to_owned();
            let placed = dealt.placed();
            let assemblies = dealt.assemblies(&placed);
            assert_eq!(count(""), assemblies.len().to_string(), "{}", dealt.text());
            let kinds = dealt.n_kinds(&placed, &assemblies);
            assert_eq!(count(" --up-to-symmetry"), kinds.to_string(), "{}", dealt.text());
            n_solvable += usize::from(!assemblies.is_empty());
            n_symmetric += usize::from(kinds < assemblies.len());
        }
        assert!(n_solvable > 8 && n_symmetric > 0, "{grid}: {n_solvable} {n_symmetric}");
    }
}
