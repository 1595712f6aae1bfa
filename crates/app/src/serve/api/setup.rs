//! How the server is set up, and what was measured: settings, models, experiments.

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::IntoResponse;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Answer, Within};
use crate::command::eval_experiment::experiments as folder;
use crate::command::models;
use crate::config;
use crate::context::Context;
use crate::failure::Failure;
use crate::json as outside;
use crate::serve::jobs;
use crate::serve::problem::Problem;
use crate::serve::state::Work;

/// Experiments that are listed, and bytes of one that is read.
const EXPERIMENTS_MAX: usize = 1_000;
const EXPERIMENT_BYTES_MAX: u64 = 16 << 20;

/// All settings.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SettingsTold {
    /// Always 1.
    schema: u32,
    /// In the order of the reference page.
    settings: Vec<SettingTold>,
}

/// A setting.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SettingTold {
    /// Its name.
    key: String,
    /// What it takes, in words.
    #[serde(rename = "type")]
    kind: String,
    /// The value in force, in words; never a secret.
    value: String,
    /// The value unless it is set, in words.
    default: String,
    /// Where the value comes from.
    origin: String,
    /// What it does.
    sentence: String,
}

/// `GET settings`
pub async fn settings(Within { context, .. }: Within) -> Answer {
    let values = &context.settings.values;
    let unset = config::Values::default();
    let told = config::all().iter().map(|setting| SettingTold {
        key: setting.key.to_owned(),
        kind: setting.takes(),
        value: values.shown(setting),
        default: unset.shown(setting),
        origin: values.origin(setting.key).to_string(),
        sentence: setting.says.to_owned(),
    });
    let told = SettingsTold {
        schema: outside::SCHEMA,
        settings: told.collect(),
    };
    Ok(Json(told).into_response())
}

/// `GET models`: as `models ls --json`; where its files lie is told to administrators alone.
pub async fn models(
    Within {
        served,
        access,
        context,
        ..
    }: Within,
) -> Answer {
    let mut object = served.work(Work::Ask, &context, models::object).await?;
    if access.asker().is_some()
        && let Some(object) = object.as_object_mut()
    {
        object.remove("cache");
    }
    Ok(Json(object).into_response())
}

/// `GET experiments`: names of those whose results are beside the library.
pub async fn experiments(
    Within {
        served, context, ..
    }: Within,
) -> Answer {
    let work = |context: &Context| {
        let files = std::fs::read_dir(folder(&context.settings.store));
        let files = files.into_iter().flatten().take(EXPERIMENTS_MAX);
        let names = files.filter_map(|file| {
            let name = file.ok()?.file_name().into_string().ok()?;
            Some(name.strip_suffix(".json")?.to_owned())
        });
        let mut names: Vec<String> = names.collect();
        names.sort();
        Ok(names)
    };
    let names = served.work(Work::Search, &context, work).await?;
    let told: Vec<Value> = names
        .into_iter()
        .map(|name| json!({"name": name}))
        .collect();
    let object = json!({"schema": outside::SCHEMA, "experiments": told});
    Ok(Json(object).into_response())
}

/// `GET experiments/{name}`: the result, as it was written.
pub async fn experiment(
    Within {
        served, context, ..
    }: Within,
    Path(name): Path<String>,
) -> Answer {
    // A name is one plain part of a path.
    let name = jobs::file_name(&name).map(str::to_owned);
    let work = move |context: &Context| {
        let Some(name) = name else { return Ok(None) };
        let file = folder(&context.settings.store).join(format!("{name}.json"));
        match std::fs::metadata(&file) {
            Ok(about) if about.is_file() && about.len() <= EXPERIMENT_BYTES_MAX => {
                Ok(Some(std::fs::read_to_string(file).map_err(Failure::from)?))
            }
            _ => Ok(None),
        }
    };
    let text = served.work(Work::Search, &context, work).await?;
    let text = text.ok_or_else(|| Problem::not_found("experiment"))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}
