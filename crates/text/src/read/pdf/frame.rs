//! The directions of a page as it is read.

/// Turns page coordinates so that text at an angle runs left to right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    cos: f32,
    sin: f32,
    left: f32,
    top: f32,
}

impl Frame {
    pub(super) fn at(degrees: i32) -> Self {
        let (sin, cos) = (degrees as f32).to_radians().sin_cos();
        Self {
            cos,
            sin,
            left: 0.0,
            top: 0.0,
        }
    }

    /// The frame with its origin at the page's top left corner as read, so that
    /// places compare from page to page.
    pub(super) fn with_corner(self, page_box: Option<(f32, f32, f32, f32)>) -> Self {
        match self.bounds(page_box) {
            Some([left, top, ..]) => Self { left, top, ..self },
            None => self,
        }
    }

    /// Left, top, right and bottom of the page in the frame.
    pub(super) fn bounds(self, page_box: Option<(f32, f32, f32, f32)>) -> Option<[f32; 4]> {
        let (x0, y0, x1, y1) = page_box?;
        let corners = [(x0, y0), (x1, y0), (x0, y1), (x1, y1)].map(|(x, y)| self.apply(x, y));
        let (mut least, mut most) = ([f32::MAX; 2], [f32::MIN; 2]);
        for (x, y) in corners {
            least = [least[0].min(x), least[1].min(y)];
            most = [most[0].max(x), most[1].max(y)];
        }
        let bounds = [least[0], least[1], most[0], most[1]];
        bounds.iter().all(|at| at.is_finite()).then_some(bounds)
    }

    /// The point in the upright frame, `y` downward.
    pub(super) fn apply(self, x: f32, y: f32) -> (f32, f32) {
        let (along, across) = (x * self.cos + y * self.sin, x * self.sin - y * self.cos);
        (along - self.left, across - self.top)
    }

    /// The point of the page, `y` upward, that lies at this one of the frame.
    pub(super) fn back(self, x: f32, y: f32) -> (f32, f32) {
        let (along, across) = (x + self.left, y + self.top);
        (
            along * self.cos + across * self.sin,
            along * self.sin - across * self.cos,
        )
    }
}
