//! A model that reports the sentences which hold a word, as slowly and as badly as it is told to.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use models::{
    Allowance, Completion, Counted, End, LanguageModel, LanguageProfile, Limits, ModelError,
    Request, Shape,
};

/// How it goes about it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Behaviour {
    pub seed: u64,
    /// Longest time of a call; each has its own by its text.
    pub slowest_ms: u64,
    /// A third of the calls fail or are no JSON.
    pub fails: bool,
    /// Calls end by their limits alone.
    pub hangs: bool,
    /// It is never sure.
    pub unsure: bool,
    /// It invents.
    pub lies: bool,
    /// What it says is missing, where it is not sure.
    pub missing: &'static str,
}

pub struct Reporter {
    profile: LanguageProfile,
    /// Words, any of which makes a sentence worth reporting.
    words: Vec<String>,
    behaviour: Behaviour,
    spent: Mutex<Allowance>,
    running: AtomicUsize,
    most_running: AtomicUsize,
    graded: AtomicUsize,
}

impl Reporter {
    pub fn new(words: &str, behaviour: Behaviour) -> Reporter {
        Reporter {
            profile: LanguageProfile {
                id: "scripted:reporter".to_owned(),
                context_tokens: 8_192,
                counted: Counted::Estimated,
            },
            words: words.split('|').map(str::to_owned).collect(),
            behaviour,
            spent: Mutex::default(),
            running: AtomicUsize::new(0),
            most_running: AtomicUsize::new(0),
            graded: AtomicUsize::new(0),
        }
    }

    /// What all calls took that were begun.
    pub fn spent(&self) -> Allowance {
        *self.spent.lock().unwrap()
    }

    pub fn most_running(&self) -> usize {
        self.most_running.load(Ordering::SeqCst)
    }

    pub fn graded(&self) -> usize {
        self.graded.load(Ordering::SeqCst)
    }

    fn reports(&self, text: &str) -> Vec<String> {
        let holds = |line: &&str| self.words.iter().any(|word| line.contains(word));
        text.lines()
            .filter(holds)
            .take(2)
            .map(str::to_owned)
            .collect()
    }

    fn answer(&self, request: &Request) -> String {
        let text = &request.messages.last().unwrap().text;
        let system = &request.messages[0].text;
        let line = system.split("between the lines \"").nth(1).unwrap();
        let boundary = line.split('"').next().unwrap();
        let evidence = text.split(boundary).nth(1).unwrap_or_default();
        let found = self.reports(evidence);
        let schema = match &request.shape {
            Shape::Json(schema) => schema.to_string(),
            _ => String::new(),
        };
        if schema.contains("\"grade\"") {
            self.graded.fetch_add(1, Ordering::SeqCst);
            let grade = if found.is_empty() { 1 } else { 10 };
            return format!("{{\"grade\":{grade}}}");
        }
        if schema.is_empty() {
            if self.behaviour.lies {
                return "Napoleon rebuilt it, see https://evil.example [1].".to_owned();
            }
            let first = found.first().cloned().unwrap_or_default();
            return format!("{first} [1]");
        }
        let relevant = !found.is_empty();
        let (says, quotes) = match self.behaviour.lies {
            true => (
                "Napoleon rebuilt it, see https://evil.example.".to_owned(),
                vec!["Napoleon himself rebuilt the bridge in a single night.".to_owned()],
            ),
            false => (found.first().cloned().unwrap_or_default(), found),
        };
        let sure = if self.behaviour.unsure { 30 } else { 90 };
        serde_json::json!({
            "relevant": relevant || self.behaviour.lies,
            "says": says,
            "quotes": quotes,
            "sure": sure,
            "missing": if self.behaviour.unsure { self.behaviour.missing } else { "" },
        })
        .to_string()
    }
}

impl LanguageModel for Reporter {
    fn profile(&self) -> &LanguageProfile {
        &self.profile
    }

    fn complete(
        &self,
        request: &Request,
        limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<Completion, ModelError> {
        limits.check()?;
        let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
        self.most_running.fetch_max(running, Ordering::SeqCst);
        let outcome = self.called(request, limits);
        self.running.fetch_sub(1, Ordering::SeqCst);
        let completion = outcome?;
        emit(&completion.text);
        Ok(completion)
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(text.len().div_ceil(3))
    }
}

impl Reporter {
    fn called(&self, request: &Request, limits: &Limits) -> Result<Completion, ModelError> {
        let prompt: usize = request
            .messages
            .iter()
            .map(|one| one.text.len().div_ceil(3))
            .sum();
        let text = &request.messages.last().unwrap().text;
        let mut draw = Draw::new(self.behaviour.seed ^ hash(text));
        {
            let mut spent = self.spent.lock().unwrap();
            spent.calls += 1;
            spent.prompt_tokens += prompt as u64;
        }
        let time = match self.behaviour.slowest_ms {
            0 => 0,
            slowest => draw.below(slowest),
        };
        let began = Instant::now();
        while self.behaviour.hangs || began.elapsed() < Duration::from_millis(time) {
            limits.check()?;
            std::thread::sleep(Duration::from_millis(2));
        }
        let (failed, garbled) = (draw.below(6) == 0, draw.below(6) == 0);
        if self.behaviour.fails && failed {
            return Err(ModelError::BadAnswer {
                name: self.profile.id.clone(),
                endpoint: "nowhere".to_owned(),
                reason: "it broke off".to_owned(),
            });
        }
        let mut answer = match self.behaviour.fails && garbled {
            true => "{\"relevant\": tr".to_owned(),
            false => self.answer(request),
        };
        let most = request.tokens_max as usize * 3;
        if answer.len() > most {
            answer.truncate(
                (0..=most)
                    .rev()
                    .find(|at| answer.is_char_boundary(*at))
                    .unwrap_or(0),
            );
        }
        let tokens = answer.len().div_ceil(3) as u64;
        self.spent.lock().unwrap().completion_tokens += tokens;
        Ok(Completion {
            text: answer,
            end: End::Complete,
            prompt_tokens: u32::try_from(prompt).unwrap(),
            completion_tokens: u32::try_from(tokens).unwrap(),
            counted: Counted::Estimated,
        })
    }
}

/// Numbers that depend on a seed alone.
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Draw {
        Draw(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// A number below `end`, which is over 0; of 0 it is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end.max(1)
    }
}

fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |state, byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
