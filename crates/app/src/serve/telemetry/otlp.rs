//! Spans sent to a collector, as OTLP over HTTP in JSON.
//!
//! Off unless a standard variable names a collector: `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`, or
//! `OTEL_EXPORTER_OTLP_ENDPOINT`, to which `/v1/traces` is added; `http://` alone, as a collector
//! of this machine or its network speaks it. `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`,
//! `OTEL_SDK_DISABLED` and `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` are understood. A
//! collector that is slow or gone costs no answer anything: what it does not take is dropped.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hyper::body::Bytes;
use hyper::{Request, Uri, header};
use hyper_util::rt::TokioIo;
use serde_json::{Map, Value, json};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::span::{self, Span};
use crate::failure::Failure;
use crate::serve::tokens::random_digits;

/// Answers that wait for the collector.
const WAITING_MAX: usize = 256;
/// Time for one request.
const TIME: Duration = Duration::from_secs(10);

/// Where spans go.
#[derive(Debug, Clone)]
pub struct Collector {
    address: Uri,
    headers: Vec<(String, String)>,
    service: String,
    content: bool,
}

/// The collector that the environment names; `None` where it names none.
///
/// # Errors
/// An address or a protocol that is not understood.
pub fn collector(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Collector>, Failure> {
    let given = |name: &str| variable(name).filter(|text| !text.trim().is_empty());
    if given("OTEL_SDK_DISABLED").is_some_and(|text| text.eq_ignore_ascii_case("true")) {
        return Ok(None);
    }
    let whole = given("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
    let base = given("OTEL_EXPORTER_OTLP_ENDPOINT")
        .map(|base| format!("{}/v1/traces", base.trim_end_matches('/')));
    let Some(address) = whole.or(base) else {
        return Ok(None);
    };
    let wrong = |message: String| Failure::Config {
        message,
        hint: "`OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318` names a collector here"
            .to_owned(),
    };
    let protocol = given("OTEL_EXPORTER_OTLP_PROTOCOL");
    if let Some(other) = protocol.filter(|name| name != "http/json") {
        return Err(wrong(format!(
            "OTEL_EXPORTER_OTLP_PROTOCOL is `{other}`, and only http/json is spoken"
        )));
    }
    let parsed: Option<Uri> = address.parse().ok();
    let parsed = parsed.filter(|uri| uri.scheme_str() == Some("http") && uri.host().is_some());
    let parsed = parsed.ok_or_else(|| wrong(format!("`{address}` is no http:// address")))?;
    let headers = given("OTEL_EXPORTER_OTLP_HEADERS").unwrap_or_default();
    let headers = headers.split(',').filter_map(|pair| pair.split_once('='));
    let truly = |name: &str| given(name).is_some_and(|text| text.eq_ignore_ascii_case("true"));
    Ok(Some(Collector {
        address: parsed,
        headers: headers
            .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
            .collect(),
        service: given("OTEL_SERVICE_NAME").unwrap_or_else(|| "perusal".to_owned()),
        content: truly("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"),
    }))
}

/// Takes answers that were just given.
#[derive(Debug, Clone)]
pub struct Exporter {
    to: Sender<Value>,
    content: bool,
    service: String,
}

impl Exporter {
    /// Begins to send to a collector; ends with the runtime.
    pub fn begin(collector: Collector) -> Self {
        let (to, from) = mpsc::channel(WAITING_MAX);
        let exporter = Self {
            to,
            content: collector.content,
            service: collector.service.clone(),
        };
        tokio::spawn(send_all(collector, from));
        exporter
    }

    /// An answer that was just given, as the object of `ask --json`.
    pub fn answered(&self, object: &Value) {
        let spans = span::of(object, self.content);
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        if let Ok(ids) = random_digits() {
            // One that is dropped is missing at the collector, and nowhere else.
            let _ = self.to.try_send(batch(&self.service, &spans, now, &ids));
        }
    }
}

async fn send_all(collector: Collector, mut from: Receiver<Value>) {
    while let Some(batch) = from.recv().await {
        let _ = tokio::time::timeout(TIME, send(&collector, &batch)).await;
    }
}

async fn send(collector: &Collector, batch: &Value) -> Option<()> {
    let address = &collector.address;
    let (host, port) = (address.host()?, address.port_u16().unwrap_or(80));
    let stream = TcpStream::connect((host.trim_matches(['[', ']']), port))
        .await
        .ok()?;
    let io = TokioIo::new(stream);
    let (mut sender, connection) = hyper::client::conn::http1::handshake(io).await.ok()?;
    let driven = tokio::spawn(connection);
    let path = address.path_and_query().map_or("/", |path| path.as_str());
    let mut request = Request::post(path)
        .header(header::HOST, address.authority()?.as_str())
        .header(header::CONTENT_TYPE, "application/json");
    for (name, value) in &collector.headers {
        request = request.header(name, value);
    }
    let body = axum::body::Body::from(Bytes::from(batch.to_string()));
    let sent = sender.send_request(request.body(body).ok()?).await;
    drop(sender);
    driven.abort();
    sent.ok().map(drop)
}

/// Spans that ended `now` since 1970, with ids of these hexadecimal digits (at least 64).
fn batch(service: &str, spans: &[Span], now: Duration, ids: &str) -> Value {
    let total = spans.first().map_or(0.0, |whole| whole.ms);
    let begun = now.as_secs_f64() * 1e3 - total;
    let nanos = |ms: f64| format!("{:.0}", (begun + ms) * 1e6);
    let (trace, root) = (&ids[..32], &ids[32..48]);
    let told: Vec<Value> = spans
        .iter()
        .enumerate()
        .map(|(at, span)| {
            let id = match at {
                0 => root.to_owned(),
                at => format!("{}{at:04x}", &ids[48..60]),
            };
            json!({
                "traceId": trace,
                "spanId": id,
                "parentSpanId": if at == 0 { "" } else { root },
                "name": span.name,
                "kind": 1,
                "startTimeUnixNano": nanos(span.start_ms),
                "endTimeUnixNano": nanos(span.start_ms + span.ms),
                "attributes": attributes(&span.attributes),
            })
        })
        .collect();
    let service = Map::from_iter([("service.name".to_owned(), service.into())]);
    json!({"resourceSpans": [{
        "resource": {"attributes": attributes(&service)},
        "scopeSpans": [{
            "scope": {"name": "perusal", "version": env!("CARGO_PKG_VERSION")},
            "spans": told,
        }],
    }]})
}

fn attributes(values: &Map<String, Value>) -> Vec<Value> {
    let told = values.iter().map(|(key, value)| {
        let value = match value {
            Value::String(text) => json!({"stringValue": text}),
            Value::Number(number) if number.is_u64() => json!({"intValue": number.to_string()}),
            Value::Number(number) => json!({"doubleValue": number}),
            Value::Bool(truth) => json!({"boolValue": truth}),
            other => json!({"stringValue": other.to_string()}),
        };
        json!({"key": key, "value": value})
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::*;

    fn named(variables: &[(&str, &str)]) -> Result<Option<Collector>, Failure> {
        collector(|name| {
            let found = variables.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn it_is_off_unless_a_collector_is_named() {
        assert!(named(&[]).expect("none").is_none());
        let endpoint = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318/");
        let on = named(&[endpoint])
            .expect("a collector")
            .expect("a collector");
        assert_eq!(on.address.to_string(), "http://127.0.0.1:4318/v1/traces");
        assert!(!on.content);
        let off = named(&[endpoint, ("OTEL_SDK_DISABLED", "TRUE")]);
        assert!(off.expect("none").is_none());
        let grpc = named(&[endpoint, ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")]);
        assert!(grpc.is_err());
        let elsewhere = ("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector.example");
        assert!(named(&[elsewhere]).is_err());
    }

    #[test]
    fn a_collector_gets_the_spans_of_an_answer() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let variables = [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", address.as_str()),
            ("OTEL_EXPORTER_OTLP_HEADERS", "x-key=1"),
        ];
        let collector = named(&variables)
            .expect("a collector")
            .expect("a collector");
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let object =
            json!({"question": "When?", "status": "answered", "timings_ms": {"total": 5.0}});
        runtime.block_on(async { Exporter::begin(collector).answered(&object) });
        let (mut stream, _) = listener.accept().expect("a connection");
        let mut text = String::new();
        let mut bytes = [0; 4096];
        while !text.ends_with("]}") {
            let read = stream.read(&mut bytes).expect("a request");
            assert!(read > 0, "it ended early: {text}");
            text.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        assert!(text.starts_with("POST /v1/traces HTTP/1.1"), "{text}");
        assert!(
            text.contains("x-key: 1") && !text.contains("When?"),
            "{text}"
        );
        let body = text.split_once("\r\n\r\n").expect("a body").1;
        let sent: Value = serde_json::from_str(body).expect("JSON");
        let spans = &sent["resourceSpans"][0]["scopeSpans"][0]["spans"];
        assert_eq!(spans[0]["name"], "invoke_workflow");
        assert_eq!(spans[0]["traceId"].as_str().map(str::len), Some(32));
        assert_eq!(spans[1]["parentSpanId"], spans[0]["spanId"]);
    }
}
