//! `dlx-count sample SOURCE`: random solutions, or random kinds of them.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;

use super::verb::{Call, DEMANDS, GENERATORS, Verb};
use super::weigh::mention;
use crate::cli::args::{parse_number, parse_within};
use crate::cli::end::{Failure, Signals};
use crate::cli::show::{Form, Picture, SolutionText, encoder, note, print, scene, seed};
use crate::session::{Found, OfKind};
use crate::tally::Ending;

/// The most solutions drawn at once: all of them are in memory.
const AT_ONCE: usize = 100_000;

pub(super) const VERB: Verb = Verb {
    name: "sample",
    about: "Draw random solutions, all equally likely",
    examples: &[("sample polyomino 8x8 --pieces dominoes --reuse --count 3 --seed 1", "")],
    heeds: &[DEMANDS, GENERATORS, &["threads", "memory", "time_limit", "json", "quiet"]],
    says: &[
        ("json", "Print solutions as JSON, one object per line: the same as --as json"),
        ("quiet", "Print only the solutions"),
    ],
    options: SampleArgs::augment_args,
    run: sample,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct SampleArgs {
    /// Number of solutions
    #[arg(long, value_name = "K", global = true, default_value = "1", value_parser = parse_within(1usize, None))]
    count: usize,
    /// Seed: the same samples for the same threads and memory; chosen and printed if omitted
    #[arg(long, value_name = "N", global = true, value_parser = parse_number)]
    seed: Option<u64>,
    /// Draw the first one in FILE.svg or FILE.txt
    #[arg(long, value_name = "FILE", global = true)]
    picture: Option<PathBuf>,
    /// How to print a solution; by default `placement` if the source has one, else `options`
    #[arg(long = "as", value_name = "FORM", value_enum, global = true)]
    form: Option<Form>,
}

/// Prints the wanted number of solutions of each problem of the source.
fn sample(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings, questions) = (call.options::<SampleArgs>()?, &call.settings, call.drawn_questions()?);
    if args.count > AT_ONCE {
        return Err(Failure::usage(
            format!("{} samples are too many at once", args.count),
            &format!("at most {AT_ONCE}; another --seed gives others"),
        ));
    }
    let mut picture = args.picture.as_deref().map(Picture::new).transpose()?;
    let (signals, seed) = (Signals::listen()?, seed(args.seed, settings.quiet));
    let session = settings.session_until(&signals).build()?;
    let form = args.form.or(settings.json.then_some(Form::Json));
    let mut has_all = true;
    for (question, drawing) in questions {
        mention(&question, "all models are equally likely", settings);
        let (problem, drawing) = (question.problem(), drawing.map(Arc::new));
        let scene = picture.as_ref().map(|_| scene(problem, drawing.as_deref())).transpose()?;
        let encode = encoder(problem.original(), drawing.clone(), form, Some(seed))?;
        let obstacle = question.obstacle();
        let samples =
            if obstacle.is_some() { Some(Vec::new()) } else { session.sample_kinds(&question, args.count, seed)? };
        let Some(samples) = samples else {
            if !settings.quiet {
                let by = if signals.received().is_none() { "stopped by the time limit" } else { "interrupted" };
                note(&format!("{by} before all were drawn"));
            }
            return Ok(signals.status(Ending::TimeLimit));
        };
        if samples.is_empty() {
            let why = obstacle.map_or_else(String::new, |obstacle| format!(": {obstacle}"));
            note(&format!("{} has no solution to draw{why}", problem.name()));
            has_all = false;
            continue;
        }
        let mut text = SolutionText::default();
        let is_by_kind = question.equivalence().is_some();
        for OfKind { options, orbit, .. } in &samples {
            encode(Found { options, orbit: is_by_kind.then_some(orbit) }, &mut text);
        }
        print(text.first(samples.len()))?;
        if let (Some(first), Some(scene), Some(picture)) = (samples.first(), scene, picture.take()) {
            picture.draw(problem, scene, &first.options)?;
        }
    }
    Ok(ExitCode::from(u8::from(!has_all)))
}
