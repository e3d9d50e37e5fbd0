//! The weights of the priors, each declared once.

use tewari_base::params;

params! {
    /// What is believed of moves of Go before they are tried, in imagined visits; a weight of
    /// 0 switches its source off.
    ///
    /// The weights were fitted, on 9×9: a softmax over the prior means of all moves was to give
    /// the most probability to those that long searches chose, in positions of our own games.
    /// How many visits all of them together are worth cannot be seen that way; it was taken
    /// where short searches lost least. The weight of `waste` was found in games, 12 was no better.
    /// Sources of weight 0 predict better moves and gained nothing in searches
    /// (docs/results/player.md). The weight of empty corners is for the eye: it is as large as it
    /// must be for an opening that looks like one.
    pub struct PriorParams = "prior" {
        /// Whether priors are given at all.
        on: bool = true;
        /// Every move: so many visits that came out even.
        even: f64 = 8.0, range 0.0..=1000.0, step 2.0;
        /// For moves that a rule of the playouts offers; half of it for shapes.
        hint: f64 = 6.0, range 0.0..=1000.0, step 2.0;
        /// For captures; twice as much where more than one stone is taken.
        capture: f64 = 3.0, range 0.0..=1000.0, step 2.0;
        /// For moves that save stones; twice as much where it is more than one in atari.
        save: f64 = 6.0, range 0.0..=1000.0, step 2.0;
        /// For beginning a ladder that works, against running in one.
        ladder: f64 = 10.0, range 0.0..=1000.0, step 2.0;
        /// Against self-atari that is no nakade, throw-in or capture.
        self_atari: f64 = 6.0, range 0.0..=1000.0, step 2.0;
        /// Against filling one's own eye, or what may become one.
        eye: f64 = 9.0, range 0.0..=1000.0, step 2.0;
        /// Against moves whose surroundings say that they waste a turn, as playouts see it.
        waste: f64 = 6.0, range 0.0..=1000.0, step 2.0;
        /// For moves that fit a 3x3 shape.
        shape: f64 = 8.0, range 0.0..=1000.0, step 1.0;
        /// For moves beside the last move on the board; less and less of it up to five steps away,
        /// counted as dx + dy + max(dx, dy).
        last: f64 = 0.0, range 0.0..=1000.0, step 1.0;
        /// For moves within four such steps of the move before the last.
        previous: f64 = 0.0, range 0.0..=1000.0, step 1.0;
        /// For moves at distance 1 from the last move, counted in chains.
        near_1: f64 = 6.0, range 0.0..=1000.0, step 1.0;
        /// For moves at distance 2 from the last move.
        near_2: f64 = 4.0, range 0.0..=1000.0, step 1.0;
        /// For moves at distance 3 from the last move.
        near_3: f64 = 4.0, range 0.0..=1000.0, step 1.0;
        /// Against the first line, wherever.
        first_line: f64 = 0.0, range 0.0..=1000.0, step 2.0;
        /// Against the first line, half of it against the second, where no stone is near, and
        /// less and less of it in the opening where one is; on boards from 13x13 a quarter for
        /// the third and fourth.
        edge: f64 = 18.0, range 0.0..=1000.0, step 2.0;
        /// For taking an empty corner on boards from 13x13, in the opening.
        corner: f64 = 60.0, range 0.0..=1000.0, step 2.0;
        /// When the opening is over: when stones stand on this share of the points.
        opening: f64 = 0.3, range 0.01..=1.0, step 0.05;
        /// Against passing, unless the opponent has just passed.
        pass: f64 = 15.0, range 0.0..=1000.0, step 2.0;
    }
}
