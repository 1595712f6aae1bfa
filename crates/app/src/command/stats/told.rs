//! What traces say of questions beyond their layer: how they look, which way answered them, and
//! whether looking again was worth it.

use std::collections::BTreeMap;

use serde_json::Value;

/// How much a question asks for: a list, several steps, or one.
pub fn complexity(trace: &Value) -> &'static str {
    let steps = trace["plan"]["steps"].as_array().map_or(0, Vec::len);
    if trace["route"]["enumeration"].as_bool() == Some(true) {
        "list"
    } else if steps > 1 {
        "several steps"
    } else {
        "one step"
    }
}

/// The complexity of a question and the strategy that answered it; `None` where nothing was searched.
pub fn complexity_and_strategy(trace: &Value) -> Option<String> {
    let strategy = kept(trace)?.1;
    Some(format!("{}: {strategy}", complexity(trace)))
}

/// Whether sections led to the passages, or all were looked at alike.
pub fn way(trace: &Value) -> Option<String> {
    let way = match kept(trace)?.1 {
        "hierarchical" => "hierarchical",
        _ => "flat",
    };
    Some(way.to_owned())
}

/// The attempt that was kept: its place, from 0, and its strategy.
fn kept(trace: &Value) -> Option<(usize, &str)> {
    let attempts = trace["attempts"].as_array()?;
    let kept = attempts.iter().enumerate();
    let mut kept = kept.filter(|(_, one)| one["kept"].as_bool() == Some(true));
    let (at, one) = kept.next()?;
    Some((at, one["strategy"].as_str()?))
}

/// Questions whose type the router named, and those of them that it left to a language model.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Layer3 {
    pub routed: usize,
    pub left: usize,
}

impl Layer3 {
    /// By version of the router's weights. Traces of before say none, and a declared type is no
    /// decision.
    pub fn by_weights(traces: &[Value]) -> BTreeMap<String, Self> {
        let mut versions: BTreeMap<String, Self> = BTreeMap::new();
        for trace in traces {
            let weights = trace["router_weights"].as_str();
            let (Some(weights), Some(layer)) = (weights, trace["route"]["layer"].as_str()) else {
                continue;
            };
            if layer != "declared" {
                let version = versions.entry(weights.to_owned()).or_default();
                version.routed += 1;
                version.left += usize::from(layer == "llm");
            }
        }
        versions
    }
}

/// Questions for which was looked again.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Retries {
    /// Looked again.
    pub questions: usize,
    /// What came then was better, and was kept.
    pub kept: usize,
    /// Kept, and the question was answered.
    pub answered: usize,
}

impl Retries {
    /// Of these traces.
    pub fn of(traces: &[Value]) -> Self {
        let mut retries = Self::default();
        for trace in traces {
            if trace["attempts"].as_array().map_or(0, Vec::len) < 2 {
                continue;
            }
            retries.questions += 1;
            if kept(trace).is_some_and(|(at, _)| at > 0) {
                retries.kept += 1;
                retries.answered += usize::from(trace["status"].as_str() == Some("answered"));
            }
        }
        retries
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_left_to_layer_3_is_counted_by_version() {
        let of = |weights, layer| json!({"router_weights": weights, "route": {"layer": layer}});
        let traces = [
            of("build", "classifier"),
            of("build", "llm"),
            of("0001", "rules"),
            of("0001", "declared"),
            json!({"route": {"layer": "llm"}}),
            json!({"status": "answered"}),
        ];
        let told = Layer3::by_weights(&traces);
        let counts = |version: &str| (told[version].left, told[version].routed);
        assert_eq!(told.len(), 2);
        assert_eq!((counts("build"), counts("0001")), ((1, 2), (0, 1)));
    }

    #[test]
    fn questions_are_counted_by_how_they_look_and_what_answered_them() {
        let attempt = |strategy, kept| json!({"strategy": strategy, "kept": kept});
        let again = json!({
            "status": "answered", "route": {"enumeration": false},
            "plan": {"steps": [{"id": "s1"}, {"id": "s2"}]},
            "attempts": [attempt("hybrid", false), attempt("hierarchical", true)],
        });
        let once = json!({
            "status": "not_found", "route": {"enumeration": true}, "plan": {"steps": []},
            "attempts": [attempt("hybrid", true)],
        });
        let in_vain = json!({
            "status": "not_found", "route": {"enumeration": false},
            "attempts": [attempt("hybrid", true), attempt("graph", false)],
        });
        let talk = json!({"status": "answered", "route": {"type": "conversational"}});
        assert_eq!(
            complexity_and_strategy(&again).as_deref(),
            Some("several steps: hierarchical")
        );
        assert_eq!(
            complexity_and_strategy(&once).as_deref(),
            Some("list: hybrid")
        );
        assert_eq!(
            (way(&again).as_deref(), way(&once).as_deref()),
            (Some("hierarchical"), Some("flat"))
        );
        assert_eq!((way(&talk), complexity_and_strategy(&talk)), (None, None));
        let retries = Retries::of(&[again, once, in_vain, talk]);
        assert_eq!(
            retries,
            Retries {
                questions: 2,
                kept: 1,
                answered: 1
            }
        );
    }
}
