//! dev only
use perusal::index::Library;
use perusal::plan::{PlanRequest, rank_documents, run};
use std::io::Write;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let snapshot = Library::open(std::path::Path::new(&args[1]))
        .unwrap()
        .snapshot()
        .unwrap();
    let text = std::fs::read_to_string(&args[2]).unwrap();
    let mut out = std::io::stdout().lock();
    for line in text.lines() {
        let gold: serde_json::Value = serde_json::from_str(line).unwrap();
        let question = gold["question"].as_str().unwrap();
        let started = std::time::Instant::now();
        let route = perusal::route::decide(question);
        let request = PlanRequest {
            question,
            filters: &[],
            enumerates: route.enumeration,
        };
        let planned = run(&snapshot, &request).unwrap();
        let ms = started.elapsed().as_millis() as u64;
        let ranked = rank_documents(&snapshot, &request).unwrap();
        let a = planned.answer.as_ref();
        let object = serde_json::json!({
            "id": gold["id"], "kind": planned.kind.as_str(), "note": planned.note, "ms": ms,
            "docs": ranked.iter().take(5).map(|d| d.path.clone()).collect::<Vec<_>>(),
            "steps": planned.steps.iter().map(|s| serde_json::json!([s.expects, s.query, s.found])).collect::<Vec<_>>(),
            "text": a.map(|a| a.text.clone()), "value": a.and_then(|a| a.value.clone()), "confidence": a.map(|a| a.confidence),
            "items": a.map(|a| a.items.iter().map(|i| serde_json::json!([i.label, i.text])).collect::<Vec<_>>()),
            "cites": a.map(|a| a.citations.iter().map(|c| serde_json::json!([c.path, c.pages])).collect::<Vec<_>>()),
        });
        writeln!(out, "{object}").unwrap();
    }
}
