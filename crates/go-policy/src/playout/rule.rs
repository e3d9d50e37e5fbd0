//! The rules by which playouts make moves, as the record names them.

/// Which rule made a move of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum PlayoutRule {
    /// Chance, or a pass for want of a move.
    Chance = 0,
    /// A remembered answer to the last two moves.
    ReplyToTwo,
    /// A remembered answer to the last move.
    ReplyToOne,
    /// Capturing the chain of the last move.
    Take,
    /// Saving a chain from atari by capturing beside it.
    SaveByCapture,
    /// Saving a chain from atari by extending.
    SaveByExtension,
    /// Putting a chain with two liberties in atari.
    Attack,
    /// Giving a chain with two liberties more of them.
    Strengthen,
    /// The vital point of a small space.
    Nakade,
    /// A 3×3 shape.
    Shape,
    /// Capturing anywhere.
    Capture,
    /// Where nothing is around.
    Fill,
    /// The last liberty of a chain, drawn by its weight.
    Urgent,
}

impl PlayoutRule {
    /// All rules, in the order of their numbers.
    pub const ALL: [Self; 13] = [
        Self::Chance,
        Self::ReplyToTwo,
        Self::ReplyToOne,
        Self::Take,
        Self::SaveByCapture,
        Self::SaveByExtension,
        Self::Attack,
        Self::Strengthen,
        Self::Nakade,
        Self::Shape,
        Self::Capture,
        Self::Fill,
        Self::Urgent,
    ];

    /// What the rule is called where moves are shown.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chance => "chance",
            Self::ReplyToTwo => "reply-to-two",
            Self::ReplyToOne => "reply-to-one",
            Self::Take => "take",
            Self::SaveByCapture => "save-by-capture",
            Self::SaveByExtension => "save-by-extension",
            Self::Attack => "attack",
            Self::Strengthen => "strengthen",
            Self::Nakade => "nakade",
            Self::Shape => "shape",
            Self::Capture => "capture",
            Self::Fill => "fill",
            Self::Urgent => "urgent",
        }
    }

    /// The rule with this number in a record.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}
