//! Sorting by a function of the script. If the function fails, the sorting of the language silently takes any order; here the failure ends the script.

use std::cmp::Ordering;

use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, NativeCallContext};

use super::wrong::Complaint;

type Answer<T> = Result<T, Box<EvalAltResult>>;

/// The order as the script defines it.
type Compare<'c> = &'c mut dyn FnMut(&Dynamic, &Dynamic) -> Answer<Ordering>;

/// Replaces the functions of the language by ours.
pub(super) fn add_sorting(engine: &mut Engine) {
    for name in ["sort", "sort_by"] {
        engine.register_fn(name, |call: NativeCallContext<'_>, array: &mut Array, by: FnPtr| -> Answer<()> {
            *array = sorted(&call, array.clone(), &by)?;
            Ok(())
        });
    }
    for name in ["order", "order_by"] {
        engine.register_fn(name, |call: NativeCallContext<'_>, array: &mut Array, by: FnPtr| -> Answer<Array> {
            sorted(&call, array.clone(), &by)
        });
    }
}

fn sorted(call: &NativeCallContext<'_>, array: Array, by: &FnPtr) -> Answer<Array> {
    let mut compare = |one: &Dynamic, other: &Dynamic| {
        let said: Dynamic = by.call_within_context(call, (one.clone(), other.clone()))?;
        let is_before = |is_before: bool| if is_before { Ordering::Less } else { Ordering::Greater };
        let order = said.as_int().map(|sign| sign.cmp(&0)).or_else(|_| said.as_bool().map(is_before));
        order.map_err(|kind| {
            let help = "it says whether the first value goes before the second, or a number below, at or above 0";
            Complaint::new(format!("a function to sort by says a number, or true or false, and not {kind}"), help)
                .at(call.call_position())
        })
    };
    merged(array, &mut compare)
}

/// Merge sort: the function may fail, and need not be an order at all.
fn merged(mut array: Array, compare: Compare<'_>) -> Answer<Array> {
    if array.len() < 2 {
        return Ok(array);
    }
    let second = array.split_off(array.len() / 2);
    let (first, second) = (merged(array, compare)?, merged(second, compare)?);
    let mut all = Vec::with_capacity(first.len() + second.len());
    let (mut first, mut second) = (first.into_iter().peekable(), second.into_iter().peekable());
    while let (Some(one), Some(other)) = (first.peek(), second.peek()) {
        let next = if compare(one, other)? == Ordering::Greater { second.next() } else { first.next() };
        all.extend(next);
    }
    all.extend(first.chain(second));
    Ok(all)
}
