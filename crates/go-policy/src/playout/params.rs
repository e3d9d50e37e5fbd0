//! The parameters of the playouts, each declared once.

use tewari_base::{Rng, choice, params};

choice! {
    /// How playouts choose their moves.
    pub enum Policy {
        /// Uniformly among all acceptable moves.
        Uniform,
        /// By chance, with weights (Coulom 2006).
        Weighted,
        /// By the first rule that offers a move (MoGo), else by chance.
        Sequence,
    }
}

choice! {
    /// How a move is drawn where no rule offers one.
    pub enum Rest {
        /// Uniformly.
        Uniform,
        /// With the weights of the weighted policy.
        Weighted,
    }
}

choice! {
    /// Which answers playouts remember.
    pub enum Replies {
        /// None.
        Off,
        /// To the last move (LGRF-1).
        One,
        /// To the last two moves, else to the last one (LGRF-2).
        Two,
    }
}

choice! {
    /// Which ladders playouts read.
    pub enum Ladders {
        /// None: what is not clear counts as an escape.
        Off,
        /// Those of extensions from atari.
        Extensions,
        /// Those of chains with two liberties too.
        All,
    }
}

params! {
    /// How games of Go are played out. A rule has the probability with which it is asked: 0
    /// switches it off, 1 always asks.
    pub struct PlayoutParams = "playout" {
        /// How moves are chosen.
        policy: Policy = Policy::Sequence;
        /// Which answers are remembered from playout to playout and tried before any rule.
        replies: Replies = Replies::Off;
        /// Sequence: capture the chain that the last move belongs to, if it is in atari.
        take: f64 = 0.95, range 0.0..=1.0, step 0.05;
        /// Sequence: save a chain that the last move put in atari by capturing beside it.
        save_capture: f64 = 0.95, range 0.0..=1.0, step 0.05;
        /// Sequence: save a chain that the last move put in atari by extending.
        save_extend: f64 = 0.95, range 0.0..=1.0, step 0.05;
        /// Sequence: chains with two liberties beside the last move: put the enemy's in atari
        /// where they cannot escape, give one's own a third liberty.
        two_liberties: f64 = 0.9, range 0.0..=1.0, step 0.05;
        /// Sequence: the vital point of a small space beside the last move, or emptied by it.
        nakade: f64 = 0.9, range 0.0..=1.0, step 0.05;
        /// Sequence: a 3x3 shape around the last move.
        shapes: f64 = 0.95, range 0.0..=1.0, step 0.05;
        /// Sequence: capture anything anywhere.
        capture: f64 = 0.9, range 0.0..=1.0, step 0.05;
        /// Sequence: how many random points are tried for one with nothing around it ("fill
        /// the board"); 0 is off.
        fill: u32 = 0, range 0..=64, step 1;
        /// Sequence: how a move is drawn where no rule offers one.
        rest: Rest = Rest::Uniform;
        /// Sequence: the share of the moves drawn there that are made although their surroundings
        /// say that they waste a turn; the others are drawn again.
        waste: f64 = 0.2, range 0.0..=1.0, step 0.05;
        /// What is read as a ladder where counting liberties does not settle it.
        ladders: Ladders = Ladders::All;
        /// How many positions reading a ladder may take; what is not settled then counts as an
        /// escape.
        ladder_nodes: u32 = 16, range 1..=10_000, step 4;
        /// Whether self-atari is refused unless it is nakade, a throw-in or a capture.
        keep_safe: bool = true;
        /// Weighted policy or rest: how many ordinary moves the last liberty of a chain counts for.
        atari_weight: f64 = 20.0, range 1.0..=10_000.0, step 1.0;
        /// Weighted policy or rest: how many ordinary moves one that makes an eye counts for.
        eye_weight: f64 = 3.0, range 1.0..=100.0, step 0.5;
        /// A playout ends when one side is so many points ahead by stones and komi; 0 plays on.
        mercy: u32 = 0, range 0..=625, step 5;
    }
}

/// A probability, ready to be asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    /// The scale: a draw of 32 bits is below it.
    const CERTAIN: u64 = 1 << 32;

    pub(crate) fn new(probability: f64) -> Self {
        Self((probability.clamp(0.0, 1.0) * Self::CERTAIN as f64) as u64)
    }

    /// Nothing is drawn where there is nothing to decide.
    #[inline(always)]
    pub(crate) const fn happens(self, rng: &mut Rng) -> bool {
        match self.0 {
            0 => false,
            Self::CERTAIN => true,
            share => rng.next_u64() >> 32 < share,
        }
    }
}
