//! Which instructions the processor has, asked once when the program runs.
//!
//! Code that is compiled for more than every processor has is called only with a [`Detected`], which nothing outside this file can make.

/// Proof that the processor has been asked for the instructions, and has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Detected(());

/// A set of instructions that the search is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instructions {
    /// The instructions that every processor of the kind has.
    Plain,
    /// x86-64 with AVX2, BMI and popcount (2013 and later).
    Avx2(Detected),
    /// x86-64 with AVX-512 and popcount of vectors (2019 and later).
    Avx512(Detected),
}

impl Instructions {
    /// The best that this processor has.
    pub(crate) fn best() -> Self {
        *Self::all().last().unwrap_or(&Self::Plain)
    }

    /// All that this processor has, the best one last.
    pub(super) fn all() -> Vec<Self> {
        let mut levels = vec![Self::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let has_avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
                && is_x86_feature_detected!("avx512bitalg");
            if has_avx2 {
                levels.push(Self::Avx2(Detected(())));
            }
            if has_avx2 && has_avx512 {
                levels.push(Self::Avx512(Detected(())));
            }
        }
        levels
    }
}
