//! The models of a formula as a member of a family.

use crate::drawing::Drawing;
use crate::error::FamilyError;
use crate::member::Member;
use dlx_canon::symmetry::CountQuery;

/// A formula, given by a function that makes a problem with this name, and the words for its models.
pub(crate) struct Models<F> {
    pub(crate) name: String,
    pub(crate) lay_out: F,
}

impl<F: Fn(&str) -> Result<(CountQuery, Option<Drawing>), FamilyError> + Send + Sync> Member for Models<F> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        Ok(self.drawn()?.0)
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        Ok(self.drawn()?.1)
    }

    fn drawn(&self) -> Result<(CountQuery, Option<Drawing>), FamilyError> {
        (self.lay_out)(&self.name)
    }
}
