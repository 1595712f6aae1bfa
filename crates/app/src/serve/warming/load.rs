//! Loading what the first question would wait for.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use perusal::models::{Limits, Message, Request, Shape, Speaker};

use crate::command::route::Router;
use crate::command::search::{self, Searching};
use crate::config::{LanguageRole, LanguageSource};
use crate::context::Context;
use crate::library;
use crate::serve::state::Served;

/// A model that was not loaded after this time is told as missing; questions do not wait for it.
const TIME: Duration = Duration::from_secs(120);

/// Begins to load all there is.
pub fn begin(served: &Arc<Served>) {
    let mut slots: BTreeMap<(String, String), (Context, LanguageSource)> = BTreeMap::new();
    for (name, _) in served.stores() {
        let Some(context) = served.context(&name) else {
            continue;
        };
        for role in LanguageRole::ALL {
            // Wrong settings are told by the first question.
            if let Ok(Some(source)) = context.settings.language.source(role) {
                let key = (source.name(), source.place());
                slots.entry(key).or_insert((context.clone(), source));
            }
        }
        load(served, move || {
            open(&context);
            None
        });
    }
    for (context, source) in slots.into_values() {
        let stop = served.stop.part();
        load(served, move || {
            let limits = Limits {
                deadline: Some(Instant::now() + TIME),
                cancel: stop,
            };
            let loaded = wake(&context, &source, &limits);
            (!loaded).then(|| source.name())
        });
    }
}

fn load(served: &Arc<Served>, work: impl FnOnce() -> Option<String> + Send + 'static) {
    served.warming.begins();
    let served = Arc::clone(served);
    tokio::spawn(async move {
        let done = tokio::task::spawn_blocking(work).await;
        served.warming.ends(done.ok().flatten());
    });
}

/// A library, its model, the router's, and what the first search of a process makes.
pub fn open(context: &Context) {
    let Ok((snapshot, _)) = library::reader(context) else {
        // It says why when it is asked.
        return;
    };
    let _ = Router::open(context, None);
    if snapshot.documents().is_empty() {
        return;
    }
    let searching = Searching {
        query: "perusal",
        strategy: perusal::retrieve::Strategy::Auto,
        k: Some(1),
        filters: Vec::new(),
        neighbors: 0,
    };
    let _ = search::find(context, &searching);
}

/// Loads a model, or has its server load it, by one token of an answer.
fn wake(context: &Context, source: &LanguageSource, limits: &Limits) -> bool {
    let request = Request {
        messages: vec![Message::new(Speaker::User, "ok")],
        tokens_max: 1,
        shape: Shape::Text,
    };
    let model = source.open(context.offline);
    model.is_ok_and(|model| model.complete(&request, limits, &mut |_| {}).is_ok())
}
