//! What rules see of a search.

/// A search at one moment, reduced to what rules judge. Plain numbers: a rule can be tested
/// with any sequence of them, and never touches a tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    /// Simulations of this search so far.
    pub simulations: u64,
    /// Moves that may be played.
    pub moves: u32,
    /// Visits of the most visited move, those inherited from earlier searches included.
    pub most_visits: f64,
    /// Visits of the one that comes next; 0 when there is no other.
    pub second_visits: f64,
    /// The mean of the most visited move, for the player to move.
    pub best_value: f64,
    /// The mean of the root over all moves.
    pub root_value: f64,
    /// Whether the most visited move also has the highest mean.
    pub has_best_mean: bool,
    /// Whether it also has the highest score in the selection.
    pub has_best_score: bool,
    /// The greatest criticality of any point in this search, where it is measured.
    pub max_criticality: Option<f64>,
}

impl View {
    /// A search that has found nothing yet.
    pub const EMPTY: Self = Self {
        simulations: 0,
        moves: 0,
        most_visits: 0.0,
        second_visits: 0.0,
        best_value: 0.5,
        root_value: 0.5,
        has_best_mean: true,
        has_best_score: true,
        max_criticality: None,
    };
}

/// The moment at which a move is to be found, reduced to what allocations ask for.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Occasion {
    /// Moves made in the game so far, by both players.
    pub ply: u32,
    /// Stones on the board; 0 outside of Go.
    pub stones: u32,
    /// How many moves the simulations of our previous search took on average, if there was
    /// one.
    pub simulated_length: Option<f64>,
    /// The greatest criticality of any point in our previous search, if it was measured.
    pub last_criticality: Option<f64>,
    /// What pondering has already done for this move: so much less is planned.
    pub pondered: std::time::Duration,
}
