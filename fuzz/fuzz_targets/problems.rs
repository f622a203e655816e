//! Problems as text: whatever is read, is read again the same after it was written. `cargo fuzz run problems fuzz/corpus/problems tests/data/broken tests/data/regress`
#![no_main]

use dlx_count::format::{self, InputFormat};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for format in InputFormat::ALL.iter().copied().map(Some).chain([None]) {
        let Ok(problem) = format::read(bytes, format) else { continue };
        let mut text = Vec::new();
        // An option without items has no line of its own in that format.
        if format::knuth::write(&problem, &mut text).is_err() {
            continue;
        }
        let again = format::knuth::read(text.as_slice()).expect("what was written can be read");
        assert_eq!(again.fingerprint(), problem.fingerprint());
    }
});
