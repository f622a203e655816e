//! Published counts, with their sources, as a table in `published.txt`. `verify` recounts them, `table --check` looks them up, and the tests compare with them.
//!
//! Every number was recounted before it was added, most of them by two or three engines; further published numbers that take hours are left out.
//!
//! A count is found by the name of its problem, which consists of the words of its command line: `queens 8`, `polyomino 6x10 --pieces pentominoes`. Boards have their
//! short side first. In the table a line that begins with `#` is the source of the counts below it.

use super::Family;
use super::arguments::Arguments;
use super::member::Member;
use dlx_canon::symmetry::CountQuery;

const TABLE: &str = include_str!("published.txt");

/// A published count.
#[derive(Clone, Copy, Debug)]
pub struct PublishedCount {
    /// The name of the problem: the words of its command line.
    pub name: &'static str,
    /// The published number of solutions, in decimal.
    pub count: &'static str,
    /// Where it is published.
    pub source: &'static str,
}

impl PublishedCount {
    /// The question that has this count.
    ///
    /// # Panics
    /// If a published count belongs to no problem; a test builds them all.
    #[must_use]
    pub fn question(&self) -> CountQuery {
        let member = member_of(self.name).expect("what is published has the words of a command line");
        member.question().expect("what is published can be built")
    }
}

/// All published counts, family by family, the small ones first.
pub fn known() -> impl Iterator<Item = PublishedCount> {
    let mut source = "";
    TABLE.lines().filter_map(move |line| {
        if let Some(head) = line.strip_prefix("# ") {
            source = head;
            return None;
        }
        let (name, count) = line.rsplit_once(" = ")?;
        Some(PublishedCount { name, count, source })
    })
}

/// The member that the words of a command line name.
fn member_of(line: &str) -> Option<Box<dyn Member>> {
    // Every other part is in quotes.
    let mut words = line.split('"').enumerate().flat_map(|(rank, part)| match rank % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    let name = words.next()?;
    let family = Family::named(name)?;
    let parameters = family.all_parameters();
    let mut firsts = parameters.iter().filter(|parameter| parameter.is_first);
    let mut arguments = Arguments::default();
    while let Some(word) = words.next() {
        let (parameter, value) = match word.strip_prefix("--") {
            None => (firsts.next()?, Some(word)),
            Some(name) => {
                let parameter = parameters.iter().find(|parameter| parameter.name == name)?;
                (parameter, parameter.value.and_then(|_| words.next()))
            }
        };
        let values =
            value.into_iter().flat_map(|value| value.splitn(if parameter.is_list { usize::MAX } else { 1 }, ','));
        arguments = arguments.with(parameter.name, values);
    }
    family.members(&arguments).ok()?.pop()
}
