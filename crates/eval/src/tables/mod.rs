//! Questions over tables, measured by what is denoted.
//!
//! Each question is asked over a library of its own table, or over one of all tables with
//! the title given. Whatever is decided, the best candidate's values are compared with the
//! gold ones.

mod by_model;
mod figures;
mod pools;
mod result;
mod run;
mod set;

pub use by_model::{ModelFigures, model_figures};
pub use figures::{COVERAGES, TableFigures, figures};
pub use pools::{PoolFiles, PoolQuestion, titled};
pub use result::{Proposed, TableResult};
pub use run::{CARDS, TableRun};
pub use set::{TableQuestion, TableSet, read_tables};
