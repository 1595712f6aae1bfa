//! Runs an experiment: each library built once, variations side by side.
//!
//! Variations whose libraries are equal share one, and equal texts share their
//! vectors. Variations run at the same time on as many threads as there are cores,
//! unless their times are compared: then one after the other.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use perusal::index::Snapshot;
use perusal::models::{Cancel, Embedder};
use perusal::text::READER_VERSION;
use perusal::{AnswerConfig, EngineError, IngestConfig, RetrieveConfig};

use super::checked::Experiment;
use super::event::Event;
use super::measure::{Asking, Questions};
use super::outcome::{FORMAT, Kept, Outcome};
use super::sets::SetPlan;
use super::unit::{Unit, missing};
use super::vectors::Remembering;
use crate::library::Builder;
use crate::qa::read_questions;
use crate::topics::TopicSet;
use crate::{EvalError, LineLimits};

/// The settings of one variation, resolved.
pub struct Setup {
    /// How documents are read and cut.
    pub ingest: IngestConfig,
    /// How is searched.
    pub retrieve: RetrieveConfig,
    /// How is answered.
    pub answer: AnswerConfig,
    /// Hits read.
    pub k: usize,
    /// What embeds, if anything.
    pub embedder: Option<Arc<dyn Embedder>>,
}

/// Where and how an experiment is run.
pub struct Running {
    /// Folder of libraries and outcomes.
    pub cache: PathBuf,
    /// Identity of the program: outcomes of another one are not used.
    pub program: String,
    /// Outcomes that are kept are measured again.
    pub fresh: bool,
    /// Variations at the same time, where times are not compared.
    pub workers: usize,
    /// Stops the run; what was measured so far stays.
    pub cancel: Cancel,
}

/// All outcomes of one set.
#[derive(Debug, Clone, PartialEq)]
pub struct SetOutcomes {
    /// The set's name.
    pub name: String,
    /// Id, type and text of each question, in the order of the set.
    pub questions: Vec<AskedQuestion>,
    /// One a variation, in the order of the experiment.
    pub outcomes: Vec<Outcome>,
}

/// A question as the report shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedQuestion {
    /// Its id.
    pub id: String,
    /// Its type; `topic` in retrieval sets.
    pub kind: String,
    /// Its text.
    pub text: String,
}

/// Runs all variations, `setups` being theirs in the order of the experiment, on all sets.
///
/// # Errors
/// A set that cannot be read; [`EvalError::Variation`]; [`EngineError::Interrupted`].
pub fn run(
    experiment: &Experiment,
    setups: &[Setup],
    running: &Running,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<Vec<SetOutcomes>, EvalError> {
    let embedders = embedders(setups);
    let mut all = Vec::new();
    for set in &experiment.sets {
        let run = SetRun {
            experiment,
            setups,
            running,
            set,
            questions: questions_of(set)?,
            embedders: &embedders,
        };
        all.push(run.outcomes(on_event)?);
    }
    Ok(all)
}

/// One embedder that remembers for each identity.
fn embedders(setups: &[Setup]) -> BTreeMap<String, Arc<dyn Embedder>> {
    let mut embedders: BTreeMap<String, Arc<dyn Embedder>> = BTreeMap::new();
    for embedder in setups.iter().filter_map(|setup| setup.embedder.as_ref()) {
        embedders
            .entry(embedder.profile().id.clone())
            .or_insert_with(|| Arc::new(Remembering::new(Arc::clone(embedder))));
    }
    embedders
}

fn questions_of(set: &SetPlan) -> Result<Questions, EvalError> {
    let limits = LineLimits::default();
    Ok(match &set.qa {
        Some(file) => Questions::Answered(read_questions(file, limits)?),
        None => Questions::Judged(TopicSet::read(&set.docs, limits)?),
    })
}

/// One set in the making.
struct SetRun<'a> {
    experiment: &'a Experiment,
    setups: &'a [Setup],
    running: &'a Running,
    set: &'a SetPlan,
    questions: Questions,
    embedders: &'a BTreeMap<String, Arc<dyn Embedder>>,
}

impl SetRun<'_> {
    fn outcomes(self, on_event: &mut dyn FnMut(Event<'_>)) -> Result<SetOutcomes, EvalError> {
        let kept = Kept {
            folder: self.running.cache.join("experiments"),
        };
        let units = self.units()?;
        let mut found: BTreeMap<&str, Outcome> = BTreeMap::new();
        if !self.running.fresh {
            for unit in &units {
                if let Some(outcome) = kept.load(&unit.outcome) {
                    found.insert(&unit.outcome, outcome);
                }
            }
        }
        let questions = self.asked();
        let is_there = |unit: &&Unit| found.contains_key(unit.outcome.as_str());
        let there = units.iter().filter(is_there).count();
        on_event(Event::Set {
            name: &self.set.name,
            questions: questions.len(),
            variations: units.len(),
            kept: there,
        });
        let missing = missing(&units, &found);
        let of = missing.len();
        for (number, variations) in missing.into_iter().enumerate() {
            self.check()?;
            let chunking = self.setups[variations[0]].ingest.chunk.identity();
            on_event(Event::Library {
                number: number + 1,
                of,
                chunking: &chunking,
            });
            let snapshot = self.library(variations[0], on_event)?;
            self.measure(&snapshot, &variations, &mut |variation, outcome| {
                let key = &units[variation].outcome;
                found.insert(key, kept.save(key, &outcome)?);
                let is_there = |unit: &&Unit| found.contains_key(unit.outcome.as_str());
                on_event(Event::Measured {
                    name: &self.experiment.variations[variation].name,
                    done: units.iter().filter(is_there).count(),
                    of: units.len(),
                });
                Ok(())
            })?;
        }
        let outcomes: Option<Vec<Outcome>> = units
            .iter()
            .map(|unit| found.get(unit.outcome.as_str()).cloned())
            .collect();
        Ok(SetOutcomes {
            name: self.set.name.clone(),
            questions,
            // Each was there, or was measured, or the run ended.
            outcomes: outcomes.ok_or(EngineError::Interrupted)?,
        })
    }

    fn check(&self) -> Result<(), EvalError> {
        match self.running.cancel.is_cancelled() {
            true => Err(EngineError::Interrupted.into()),
            false => Ok(()),
        }
    }

    fn builder(&self, variation: usize) -> Builder<'_> {
        let setup = &self.setups[variation];
        let embedder = setup.embedder.as_ref();
        let remembering = embedder.and_then(|one| self.embedders.get(&one.profile().id));
        Builder {
            cache: self.running.cache.clone(),
            ingest: &setup.ingest,
            embedder: remembering.map(Arc::as_ref),
            cancel: self.running.cancel.clone(),
        }
    }

    /// What each variation needs; the documents are read once for each way to cut them.
    fn units(&self) -> Result<Vec<Unit>, EvalError> {
        let mut libraries: BTreeMap<String, String> = BTreeMap::new();
        let questions = self.questions_digest()?;
        let mut units = Vec::new();
        for variation in 0..self.setups.len() {
            let builder = self.builder(variation);
            let shape = builder.shape();
            let library = match libraries.get(&shape) {
                Some(key) => key.clone(),
                None => {
                    let key = builder.key(&self.set.docs, self.set.qa.as_deref())?;
                    libraries.insert(shape, key.clone());
                    key
                }
            };
            let outcome = self.outcome_key(variation, &library, &questions);
            units.push(Unit { library, outcome });
        }
        Ok(units)
    }

    /// Hash of all that shapes what is measured.
    fn outcome_key(&self, variation: usize, library: &str, questions: &str) -> String {
        let (setup, asked) = (
            &self.setups[variation],
            &self.experiment.variations[variation],
        );
        let told = serde_json::json!({
            "format": FORMAT,
            "program": self.running.program,
            "reader": READER_VERSION,
            "library": library,
            "questions": questions,
            "strategy": asked.strategy.as_str(),
            "k": setup.k,
            "neighbors": asked.neighbors,
            "tables": asked.tables,
            "retrieve": format!("{:?}", setup.retrieve),
            "answer": format!("{:?}", setup.answer),
            "alone": self.experiment.times,
        });
        perusal::content_hash(told.to_string().as_bytes())[..32].to_owned()
    }

    /// Hash of the questions as they were read.
    fn questions_digest(&self) -> Result<String, EvalError> {
        let told = match &self.questions {
            Questions::Answered(questions) => format!("{questions:?}"),
            Questions::Judged(set) => format!("{:?} {:?}", set.topics, set.qrels),
        };
        Ok(perusal::content_hash(told.as_bytes()))
    }

    fn asked(&self) -> Vec<AskedQuestion> {
        match &self.questions {
            Questions::Answered(questions) => questions
                .iter()
                .map(|gold| AskedQuestion {
                    id: gold.id.clone(),
                    kind: gold.kind.clone(),
                    text: gold.question.clone(),
                })
                .collect(),
            Questions::Judged(set) => set
                .topics
                .iter()
                .map(|topic| AskedQuestion {
                    id: topic.id.clone(),
                    kind: "topic".to_owned(),
                    text: topic.text.clone(),
                })
                .collect(),
        }
    }

    fn library(
        &self,
        variation: usize,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Snapshot, EvalError> {
        let (docs, qa) = (&self.set.docs, self.set.qa.as_deref());
        let built = self
            .builder(variation)
            .build_without(docs, qa, &mut |event| on_event(Event::Ingest(&event)))
            .map_err(|error| self.of_variation(variation, error))?;
        on_event(Event::Ready {
            chunks: built.snapshot.counts().chunks,
            seconds: built.seconds,
        });
        Ok(built.snapshot)
    }

    /// Measures some variations on their library; `done` hears of each as it ends.
    fn measure(
        &self,
        snapshot: &Snapshot,
        variations: &[usize],
        done: &mut dyn FnMut(usize, Outcome) -> Result<(), EvalError>,
    ) -> Result<(), EvalError> {
        let workers = match self.experiment.times {
            true => 1,
            false => self.running.workers.clamp(1, variations.len().max(1)),
        };
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (send, received) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let send = send.clone();
                let (next, stopped) = (&next, &stopped);
                scope.spawn(move || {
                    while !stopped.load(Ordering::Relaxed) {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&variation) = variations.get(at) else {
                            break;
                        };
                        let measured = self.measure_one(snapshot, variation);
                        if send.send((variation, measured)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            for (variation, measured) in received {
                let taken = measured.and_then(|outcome| done(variation, outcome));
                if let Err(error) = taken {
                    stopped.store(true, Ordering::Relaxed);
                    return Err(self.of_variation(variation, error));
                }
            }
            Ok(())
        })
    }

    fn measure_one(&self, snapshot: &Snapshot, variation: usize) -> Result<Outcome, EvalError> {
        let setup = &self.setups[variation];
        let own = setup.embedder.as_ref();
        // A remembered vector takes no time, which would flatter the later ones.
        let embedder = match self.experiment.times {
            true => own,
            false => own.and_then(|one| self.embedders.get(&one.profile().id)),
        };
        let asking = Asking {
            snapshot,
            embedder: embedder.map(Arc::as_ref),
            variation: &self.experiment.variations[variation],
            k: setup.k,
            retrieve: &setup.retrieve,
            answer: &setup.answer,
            cancel: &self.running.cancel,
        };
        asking.measure(&self.questions)
    }

    fn of_variation(&self, variation: usize, error: EvalError) -> EvalError {
        match error.engine() {
            Some(EngineError::Interrupted) => error,
            _ => EvalError::Variation {
                variation: self.experiment.variations[variation].name.clone(),
                set: self.set.name.clone(),
                source: Box::new(error),
            },
        }
    }
}
