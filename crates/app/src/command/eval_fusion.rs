//! `perusal eval fusion`

use eval::fusion::{FusionSet, best_fixed, best_shares, mean_over, probes_agree};
use eval::gains::files_of;
use eval::optional_shares::{OptionalSet, OptionalShare, best, fixed_candidates};
use eval::{LineLimits, sets_in};
use perusal::retrieve::Shares;
use serde_json::json;

use super::eval::{builder, models_of};
use crate::cli::EvalFusionArgs;
use crate::context::Context;
use crate::embedder;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Prints what the weights of the fusion gain, set by set.
pub fn run(context: &Context, args: &EvalFusionArgs) -> Result<Code, Failure> {
    let embedder = embedder::to_build(context, None)?;
    let config = models_of(context, embedder.as_ref())?;
    let builder = builder(context, &config.ingest, embedder.as_ref());
    let mut sets = Vec::new();
    for folder in &args.folders {
        let found = sets_in(folder, LineLimits::default());
        if found.is_err() && files_of(folder).is_some() {
            sets.push(FusionSet::of_files(folder, &builder, &config.retrieve)?);
            continue;
        }
        for folders in found? {
            sets.push(FusionSet::measure(&folders, &builder, &config.retrieve)?);
        }
    }
    let apart = config.retrieve.sparse.is_some() || config.retrieve.late.is_some();
    let mut beside = Vec::new();
    for folder in args.folders.iter().filter(|_| apart) {
        for folders in sets_in(folder, LineLimits::default())? {
            beside.push(OptionalSet::measure(&folders, &builder, &config.retrieve)?);
        }
    }
    beside.retain(|set| set.queries() > 0);
    if !beside.is_empty() && !context.output.json {
        optional(context, &beside)?;
    }
    sets.retain(|set| !set.queries.is_empty());
    if sets.is_empty() {
        return Err(Failure::Usage {
            message: "no set has queries that both arms take part in".to_owned(),
            hint: "install a model: perusal models pull all-minilm-l6-v2".to_owned(),
        });
    }
    let lines: Vec<Line> = sets.iter().map(|set| line(set, &sets)).collect();
    let all: Vec<&FusionSet> = sets.iter().collect();
    let chosen = best_shares(&all);
    if context.output.json {
        context.output.object(&json!({
            "schema": SCHEMA,
            "sets": lines.iter().map(Line::json).collect::<Vec<_>>(),
            "best_fixed": best_fixed(&all),
            "chosen": format!("{chosen:?}"),
            "probes_agree": probes_agree(&all),
        }))?;
        return Ok(Code::Done);
    }
    context.output.line(
        "nDCG@10 by set, of questions about files evidence on the pages of the first 10 hits",
    )?;
    context.output.line(
        "set                queries  keyword   dense     0.3     0.7   ranks   fixed  left out  shipped  oracle  share closed",
    )?;
    for line in &lines {
        context.output.line(&line.text())?;
    }
    context.output.line(&mean(&lines).text())?;
    context.output.line(&format!(
        "best fixed share of the dense arm {:.2}; best constants {chosen:?}; shipped {:?}",
        best_fixed(&all),
        Shares::FITTED
    ))?;
    let gain =
        mean_over(&all, |set| set.with(&chosen)) - mean_over(&all, |set| set.with(&Shares::FITTED));
    context.output.line(&format!(
        "the best constants gain {gain:+.4} on the sets they are chosen on"
    ))?;
    let probes: Vec<String> = sets
        .iter()
        .map(|set| format!("{} {:+.3} {:.2}", set.name, set.probed, best_fixed(&[set])))
        .collect();
    context.output.line(&format!(
        "known items, dense before keyword, and the set's own best share: {}; tau {:+.2}",
        probes.join(", "),
        probes_agree(&all)
    ))?;
    Ok(Code::Done)
}

/// Prints what the shares of the optional arms gain, set by set.
fn optional(context: &Context, sets: &[OptionalSet]) -> Result<(), Failure> {
    let all: Vec<&OptionalSet> = sets.iter().collect();
    let fixed = fixed_candidates();
    let shipped = [OptionalShare::fixed(0.2); 2];
    let none = [OptionalShare::fixed(0.0); 2];
    context.output.line(
        "optional arms      queries  without  0.2 each  fixed   by the query  oracle   constants of the other sets",
    )?;
    let mut means = [0.0; 5];
    for set in sets {
        let others: Vec<&OptionalSet> = sets
            .iter()
            .filter(|other| sets.len() == 1 || !std::ptr::eq(*other, set))
            .collect();
        let chosen = best(&others, usize::MAX);
        let figures = [
            set.with(&none),
            set.with(&shipped),
            set.with(&best(&others, fixed)),
            set.with(&chosen),
            set.oracle(),
        ];
        for (mean, figure) in means.iter_mut().zip(figures) {
            *mean += figure / sets.len() as f64;
        }
        let told = format!("{}; {}", constants(&chosen[0]), constants(&chosen[1]));
        context
            .output
            .line(&optional_line(&set.name, set.queries(), figures, &told))?;
    }
    let told = best(&all, usize::MAX)
        .map(|share| constants(&share))
        .join("; ");
    let queries = sets.iter().map(OptionalSet::queries).sum();
    context
        .output
        .line(&optional_line("mean", queries, means, &told))?;
    Ok(())
}

fn constants(share: &OptionalShare) -> String {
    let OptionalShare { prose, codes, peak } = share;
    format!("{prose:.2} codes {codes:.1} peak {peak:+.1}")
}

fn optional_line(name: &str, queries: usize, figures: [f64; 5], told: &str) -> String {
    let [none, shipped, fixed, following, oracle] = figures;
    format!(
        "{name:18} {queries:7}   {none:.4}    {shipped:.4}  {fixed:.4}        {following:.4}  {oracle:.4}   {told}"
    )
}

/// One set's row.
struct Line {
    name: String,
    queries: usize,
    keyword: f64,
    dense: f64,
    /// Both arms with a share of 0.3 and of 0.7 for the dense one, and by reciprocal ranks:
    /// what the weights stand beside.
    plain: [f64; 3],
    /// The best fixed share of the other sets.
    fixed: f64,
    /// The best constants of the other sets.
    left_out: f64,
    shipped: f64,
    oracle: f64,
}

fn line(set: &FusionSet, sets: &[FusionSet]) -> Line {
    let others: Vec<&FusionSet> = sets
        .iter()
        .filter(|other| sets.len() == 1 || !std::ptr::eq(*other, set))
        .collect();
    Line {
        name: set.name.clone(),
        queries: set.queries.len(),
        keyword: set.fixed(0.0),
        dense: set.fixed(1.0),
        plain: [set.fixed(0.3), set.fixed(0.7), set.by_rank()],
        fixed: set.fixed(best_fixed(&others)),
        left_out: set.with(&best_shares(&others)),
        shipped: set.with(&Shares::FITTED),
        oracle: set.oracle(),
    }
}

fn mean(lines: &[Line]) -> Line {
    let mean = |of: &dyn Fn(&Line) -> f64| lines.iter().map(of).sum::<f64>() / lines.len() as f64;
    Line {
        name: "mean".to_owned(),
        queries: lines.iter().map(|line| line.queries).sum(),
        keyword: mean(&|line| line.keyword),
        dense: mean(&|line| line.dense),
        plain: [0, 1, 2].map(|at| mean(&|line| line.plain[at])),
        fixed: mean(&|line| line.fixed),
        left_out: mean(&|line| line.left_out),
        shipped: mean(&|line| line.shipped),
        oracle: mean(&|line| line.oracle),
    }
}

impl Line {
    /// What the constants of the other sets close of the way from the best fixed
    /// share to the oracle; 0 where there is none.
    fn closed(&self) -> f64 {
        let gap = self.oracle - self.fixed;
        if gap > 1e-9 {
            (self.left_out - self.fixed) / gap
        } else {
            0.0
        }
    }

    fn text(&self) -> String {
        format!(
            "{:18} {:7}  {:.4}  {:.4}  {:.4}  {:.4}  {:.4}  {:.4}  {:.4}    {:.4}   {:.4}  {:+.3}",
            self.name,
            self.queries,
            self.keyword,
            self.dense,
            self.plain[0],
            self.plain[1],
            self.plain[2],
            self.fixed,
            self.left_out,
            self.shipped,
            self.oracle,
            self.closed()
        )
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "name": self.name, "queries": self.queries, "keyword": self.keyword,
            "dense": self.dense, "dense_0_3": self.plain[0], "dense_0_7": self.plain[1],
            "ranks": self.plain[2], "fixed": self.fixed, "left_out": self.left_out,
            "shipped": self.shipped, "oracle": self.oracle, "share_closed": self.closed(),
        })
    }
}
