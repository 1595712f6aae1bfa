//! What the router reads: a question, and the settings it is read by.

use serde::{Deserialize, Serialize};

use super::{QuestionType, Shape};

/// Where a platform prefix must stand to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PrefixAt {
    /// Anywhere in the text.
    #[default]
    Anywhere,
    /// At its start, white space aside.
    Start,
}

/// Settings of the router.
#[derive(Debug, Clone, PartialEq)]
pub struct RouteConfig {
    /// Texts that mark a platform question (RC-01), in any case.
    pub platform_prefixes: Vec<String>,
    /// Where they must stand.
    pub platform_prefix_at: PrefixAt,
    /// Confidence from which the classifier decides the type, 0 to 1; `None`
    /// takes the fitted one.
    pub classifier_threshold: Option<f64>,
}

impl Default for RouteConfig {
    fn default() -> Self {
        Self {
            platform_prefixes: vec!["you are a direct and concise assistant".to_owned()],
            platform_prefix_at: PrefixAt::default(),
            classifier_threshold: None,
        }
    }
}

/// What is routed.
#[derive(Debug, Clone, Copy)]
pub struct RouteInput<'q> {
    /// The text as it was asked.
    pub text: &'q str,
    /// The session has an answer that this may be about.
    pub previous: bool,
    /// The caller's own word for the type: bypasses all layers.
    pub declared: Option<QuestionType>,
    /// The library it is asked of.
    pub shape: Shape,
    /// The embedding of the text, where a model is at hand, see [`embedding`].
    pub embedding: Option<&'q [f32]>,
    /// Nothing is known of the caller's account: only what a rule takes for a question about it is
    /// left unsearched.
    pub account_unknown: bool,
}

impl<'q> RouteInput<'q> {
    /// A question that stands alone.
    pub fn new(text: &'q str) -> Self {
        Self {
            text,
            previous: false,
            declared: None,
            shape: Shape::default(),
            embedding: None,
            account_unknown: false,
        }
    }
}
