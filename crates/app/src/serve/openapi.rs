//! What the routes take and give, as OpenAPI 3.1: made from the routes and the types of their
//! bodies, so that it cannot say something else.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::access::Demand;
use super::api::ListQuery;

/// What there is to know of a route.
pub struct About {
    /// Its method, in small letters.
    pub method: &'static str,
    /// Its path, with `{id}` for what varies.
    pub path: &'static str,
    /// What it demands.
    pub demand: Demand,
    /// Bytes that its body may have.
    pub bytes_max: usize,
    summary: &'static str,
    body: Option<fn(&mut SchemaGenerator) -> Schema>,
    answer: Option<fn(&mut SchemaGenerator) -> Schema>,
    query: Option<fn() -> Schema>,
    events: bool,
    form: bool,
    status: u16,
    media: &'static str,
}

/// Bytes of a body.
const BODY_BYTES_MAX: usize = 1 << 20;

impl About {
    /// A route that takes no body and answers with an object.
    pub const fn new(method: &'static str, path: &'static str, demand: Demand) -> Self {
        Self {
            method,
            path,
            demand,
            bytes_max: BODY_BYTES_MAX,
            summary: "",
            body: None,
            answer: None,
            query: None,
            events: false,
            form: false,
            status: 200,
            media: "application/json",
        }
    }

    /// What it does.
    pub const fn does(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    /// It takes JSON of this type.
    pub fn takes<T: JsonSchema>(self) -> Self {
        Self {
            body: Some(SchemaGenerator::subschema_for::<T>),
            ..self
        }
    }

    /// It answers with JSON of this type.
    pub fn answers<T: JsonSchema>(self) -> Self {
        Self {
            answer: Some(SchemaGenerator::subschema_for::<T>),
            ..self
        }
    }

    /// It answers with events where the client accepts them.
    pub const fn streams(self) -> Self {
        Self {
            events: true,
            ..self
        }
    }

    /// It takes the files of a form.
    pub const fn takes_files(self) -> Self {
        Self { form: true, ..self }
    }

    /// It answers without a body.
    pub const fn gives_nothing(self) -> Self {
        self.gives(204, "")
    }

    /// Its body may have so many bytes.
    pub const fn at_most(self, bytes_max: usize) -> Self {
        Self { bytes_max, ..self }
    }

    /// It takes `collection`, `offset`, `limit`, `document` in its address.
    pub fn lists(self) -> Self {
        self.with::<ListQuery>()
    }

    /// It takes these fields in its address.
    pub fn with<T: JsonSchema>(self) -> Self {
        Self {
            query: Some(|| schemars::schema_for!(T)),
            ..self
        }
    }

    /// It answers with this status and type.
    pub const fn gives(self, status: u16, media: &'static str) -> Self {
        Self {
            status,
            media,
            ..self
        }
    }

    fn operation(&self, generator: &mut SchemaGenerator) -> Value {
        let mut parameters: Vec<Value> = Vec::new();
        let varying = self.path.split('/');
        for name in varying.filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
            parameters.push(json!({
                "name": name, "in": "path", "required": true, "schema": {"type": "string"},
            }));
        }
        if let Some(query) = self.query {
            parameters.extend(query_parameters(&query().to_value()));
        }
        let given = match (self.answer, self.media) {
            (Some(answer), _) => answer(generator).to_value(),
            (None, "application/json") => json!({"type": "object"}),
            (None, _) => json!({"type": "string"}),
        };
        let mut done = json!({"description": "Done"});
        if !self.media.is_empty() {
            done["content"] = json!({self.media: {"schema": given}});
        }
        if self.events {
            done["content"]["text/event-stream"] = json!({"schema": {"type": "string"}});
        }
        let schema = json!({"$ref": "#/components/schemas/Problem"});
        let content = match self.path.starts_with("/v1/") {
            // In OpenAI's own form.
            true => {
                json!({"application/json": {"schema": {"type": "object", "required": ["error"]}}})
            }
            false => json!({"application/problem+json": {"schema": schema}}),
        };
        let problem = json!({
            "description": "What went wrong, with a stable `code` and a `hint`",
            "content": content,
        });
        let status = self.status.to_string();
        let mut operation = json!({
            "summary": self.summary,
            "parameters": parameters,
            "responses": {
                status: done,
                "default": problem,
            },
            "security": match self.demand {
                Demand::Public => json!([]),
                Demand::Scope(_) => json!([{"token": []}]),
            },
        });
        if let Demand::Scope(scope) = self.demand {
            operation["x-scope"] = scope.to_string().into();
        }
        let mut content = Map::new();
        if let Some(body) = self.body {
            let schema = body(generator);
            content.insert("application/json".to_owned(), json!({"schema": schema}));
        }
        if self.form {
            let file = json!({"type": "string", "format": "binary"});
            let schema =
                json!({"type": "object", "required": ["file"], "properties": {"file": file}});
            content.insert("multipart/form-data".to_owned(), json!({"schema": schema}));
        }
        if !content.is_empty() {
            operation["requestBody"] = json!({"required": true, "content": content});
        }
        operation
    }
}

fn query_parameters(schema: &Value) -> Vec<Value> {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let properties = schema["properties"]
        .as_object()
        .cloned()
        .unwrap_or_default();
    let parameters = properties.into_iter().map(|(name, mut schema)| {
        let description = schema
            .as_object_mut()
            .and_then(|one| one.remove("description"));
        let needed = required.iter().any(|one| *one == name);
        json!({
            "name": name, "in": "query", "required": needed, "description": description,
            "schema": schema,
        })
    });
    parameters.collect()
}

/// The description of these routes.
pub fn document(routes: &[About]) -> Value {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut generator = settings.into_generator();
    let mut paths: Map<String, Value> = Map::new();
    for about in routes {
        let operation = about.operation(&mut generator);
        let path = paths.entry(about.path).or_insert_with(|| json!({}));
        path[about.method] = operation;
    }
    let mut schemas = generator.take_definitions(true);
    schemas.insert(
        "Problem".to_owned(),
        json!({
            "type": "object",
            "required": ["type", "title", "status", "code", "detail"],
            "properties": {
                "type": {"type": "string"},
                "title": {"type": "string"},
                "status": {"type": "integer"},
                "code": {"type": "string"},
                "detail": {"type": "string"},
                "hint": {"type": ["string", "null"]},
            },
        }),
    );
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Perusal",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Answers questions about your own documents, with citations that can be checked.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    })
}
