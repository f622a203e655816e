//! The JSON Schema of problems, and as much of a validator as it needs: a keyword that is not known here is an error.

use dlx_count::format::json::SCHEMA;
use serde_json::Value;

/// Does the schema accept this text?
pub fn accepts(text: &str) -> bool {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    is_valid(&schema, &schema, &serde_json::from_str(text).unwrap())
}

fn is_valid(root: &Value, schema: &Value, value: &Value) -> bool {
    let rules = schema.as_object().unwrap();
    rules.iter().all(|(keyword, rule)| match keyword.as_str() {
        "$schema" | "$defs" | "title" | "description" => true,
        "$ref" => is_valid(root, root.pointer(&rule.as_str().unwrap()[1..]).unwrap(), value),
        "anyOf" => rule.as_array().unwrap().iter().any(|schema| is_valid(root, schema, value)),
        "minimum" => value.as_f64().is_none_or(|value| value >= rule.as_f64().unwrap()),
        "not" => !is_valid(root, rule, value),
        "type" => match rule {
            Value::Array(types) => types.iter().any(|rule| is_of_type(value, rule.as_str().unwrap())),
            rule => is_of_type(value, rule.as_str().unwrap()),
        },
        "items" => value.as_array().is_none_or(|items| items.iter().all(|item| is_valid(root, rule, item))),
        "required" => {
            let has = |key: &Value| value.get(key.as_str().unwrap()).is_some();
            !value.is_object() || rule.as_array().unwrap().iter().all(has)
        }
        "properties" => rule
            .as_object()
            .unwrap()
            .iter()
            .all(|(key, rule)| value.get(key).is_none_or(|value| is_valid(root, rule, value))),
        "additionalProperties" => value.as_object().is_none_or(|entries| {
            let known = schema.get("properties");
            let mut others = entries.iter().filter(|(key, _)| known.is_none_or(|known| known.get(key).is_none()));
            others.all(|(_, value)| rule.as_bool().unwrap_or_else(|| is_valid(root, rule, value)))
        }),
        other => panic!("this validator does not know {other}"),
    })
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "array" => value.is_array(),
        "object" => value.is_object(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("this validator does not know the type {other}"),
    }
}

/// What the schema accepts is read, and what it refuses is not: here is what it says about each rule that it can say.
#[test]
fn the_schema_says_what_is_read() {
    for (text, is_right) in [
        ("[]", true),
        ("{}", true),
        (r#"[["a", 1], [], [2.5]]"#, true),
        (r#"{"Ann": ["a"], "primary": ["b"]}"#, false),
        (r#"{"primary": ["b"]}"#, false),
        (r#"{"options": {"primary": ["b"]}}"#, true),
        (r#"[{"label": "Ann", "items": ["a"]}, ["b"]]"#, true),
        (r#"[{"items": ["a"], "cost": 5}, {"label": "Ann", "items": ["a"], "cost": 0}]"#, true),
        (r#"{"Ann": {"items": ["a"], "cost": 5}, "Bob": {"items": []}}"#, true),
        (r#"{"Ann": {"items": ["a"], "label": "Bob"}}"#, false),
        (r#"[{"items": ["a"], "cost": "5"}]"#, false),
        (r#"[{"items": ["a"], "cost": -5}]"#, true),
        (r#"[{"items": ["a"], "cost": 0.5}]"#, true),
        (r#"[{"items": ["a"], "cost": "0.5"}]"#, false),
        (r#"[{"cost": 5}]"#, false),
        (r#"{"options": [["a", {"item": "b"}]]}"#, true),
        (
            r#"{"$schema": "x", "primary": [1], "secondary": ["s"], "options": {"Ann": [1, {"item": "s", "color": 2}]}}"#,
            true,
        ),
        ("7", false),
        (r#"["a"]"#, false),
        (r#"[["a", null]]"#, false),
        (r#"{"Ann": "a"}"#, false),
        (r#"{"options": ["a"]}"#, false),
        (r#"{"options": [["a"]], "Ann": ["a"]}"#, false),
        (r#"{"options": [["a"]], "primary": "a"}"#, false),
        (r#"[{"label": "Ann"}]"#, false),
        (r#"[{"items": ["a"], "name": "Ann"}]"#, false),
        (r#"[[{"item": "a", "colour": "red"}]]"#, false),
        (r#"[[{"color": "red"}]]"#, false),
    ] {
        assert_eq!(accepts(text), is_right, "{text}");
        assert_eq!(dlx_count::format::json::read(text.as_bytes()).is_ok(), is_right, "{text}");
    }
}
