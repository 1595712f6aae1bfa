//! What a question asks of relations: values in, values out.
//!
//! A [`question::Question`] is a text taken apart once: words, numbers, dates,
//! operator words. A [`relation::Relation`] is a typed table that can be asked.
//! This crate opens no store, knows no model and starts no thread; the engine
//! gives it the question and the relations that may answer it.

pub mod enumerations;
pub mod header;
pub mod lexicon;
pub mod patterns;
pub mod query;
pub mod question;
pub mod relation;
pub mod statements;
pub mod trees;
