//! The weights of a formula's models: for `tally --weights`, and the weighted count of `--mc`.

use std::process::ExitCode;

use crate::cli::end::{Failure, Signals, status};
use crate::cli::settings::Settings;
use crate::cli::show::{note, print};
use crate::engine::EngineKind;
use crate::report;
use crate::symmetry::{CountQuery, Models};
use crate::tally::{Counted, Ending, Ratio};

/// The engines that can weigh.
const WEIGHING: [EngineKind; 2] = [EngineKind::Learn, EngineKind::Frontier];

/// The weight of each option, if the source gives weights to models. Those that were not given are mentioned.
pub(super) fn weights<'q>(question: &'q CountQuery, settings: &Settings) -> Result<Option<&'q [Ratio]>, Failure> {
    let Some(Models { weights, n_assumed, weighs_hidden, .. }) = question.models() else { return Ok(None) };
    if let Some(hidden) = weighs_hidden {
        let help = "show it, or take its weights out; --models counts all models, without weights";
        return Err(Failure::usage(format!("variable {hidden} has a weight but is hidden"), help));
    }
    let Some(weights) = weights.as_deref() else { return Ok(None) };
    if *n_assumed > 0 && !settings.quiet {
        let (literals, opposite) =
            (report::plural(n_assumed, "literal"), if *n_assumed == 1 { "its opposite" } else { "each opposite" });
        note(&format!("the weight of {literals} is not in the file: that of {opposite} is w, so it is 1 - w"));
    }
    Ok(Some(weights))
}

/// Says that models have weights, which do not matter to what is done with them.
pub(super) fn mention(question: &CountQuery, done: &str, settings: &Settings) {
    if !settings.quiet
        && question.models().is_some_and(|models| models.weights.is_some() || models.weighs_hidden.is_some())
    {
        note(&format!("the file has weights, and {done}: `tally SOURCE --weights` and --mc weigh them"));
    }
}

/// Prints the weighted count of the models of a formula as the competition wants it; none if models have no weights.
pub(super) fn competition(question: &CountQuery, settings: &Settings) -> Result<Option<ExitCode>, Failure> {
    let Some(weights) = weights(question, settings)? else { return Ok(None) };
    can_weigh(settings)?;
    let signals = Signals::listen()?;
    let session = settings.session_until(&signals).build()?;
    let problem = question.problem();
    let sum = session.weigh_by(problem, 0, &|_| Vec::new(), weights)?;
    let is_complete = sum.ending == Ending::Complete;
    let amount = sum.compositions.into_values().next().unwrap_or_else(|| Ratio::from(0));
    let is_satisfiable = match (is_complete, amount.is_zero()) {
        (false, _) => None,
        (true, false) => Some(true),
        (true, true) if weights.iter().all(|weight| *weight > Ratio::from(0)) => Some(false),
        // Weights may be 0, or cancel: models are counted.
        (true, true) => {
            let session = settings.session_until(&signals).build()?;
            let counted = session.sum_by(problem, 0, &|_| Vec::new(), Counted)?;
            (counted.ending == Ending::Complete).then_some(!counted.compositions.is_empty())
        }
    };
    let is_projected = question.models().is_some_and(|models| models.is_projected);
    print(&report::weighted_competition(is_complete.then_some(&amount), is_satisfiable, is_projected))?;
    Ok(Some(status(sum.ending, signals.received())))
}

/// Is nothing asked that a sum of weights cannot answer?
fn can_weigh(settings: &Settings) -> Result<(), Failure> {
    if let Some(engine) = settings.engine.filter(|engine| !WEIGHING.contains(engine)) {
        let what = format!("{} counts models and cannot weigh them", engine.name());
        return Err(Failure::usage(what, "learn and frontier can; without --engine both are tried"));
    }
    let others = [
        ("--run", settings.run.is_some()),
        ("--stats", settings.stats),
        ("--certificate", settings.certificate.is_some()),
        ("--limit", settings.limit.is_some()),
        ("--node-limit", settings.node_limit.is_some()),
    ];
    match others.into_iter().find(|(_, is_given)| *is_given) {
        Some((other, _)) => {
            let help = format!("leave {other} out; --models counts models, without weights");
            Err(Failure::usage("the file has weights, and part of a sum of weights says nothing", &help))
        }
        None => Ok(()),
    }
}
