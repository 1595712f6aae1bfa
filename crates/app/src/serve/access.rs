//! What the one who asks may do.

use axum::http::StatusCode;

use super::problem::Problem;
use super::tokens::{Scope, Token};

/// Between the name of a token and what is its own: no name has a control character in it.
const OWNED: char = '\u{1f}';

/// What a route demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    /// Nothing: whether the server lives says nothing of what it holds.
    Public,
    /// A token of this scope.
    Scope(Scope),
}

/// What the one who asks may do.
#[derive(Debug, Clone)]
pub struct Access {
    /// The token's name; `None` without one.
    name: Option<String>,
    scopes: Vec<Scope>,
    /// `None` for all collections.
    collections: Option<Vec<String>>,
}

impl Access {
    /// A program that this user started.
    pub fn local(writes: bool) -> Self {
        let scopes = Scope::ALL.iter().copied();
        Self {
            name: None,
            scopes: scopes
                .filter(|scope| writes || *scope != Scope::Write)
                .collect(),
            collections: None,
        }
    }

    /// What whoever needs no token may do: all of it.
    pub fn all() -> Self {
        Self::local(true)
    }

    /// What is open to everybody allows nothing and sees nothing.
    pub fn nothing() -> Self {
        Self {
            name: None,
            scopes: Vec::new(),
            collections: Some(Vec::new()),
        }
    }

    /// What a token allows.
    pub fn of(token: Token) -> Self {
        Self {
            name: Some(token.name),
            scopes: token.scopes,
            collections: (!token.collections.is_empty()).then_some(token.collections),
        }
    }

    /// The same at a server that follows another: it changes nothing, and is not followed itself.
    pub fn at_a_replica(mut self) -> Self {
        let kept = |scope: &Scope| !matches!(scope, Scope::Write | Scope::Follow);
        self.scopes.retain(kept);
        self
    }

    /// Who it is: the name of a token; empty for the user of this machine.
    pub fn owner(&self) -> &str {
        self.name.as_deref().unwrap_or_default()
    }

    /// The name of the token; `None` without one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What it allows.
    pub fn scopes(&self) -> &[Scope] {
        &self.scopes
    }

    /// The collections it may see; `None` for all.
    pub fn seen(&self) -> Option<&[String]> {
        self.collections.as_deref()
    }

    /// Whose questions it may look at; `None` for everybody's.
    pub fn asker(&self) -> Option<&str> {
        (!self.allows(Scope::Admin)).then_some(self.owner())
    }

    /// A name without what [`Access::own`] added; `None` for one of somebody else.
    pub fn disowned<'n>(&self, name: &'n str) -> Option<&'n str> {
        match &self.name {
            Some(owner) => name.strip_prefix(owner.as_str())?.strip_prefix(OWNED),
            None => (!name.contains(OWNED)).then_some(name),
        }
    }

    /// Refuses what it does not allow.
    ///
    /// # Errors
    /// A scope that is missing.
    pub fn demand(&self, scope: Scope) -> Result<(), Problem> {
        if self.allows(scope) {
            return Ok(());
        }
        let detail = format!("this token does not allow `{scope}`");
        Err(Problem::new(StatusCode::FORBIDDEN, "scope_missing", detail))
    }

    /// A name that those who ask with other tokens cannot give: of a session, of a request.
    pub fn own(&self, name: &str) -> String {
        match &self.name {
            Some(owner) => format!("{owner}{OWNED}{name}"),
            None => name.to_owned(),
        }
    }

    /// Whether it is a token's.
    pub fn is_token(&self) -> bool {
        self.name.is_some()
    }

    /// Whether it allows this.
    pub fn allows(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }

    /// Whether it may see a collection.
    pub fn sees(&self, collection: &str) -> bool {
        let collections = self.collections.as_ref();
        collections.is_none_or(|seen| seen.iter().any(|one| one == collection))
    }
}
