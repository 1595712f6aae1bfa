//! What a language model proposed for questions over tables, and how often that is right.

use std::collections::BTreeMap;

use perusal::ask::Asked;
use perusal::tables::model::PlanState;

use super::{Proposed, TableQuestion, TableResult};
use crate::denotation::is_same_denotation;
use crate::stated::typed;

/// The proposal for an asked question.
pub(super) fn by_model(question: &TableQuestion, asked: &Asked) -> Option<Proposed> {
    let plan = asked.model_plan.as_ref()?;
    let values: Vec<_> = plan.values.iter().map(typed).collect();
    let reason = match &plan.state {
        PlanState::Failed(reason) => Some(reason.clone()),
        PlanState::Considered | PlanState::Missing(_) => None,
    };
    Some(Proposed {
        case: plan
            .agreed
            .map_or(plan.state.told().0, |agreed| agreed.as_str()),
        right: plan.agreed.is_some() && is_same_denotation(&values, &question.gold),
        reason,
    })
}

/// Sums over the questions for which a model was asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ModelFigures {
    /// Questions for which it was asked.
    pub asked: usize,
    /// Its own values are right, whatever was made of them.
    pub right: usize,
    /// Right ones and all by case.
    pub cases: BTreeMap<&'static str, (usize, usize)>,
    /// Reasons of what failed.
    pub reasons: BTreeMap<String, usize>,
}

/// Sums up.
pub fn model_figures(results: &[TableResult]) -> ModelFigures {
    let mut figures = ModelFigures::default();
    for one in results.iter().filter_map(|one| one.proposed.as_ref()) {
        figures.asked += 1;
        figures.right += usize::from(one.right);
        let (right, all) = figures.cases.entry(one.case).or_default();
        *right += usize::from(one.right);
        *all += 1;
        if let Some(reason) = &one.reason {
            *figures.reasons.entry(reason.clone()).or_default() += 1;
        }
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposals_are_counted_by_how_the_patterns_stand_to_them() {
        let result = |case: &'static str, right: bool| TableResult {
            id: String::new(),
            kind: String::new(),
            by: None,
            right: false,
            oracle: false,
            confidence: 0.0,
            stated: false,
            found: None,
            proposed: Some(Proposed {
                case,
                right,
                reason: (case == "failed").then(|| "it is not JSON".to_owned()),
            }),
            milliseconds: 0.0,
            fault: None,
        };
        let all = [
            result("first", true),
            result("first", false),
            result("failed", false),
        ];
        let figures = model_figures(&all);
        assert_eq!((figures.asked, figures.right), (3, 1));
        assert_eq!(figures.cases["first"], (1, 2));
        assert_eq!(figures.reasons["it is not JSON"], 1);
    }
}
