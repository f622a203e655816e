//! The language with our functions in it, and the limits under which scripts run.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage,
    BasicStringPackage, BitFieldPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Array, Dynamic, Engine, EvalAltResult, NativeCallContext};

use super::MAX_STEPS;
use super::draft::ScriptDraft;
use super::heap::held;
use super::order::add_sorting;
use super::settings::ScriptSettings;
use super::wrong::Complaint;
use dlx_core::stop::poll;

/// A step may take long: this limit ends scripts with few but long steps.
const MAX_SECONDS: u64 = 60;

/// Steps between two looks at the clock.
const STEPS_A_LOOK: u64 = 1 << 8;

/// A step, in those of other loops.
const STEP: usize = 1 << 6;

/// The most bytes of all values together.
const MAX_BYTES: isize = 1 << 30;

/// The most values in an array, with those in it, and in a map.
const MAX_VALUES: usize = 50_000;

/// The most bytes of a text, or of all texts in one value.
const MAX_TEXT: usize = 1 << 18;

/// Functions that call each other, levels of brackets: limited to what fits in the stack of any thread, even without optimization.
const MAX_CALLS: usize = 24;
const MAX_BRACKETS: usize = 40;

/// Variables of a function.
const MAX_VARIABLES: usize = 64;

/// Functions of a script.
const MAX_FUNCTIONS: usize = 200;

/// The draft that a running script writes into, and the settings that it asks for.
#[derive(Clone, Default)]
pub(super) struct World {
    pub(super) draft: Rc<RefCell<ScriptDraft>>,
    pub(super) settings: Rc<RefCell<ScriptSettings>>,
}

/// The language for one run.
pub(super) fn language(world: &World) -> Engine {
    let mut engine = Engine::new_raw();
    add_packages(&mut engine);
    add_sorting(&mut engine);
    ["eval", "print", "debug"].iter().for_each(|&word| {
        engine.disable_symbol(word);
    });
    limit(&mut engine);
    add_items(&mut engine, world);
    add_options(&mut engine, world);
    add_wiring(&mut engine, world);
    add_pictures(&mut engine, world);
    engine
}

/// The default functions, without those that can wait (`sleep` is in the core of the language), ask for the time, or make values beyond the limits.
fn add_packages(engine: &mut Engine) {
    ArithmeticPackage::new().register_into_engine(engine);
    BasicArrayPackage::new().register_into_engine(engine);
    BasicFnPackage::new().register_into_engine(engine);
    BasicIteratorPackage::new().register_into_engine(engine);
    BasicMapPackage::new().register_into_engine(engine);
    BasicMathPackage::new().register_into_engine(engine);
    BasicStringPackage::new().register_into_engine(engine);
    BitFieldPackage::new().register_into_engine(engine);
    LogicPackage::new().register_into_engine(engine);
    MoreStringPackage::new().register_into_engine(engine);
}

fn limit(engine: &mut Engine) {
    let (end, before) = (Instant::now() + Duration::from_secs(MAX_SECONDS), held());
    engine.on_progress(move |steps| {
        // A step may go through a long text.
        poll(STEP);
        if steps % STEPS_A_LOOK == 0 && Instant::now() > end {
            return Some(format!("{MAX_SECONDS} s").into());
        }
        (held() - before > MAX_BYTES).then(|| format!("{} MiB of memory", MAX_BYTES >> 20).into())
    });
    engine.set_max_operations(MAX_STEPS);
    engine.set_max_call_levels(MAX_CALLS);
    engine.set_max_expr_depths(MAX_BRACKETS, MAX_BRACKETS);
    engine.set_max_variables(MAX_VARIABLES);
    engine.set_max_functions(MAX_FUNCTIONS);
    engine.set_max_string_size(MAX_TEXT);
    engine.set_max_array_size(MAX_VALUES);
    engine.set_max_map_size(MAX_VALUES);
}

type Answer<T> = Result<T, Box<EvalAltResult>>;

fn add_items(engine: &mut Engine, world: &World) {
    for (function, is_primary) in [("item", true), ("secondary", false)] {
        let draft = Rc::clone(&world.draft);
        engine.register_fn(function, move |call: NativeCallContext<'_>, name: Dynamic| -> Answer<Dynamic> {
            let item = word(&name).and_then(|name| draft.borrow_mut().item(&name, is_primary));
            item.map(|()| name).map_err(|complaint| complaint.at(call.call_position()))
        });
    }
    let settings = Rc::clone(&world.settings);
    engine.register_fn("param", move |call: NativeCallContext<'_>, name: &str, default: Dynamic| -> Answer<Dynamic> {
        settings.borrow_mut().param(name, default).map_err(|complaint| complaint.at(call.call_position()))
    });
}

fn add_options(engine: &mut Engine, world: &World) {
    let draft = Rc::clone(&world.draft);
    engine.register_fn("option", move |call: NativeCallContext<'_>, items: Array| -> Answer<()> {
        option(&draft, &items, None).map_err(|complaint| complaint.at(call.call_position()))
    });
    let draft = Rc::clone(&world.draft);
    engine.register_fn("option", move |call: NativeCallContext<'_>, items: Array, label: Dynamic| -> Answer<()> {
        option(&draft, &items, Some(&label)).map_err(|complaint| complaint.at(call.call_position()))
    });
    let draft = Rc::clone(&world.draft);
    engine.register_fn("cost", move |call: NativeCallContext<'_>, cost: Dynamic| -> Answer<()> {
        let priced = word(&cost).and_then(|cost| draft.borrow_mut().cost(&cost));
        priced.map_err(|complaint| complaint.at(call.call_position()))
    });
    let draft = Rc::clone(&world.draft);
    engine.register_fn("label", move |call: NativeCallContext<'_>, text: Dynamic| -> Answer<()> {
        let labelled = word(&text).and_then(|text| draft.borrow_mut().label(text));
        labelled.map_err(|complaint| complaint.at(call.call_position()))
    });
}

/// How options must be connected.
fn add_wiring(engine: &mut Engine, world: &World) {
    type Call<'a> = NativeCallContext<'a>;
    for (function, is_apart) in [("ports", false), ("apart", true)] {
        let draft = Rc::clone(&world.draft);
        engine.register_fn(function, move |call: Call<'_>, nodes: Array| -> Answer<()> {
            let words = nodes.iter().map(word).collect::<Result<Vec<_>, _>>();
            let ported = words.and_then(|words| draft.borrow_mut().ports(words, is_apart));
            ported.map_err(|complaint| complaint.at(call.call_position()))
        });
    }
    for (function, is_acyclic) in [("connected", false), ("connected_without_cycles", true)] {
        let draft = Rc::clone(&world.draft);
        let said = move |call: &Call<'_>, components: &Dynamic, nodes: &str| -> Answer<()> {
            let said = word(components).and_then(|number| draft.borrow_mut().connected(&number, nodes, is_acyclic));
            said.map_err(|complaint| complaint.at(call.call_position()))
        };
        let with_nodes = said.clone();
        engine.register_fn(function, move |call: Call<'_>, components: Dynamic| said(&call, &components, "0.."));
        engine.register_fn(function, move |call: Call<'_>, components: Dynamic, nodes: Dynamic| -> Answer<()> {
            let nodes = word(&nodes).map_err(|complaint| complaint.at(call.call_position()))?;
            with_nodes(&call, &components, &nodes)
        });
    }
}

fn add_pictures(engine: &mut Engine, world: &World) {
    type Call<'a> = NativeCallContext<'a>;
    let draft = Rc::clone(&world.draft);
    engine.register_fn("picture", move |call: Call<'_>, row: i64, column: i64, text: Dynamic| -> Answer<()> {
        let drawn = word(&text).and_then(|text| draft.borrow_mut().picture([row, column], text));
        drawn.map_err(|complaint| complaint.at(call.call_position()))
    });
    let draft = Rc::clone(&world.draft);
    engine.register_fn("region", move |call: Call<'_>, row: i64, column: i64, name: Dynamic| -> Answer<()> {
        let drawn = word(&name).and_then(|name| draft.borrow_mut().board.region([row, column], name));
        drawn.map_err(|complaint| complaint.at(call.call_position()))
    });
    let draft = Rc::clone(&world.draft);
    engine.register_fn("cage", move |call: Call<'_>, cells: Array, sum: i64| -> Answer<()> {
        let cells: Option<Vec<[i64; 2]>> = cells.iter().map(place).collect();
        let drawn = draft.borrow_mut().board.cage(&cells.unwrap_or_default(), sum);
        drawn.map_err(|complaint| complaint.at(call.call_position()))
    });
}

/// An array of a row and a column.
fn place(value: &Dynamic) -> Option<[i64; 2]> {
    let numbers = value.clone().into_typed_array::<i64>().ok()?;
    numbers.try_into().ok()
}

fn option(draft: &RefCell<ScriptDraft>, items: &[Dynamic], label: Option<&Dynamic>) -> Result<(), Complaint> {
    let words = items.iter().map(word).collect::<Result<Vec<_>, _>>()?;
    let label = label.map(word).transpose()?.unwrap_or_default();
    draft.borrow_mut().option(&words, label)
}

/// A text, a number or a character as a word.
fn word(value: &Dynamic) -> Result<String, Complaint> {
    if value.is_string() || value.is_int() || value.is_char() {
        return Ok(value.to_string());
    }
    let what = format!("{} is not a name", value.type_name());
    Err(Complaint::new(what, "names of items and labels are texts or numbers; an option is an array of names"))
}
