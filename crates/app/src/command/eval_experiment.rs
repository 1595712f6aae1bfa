//! `perusal eval experiment`
//!
//! The file comes from anywhere, so its settings may choose neither places nor
//! servers: what a downloaded `perusal.toml` may not, an experiment may not either.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use eval::experiment::{
    Event, Experiment, Measure, Metric, Report, Running, SetReport, Setup, Variation,
    WrittenExperiment, page, run as run_experiment,
};
use perusal::models::Embedder;
use serde_json::json;

use super::eval::{cache, models_of};
use crate::cli::EvalExperimentArgs;
use crate::config::{self, Settings};
use crate::context::Context;
use crate::embedder;
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::progress::Progress;

/// Largest experiment file.
const FILE_BYTES_MAX: u64 = 1 << 20;
/// The setting that may name a server.
const EMBEDDER: &str = "model.embedder";
/// Bytes of the program hashed at once.
const BLOCK_BYTES: usize = 1 << 20;

/// Runs an experiment, prints its table and writes its report.
pub fn run(context: &Context, args: &EvalExperimentArgs) -> Result<Code, Failure> {
    let experiment = experiment(args)?;
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder)?;
    }
    let mut told = Told::new(context);
    let how = (cache(), args.fresh);
    let measured = measure(context, &experiment, how, &mut |event| told.show(event));
    told.finish();
    if matches!(&measured, Err(failure) if failure.code() == Code::Interrupted) {
        context.output.say("what was measured so far is kept");
    }
    let report = measured?;
    if let Some(folder) = &args.out {
        write_report(context, folder, &report)?;
    }
    let name = args.file.file_stem().unwrap_or_default().to_string_lossy();
    if let Err(error) = leave(context, &name, &report) {
        context.output.say(&format!(
            "note: the result was not kept beside the library: {error}"
        ));
    }
    if context.output.json {
        context.output.object(&json!(report))?;
    } else {
        for set in &report.sets {
            print_set(context, &report, set)?;
        }
    }
    Ok(Code::Done)
}

/// Measures all variations of an experiment; what is made on the way is kept in `cache`, and measured
/// again only where that is wished. Shared with the server.
///
/// # Errors
/// Settings that an experiment may not choose; a set that cannot be read; an interrupt.
pub fn measure(
    context: &Context,
    experiment: &Experiment,
    (cache, fresh): (PathBuf, bool),
    hear: &mut dyn FnMut(&Event<'_>),
) -> Result<Report, Failure> {
    let setups = setups(context, experiment)?;
    let running = Running {
        cache,
        program: program()?,
        fresh,
        workers: std::thread::available_parallelism().map_or(1, usize::from),
        cancel: context.cancel.clone(),
    };
    let sets = run_experiment(experiment, &setups, &running, &mut |event| hear(&event))?;
    Ok(Report::new(experiment, &sets, env!("CARGO_PKG_VERSION"))?)
}

/// Whether each variation has settings that an experiment may choose.
///
/// # Errors
/// The first that has not.
pub fn check(context: &Context, experiment: &Experiment) -> Result<(), Failure> {
    let mut variations = experiment.variations.iter();
    variations.try_for_each(|variation| {
        let checked = settings(context, variation).map(drop);
        checked.map_err(|failure| within(variation, failure))
    })
}

/// The checked experiment of a file; paths start from the file's folder.
fn experiment(args: &EvalExperimentArgs) -> Result<Experiment, Failure> {
    let file = &args.file;
    let in_file = |message: String| Failure::Usage {
        message: format!("{}: {message}", file.display()),
        hint: "experiments/six.toml is an example of an experiment".to_owned(),
    };
    let about = std::fs::metadata(file).map_err(|error| in_file(error.to_string()))?;
    if about.len() > FILE_BYTES_MAX {
        let got = about.len();
        return Err(in_file(format!(
            "expected at most {FILE_BYTES_MAX} bytes, got {got}"
        )));
    }
    let text = std::fs::read_to_string(file).map_err(|error| in_file(error.to_string()))?;
    let mut written: WrittenExperiment =
        toml::from_str(&text).map_err(|error| in_file(error.to_string().trim_end().to_owned()))?;
    written.times |= args.times;
    let here = file.parent().unwrap_or(Path::new(""));
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let folders: BTreeMap<_, _> = args.sets.iter().cloned().collect();
    Experiment::check(written, here, &name, &folders).map_err(|error| in_file(error.to_string()))
}

/// The settings of each variation: those in force, with its own on top.
fn setups(context: &Context, experiment: &Experiment) -> Result<Vec<Setup>, Failure> {
    let mut models: BTreeMap<String, Option<Arc<dyn Embedder>>> = BTreeMap::new();
    let mut setups = Vec::new();
    for variation in &experiment.variations {
        let settings =
            settings(context, variation).map_err(|failure| within(variation, failure))?;
        let context = Context {
            settings: settings.into(),
            ..context.clone()
        };
        let settings = &context.settings;
        let name = format!("{:?} {:?}", settings.embedder, settings.precision);
        let embedder = match models.get(&name) {
            Some(embedder) => embedder.clone(),
            None => {
                let embedder = embedder::to_build(&context, None)?;
                models.insert(name, embedder.clone());
                embedder
            }
        };
        let configs = models_of(&context, embedder.as_ref())?;
        setups.push(Setup {
            ingest: configs.ingest,
            retrieve: configs.retrieve,
            answer: settings.answer.clone(),
            k: variation.k.unwrap_or(settings.k),
            embedder,
        });
    }
    Ok(setups)
}

fn settings(context: &Context, variation: &Variation) -> Result<Settings, Failure> {
    let mut flags = context.flags.clone();
    for (key, value) in &variation.settings {
        let setting = config::known(key, "")?;
        // To the server that the user chose, text goes anyhow.
        let chosen =
            setting.key == EMBEDDER && context.settings.embedder.as_deref() == value.as_str();
        if !chosen && !setting.who.folder_may_set(value) {
            return Err(Failure::Config {
                message: format!("`{key}` is not taken from an experiment"),
                hint: "a file may not choose paths, servers or prompts: set it in your own \
                       perusal.toml, or as a flag"
                    .to_owned(),
            });
        }
        flags.insert(setting.key, value.clone());
    }
    config::load(&flags)
}

/// A failure that says which variation it is about.
fn within(variation: &Variation, failure: Failure) -> Failure {
    let place = printable(&variation.name);
    match failure {
        Failure::Config { message, hint } => Failure::Config {
            message: format!("variation `{place}`: {message}"),
            hint,
        },
        other => other,
    }
}

/// Identity of this program: the hash of its file, block by block. What another
/// build measured is measured again.
fn program() -> Result<String, Failure> {
    let mut file = std::fs::File::open(std::env::current_exe()?)?;
    let mut told = String::new();
    loop {
        let mut block = Vec::with_capacity(BLOCK_BYTES);
        file.by_ref()
            .take(BLOCK_BYTES as u64)
            .read_to_end(&mut block)?;
        if block.is_empty() {
            return Ok(told);
        }
        told.push_str(&perusal::content_hash(&block));
        told = perusal::content_hash(told.as_bytes());
    }
}

/// Leaves the result where the server finds it, under the name of the experiment.
pub fn leave(context: &Context, name: &str, report: &Report) -> std::io::Result<()> {
    let folder = experiments(&context.settings.store);
    std::fs::create_dir_all(&folder)?;
    let mut file = tempfile::NamedTempFile::new_in(&folder)?;
    serde_json::to_writer(&mut file, report)?;
    file.persist(folder.join(format!("{name}.json")))?;
    Ok(())
}

/// The folder of results beside a library.
pub fn experiments(store: &Path) -> PathBuf {
    let mut name = store.file_name().unwrap_or_default().to_owned();
    name.push(".experiments");
    store.with_file_name(name)
}

/// Writes both forms of the report.
fn write_report(context: &Context, folder: &Path, report: &Report) -> Result<(), Failure> {
    let mut json = serde_json::to_string_pretty(report).unwrap_or_default();
    json.push('\n');
    for (name, content) in [("experiment.json", json), ("experiment.html", page(report))] {
        let path = folder.join(name);
        std::fs::write(&path, content)?;
        context.output.say(&format!("wrote {}", path.display()));
    }
    Ok(())
}

/// Progress of a run: a line a step, and the library being built.
struct Told<'a> {
    context: &'a Context,
    set: String,
    building: Progress,
}

impl<'a> Told<'a> {
    fn new(context: &'a Context) -> Self {
        Self {
            context,
            set: String::new(),
            building: Progress::new(&context.output, false),
        }
    }

    fn show(&mut self, event: &Event<'_>) {
        let output = &self.context.output;
        match *event {
            Event::Set {
                name,
                questions,
                variations,
                kept,
            } => {
                self.set = printable(name);
                output.say(&format!(
                    "{}: {questions} questions, {variations} variations, {kept} of them kept from before",
                    self.set
                ));
            }
            Event::Library {
                number,
                of,
                chunking,
            } => {
                output.say(&format!(
                    "{}: library {number} of {of}: {chunking}",
                    self.set
                ));
                self.building = Progress::new(output, false);
            }
            Event::Ingest(event) => self.building.show(output, event),
            Event::Ready { chunks, seconds } => {
                self.building.finish();
                if let Some(seconds) = seconds {
                    output.say(&format!("{}: {chunks} chunks in {seconds:.1} s", self.set));
                }
            }
            Event::Measured { name, done, of } => {
                output.say(&format!(
                    "{}: {done} of {of}: {}",
                    self.set,
                    printable(name)
                ));
            }
        }
    }

    fn finish(&self) {
        self.building.finish();
    }
}

fn print_set(context: &Context, report: &Report, set: &SetReport) -> Result<(), Failure> {
    let output = &context.output;
    let metric = set.metric;
    output.line(&format!(
        "{}: {} questions; {} with 95 % intervals, differences to {}",
        printable(&set.name),
        set.questions.len(),
        metric.name(),
        printable(&report.baseline)
    ))?;
    let width = report
        .variations
        .iter()
        .map(|told| told.name.chars().count())
        .max()
        .unwrap_or(0);
    for (told, row) in report.variations.iter().zip(&set.rows) {
        let characters = row.measure(Metric::Characters);
        let read = characters.map_or(String::new(), |read| {
            format!(
                "  {} characters read",
                Metric::Characters.show(read.mean.mean)
            )
        });
        output.line(&format!(
            "  {:width$}  {}{read}",
            printable(&told.name),
            row.measure(metric).map_or("–".to_owned(), measured)
        ))?;
    }
    Ok(())
}

/// `0.471 [0.350, 0.590]  +0.050 [−0.010, +0.110] not shown`
fn measured(measure: &Measure) -> String {
    let metric = measure.metric;
    let mean = measure.mean;
    let mut line = format!(
        "{} [{}, {}]",
        metric.show(mean.mean),
        metric.show(mean.low),
        metric.show(mean.high)
    );
    if let Some(one) = &measure.difference {
        line.push_str(&format!(
            "  {} [{}, {}] {}",
            metric.show_difference(one.mean.mean),
            metric.show_difference(one.mean.low),
            metric.show_difference(one.mean.high),
            one.verdict.as_str()
        ));
    }
    line
}
