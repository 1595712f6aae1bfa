//! Thinking that a model writes into its answer, between `<think>` and `</think>` at its start:
//! it is no part of the answer, and is taken out while the answer comes.

/// What thinking stands between.
const MARKS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// An answer of which the thinking at its start is taken out.
#[derive(Debug, Default)]
pub(crate) struct Thinking {
    state: State,
    /// What came and was not given out yet.
    held: String,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing but white space or the start of a mark came yet.
    #[default]
    Start,
    /// Thinking, until this mark.
    Inside(&'static str),
    /// White space behind the thinking.
    Behind,
    /// The answer.
    Answer,
}

impl Thinking {
    /// Takes the next piece; gives what of it is answer, which may be nothing.
    pub(crate) fn push(&mut self, piece: &str) -> String {
        if self.state == State::Answer {
            return piece.to_owned();
        }
        self.held.push_str(piece);
        loop {
            match self.state {
                State::Start => {
                    let start = self.held.trim_start();
                    let lower = start.to_ascii_lowercase();
                    if let Some((open, close)) =
                        MARKS.iter().find(|(open, _)| lower.starts_with(open))
                    {
                        self.held = start[open.len()..].to_owned();
                        self.state = State::Inside(close);
                    } else if MARKS.iter().any(|(open, _)| open.starts_with(&*lower)) {
                        return String::new();
                    } else {
                        self.state = State::Answer;
                        return std::mem::take(&mut self.held);
                    }
                }
                State::Inside(close) => match self.held.to_ascii_lowercase().find(close) {
                    Some(at) => {
                        self.held.drain(..at + close.len());
                        self.state = State::Behind;
                    }
                    None => {
                        self.keep_end(close.len());
                        return String::new();
                    }
                },
                State::Behind => {
                    let answer = self.held.trim_start().to_owned();
                    self.held.clear();
                    if !answer.is_empty() {
                        self.state = State::Answer;
                    }
                    return answer;
                }
                State::Answer => return std::mem::take(&mut self.held),
            }
        }
    }

    /// What was held back, once nothing more comes. What looked like a mark and was none is
    /// answer.
    ///
    /// # Errors
    /// A sentence when the answer is all thinking.
    pub(crate) fn rest(self) -> Result<String, String> {
        match self.state {
            State::Start => Ok(self.held),
            State::Behind | State::Answer => Ok(String::new()),
            State::Inside(_) => Err("its answer is all thinking".to_owned()),
        }
    }

    /// Keeps what may be the start of a mark of so many bytes.
    fn keep_end(&mut self, bytes: usize) {
        let mut from = self.held.len().saturating_sub(bytes);
        while !self.held.is_char_boundary(from) {
            from -= 1;
        }
        self.held.drain(..from);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The answer, however it is cut.
    fn answer(text: &str, cuts: &[usize]) -> Result<String, String> {
        let mut thinking = Thinking::default();
        let mut answer = String::new();
        let mut rest = text;
        for cut in cuts.iter().chain(std::iter::repeat(&1_000)) {
            if rest.is_empty() {
                break;
            }
            let mut at = (*cut).min(rest.len());
            while !rest.is_char_boundary(at) {
                at += 1;
            }
            answer.push_str(&thinking.push(&rest[..at]));
            rest = &rest[at..];
        }
        Ok(answer + &thinking.rest()?)
    }

    proptest! {
        #[test]
        fn thinking_goes_and_the_answer_stays_however_they_come(
            thought in "[a-zä<>/ \n]{0,60}",
            said in "[a-zA-Zä<>/.][a-zä<>/ .\n]{0,60}",
            cuts in prop::collection::vec(1_usize..7, 0..40),
        ) {
            prop_assume!(!thought.contains("</think>"));
            let text = format!("\n<think>{thought}</think>\n\n{said}");
            prop_assert_eq!(answer(&text, &cuts), Ok(said));
        }

        #[test]
        fn what_holds_no_thinking_is_left_alone(
            said in "[a-zA-Zä<>/ .\n]{0,80}",
            cuts in prop::collection::vec(1_usize..7, 0..40),
        ) {
            prop_assume!(!said.to_lowercase().contains("<think"));
            prop_assert_eq!(answer(&said, &cuts), Ok(said));
        }
    }

    #[test]
    fn marks_elsewhere_and_marks_without_an_end() {
        let plain = "It says <think> in the file.";
        assert_eq!(answer(plain, &[3]), Ok(plain.to_owned()));
        assert_eq!(answer("<thi", &[1, 1]), Ok("<thi".to_owned()));
        assert_eq!(answer("<THINKING>a</thinking> 7", &[2]), Ok("7".to_owned()));
        assert!(answer("<think>on and on", &[1]).is_err());
    }
}
