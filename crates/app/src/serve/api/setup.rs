//! How the server is set up: settings and models.

use axum::Json;
use axum::response::IntoResponse;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Answer, Within};
use crate::command::models;
use crate::config;
use crate::json as outside;
use crate::serve::state::RequestKind;

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
    let mut object = served
        .work(RequestKind::Ask, &context, models::object)
        .await?;
    if access.asker().is_some()
        && let Some(object) = object.as_object_mut()
    {
        object.remove("cache");
    }
    Ok(Json(object).into_response())
}
