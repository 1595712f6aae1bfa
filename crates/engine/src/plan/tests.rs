//! Rules of plans on small made documents.
