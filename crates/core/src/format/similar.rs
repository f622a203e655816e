//! The nearest word, for "did you mean".

/// The candidate that differs least from `word`, if it is near: at most a third of its letters inserted, left out, replaced or exchanged with the next, capital or not.
pub fn similar<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (limit, word) = (word.chars().count() / 3, word.to_lowercase());
    let near = candidates.map(|candidate| (distance(&word, &candidate.to_lowercase(), limit), candidate));
    near.filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The question whether that was meant, for the help of an error.
pub fn meant<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    similar(word, candidates).map(|near| format!("did you mean `{near}`?"))
}

/// The distance of optimal string alignment, in which two letters that are exchanged count once, or something above `limit` if it is above.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let is_far = a.chars().count().abs_diff(b.chars().count()) > limit;
    if is_far { limit + 1 } else { strsim::osa_distance(a, b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_near() {
        let words = ["row1", "row2", "column1"];
        assert_eq!(similar("rw1", words.into_iter()), Some("row1"));
        assert_eq!(similar("colum1", words.into_iter()), Some("column1"));
        assert_eq!(similar("diagonal", words.into_iter()), None);
        assert_eq!(similar("COLUMN1", words.into_iter()), Some("column1"));
        assert_eq!(similar("slove", ["solve", "resume"].into_iter()), Some("solve"));
        assert_eq!(similar("q", ["a"].into_iter()), None);
        assert_eq!(distance("kitten", "sitting", 9), 3);
    }
}
