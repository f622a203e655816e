//! Sources on the command line: made from the table of families.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint};

use super::suggest::Suggest;
use crate::family::{Arguments, Family, Parameter, ParameterKind};
use crate::job::Source;

/// Is this the name of a source? All other commands are verbs.
pub(in crate::cli) fn is_source(name: &str) -> bool {
    Family::named(name).is_some()
}

/// Does this source always refuse solutions up to symmetry? Then its problem fixes something in every form, unless flags change that.
pub(in crate::cli) fn never_takes_kinds(name: &str) -> bool {
    let fixes = |family: &Family| {
        let flags = family.all_parameters().into_iter().filter(|parameter| parameter.value.is_none());
        let all = flags.fold(Arguments::default(), |all, flag| all.with(flag.name, std::iter::empty::<OsString>()));
        family.fixes(&Arguments::default()).is_some() && family.fixes(&all).is_some()
    };
    Family::named(name).is_some_and(fixes)
}

/// A family as a command.
pub(in crate::cli) fn command_of(family: &Family) -> Command {
    let arguments = family.all_parameters().into_iter().map(argument);
    Command::new(family.name).about(family.about).args(arguments)
}

/// What was given for a family; none if it has no such name.
pub(in crate::cli) fn source_of(name: &str, matches: &ArgMatches) -> Option<Source> {
    let family = Family::named(name)?;
    let given = family.all_parameters().into_iter().filter(|parameter| is_given(parameter, matches));
    let with = |arguments: Arguments, parameter: &Parameter| {
        let values = parameter.value.and_then(|_| matches.get_many::<OsString>(parameter.name));
        arguments.with(parameter.name, values.into_iter().flatten())
    };
    Source::new(name, given.fold(Arguments::default(), with))
}

fn is_given(parameter: &Parameter, matches: &ArgMatches) -> bool {
    match parameter.value {
        Some(_) => matches.contains_id(parameter.name),
        None => matches.get_flag(parameter.name),
    }
}

fn argument(parameter: &Parameter) -> Arg {
    let argument = Arg::new(parameter.name).help(parameter.help);
    let argument = match parameter.unless {
        Some(other) => argument.required_unless_present(other),
        None => argument.required(parameter.is_required),
    };
    let argument = if parameter.is_first { argument } else { argument.long(parameter.name) };
    let argument = argument.conflicts_with_all(parameter.conflicts_with);
    let Some(value) = parameter.value else { return argument.action(ArgAction::SetTrue) };
    let argument = argument.value_name(value).value_parser(value_parser(parameter));
    let argument = argument.hide_possible_values(!parameter.such_as.is_empty());
    let is_path = matches!(parameter.kind, ParameterKind::Path);
    let argument = if is_path { argument.value_hint(ValueHint::AnyPath) } else { argument };
    let argument = if parameter.is_repeated { argument.action(ArgAction::Append) } else { argument };
    if parameter.is_list { argument.action(ArgAction::Append).value_delimiter(',') } else { argument }
}

/// Values of any kind are kept as words of the system.
fn value_parser(parameter: &Parameter) -> ValueParser {
    let check = parameter.check;
    match parameter.kind {
        ParameterKind::Path => PathBufValueParser::new().map(PathBuf::into_os_string).into(),
        ParameterKind::Choice(words) => {
            let values = words.iter().map(|&(word, meaning)| PossibleValue::new(word).help(meaning));
            PossibleValuesParser::new(values).map(OsString::from).into()
        }
        ParameterKind::Word | ParameterKind::Number | ParameterKind::WordOrFile => {
            let parser = move |text: &str| check(text).map(|()| OsString::from(text));
            match parameter.such_as {
                [] => ValueParser::new(parser),
                words => Suggest { parser, words: words.to_vec() }.into(),
            }
        }
    }
}
