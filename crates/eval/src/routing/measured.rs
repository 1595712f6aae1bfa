//! A router as it is measured.

use perusal::EngineError;
use perusal::models::{Embedder, Limits};
use perusal::route::{
    Classifiers, Decision, QuestionType, RouteConfig, RouteInput, decide, embeddings,
};

/// Bins of the calibration error.
pub(super) const BINS: usize = 10;

/// A router as it is measured.
#[derive(Clone, Copy)]
pub struct Router<'r> {
    /// What decides.
    pub classifiers: Classifiers<'r>,
    /// What embeds the questions; `None` leaves words alone.
    pub embedder: Option<&'r dyn Embedder>,
    /// Its settings.
    pub config: &'r RouteConfig,
}

impl Router<'_> {
    /// The embedding of a question, where there is an embedder.
    ///
    /// # Errors
    /// Those of the embedder.
    pub fn embed(&self, text: &str) -> Result<Option<Vec<f32>>, EngineError> {
        let Some(embedder) = self.embedder else {
            return Ok(None);
        };
        let mut embedded = embeddings(&[text], embedder, &Limits::none())?;
        Ok(embedded.pop())
    }

    /// Decides on a question with its embedding.
    ///
    /// # Errors
    /// A text that is empty or too long.
    pub fn decide(
        &self,
        text: &str,
        previous: bool,
        embedding: Option<&[f32]>,
    ) -> Result<Decision, EngineError> {
        self.decide_declared(text, previous, embedding, None)
    }

    /// As [`Router::decide`], of a type that is declared.
    ///
    /// # Errors
    /// A text that is empty or too long.
    pub fn decide_declared(
        &self,
        text: &str,
        previous: bool,
        embedding: Option<&[f32]>,
        declared: Option<QuestionType>,
    ) -> Result<Decision, EngineError> {
        let question = RouteInput {
            previous,
            embedding,
            declared,
            ..RouteInput::new(text)
        };
        decide(&question, self.config, self.classifiers)
    }
}

/// How many of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    /// Those that count.
    pub part: usize,
    /// All.
    pub whole: usize,
}

impl Share {
    /// Counts one more.
    pub fn add(&mut self, counts: bool) {
        self.part += usize::from(counts);
        self.whole += 1;
    }

    /// 0 to 1; 0 of none.
    pub fn value(self) -> f64 {
        if self.whole == 0 {
            0.0
        } else {
            self.part as f64 / self.whole as f64
        }
    }
}
