//! The parameters of the search, each declared once.

use tewari_base::{choice, params};

choice! {
    /// How a move is chosen inside the tree.
    pub enum Formula {
        /// The move tried least often: the same number of playouts for every move.
        MonteCarlo,
        /// `w/n + C·sqrt(ln N / n)` (Auer et al. 2002; Erica).
        Ucb1,
        /// `w/n + C·sqrt(2·ln N / n)` (Kocsis and Szepesvári 2006; Gomorra).
        Ucb1Doubled,
        /// `w/n + C·sqrt((ln N / n)·min(1/4, V))`, `V = variance + sqrt(2·ln N / n)`.
        Ucb1Tuned,
    }
}

choice! {
    /// What a move is worth before it was tried.
    pub enum FirstPlay {
        /// More than any other: every move is tried once, in order.
        UnvisitedFirst,
        /// The constant `search.urgency` (first-play urgency; Gelly et al. 2006).
        Urgency,
    }
}

choice! {
    /// Under which key a position is kept.
    pub enum KeyKind {
        /// The position: different orders of moves share statistics.
        Position,
        /// The moves that led to it: a tree without transpositions.
        Path,
    }
}

choice! {
    /// Which move is played in the end.
    pub enum FinalMove {
        /// The one with the most visits.
        MostVisited,
        /// The one with the best mean.
        BestMean,
        /// The one with both the most visits and the best mean; where they differ, the search
        /// goes on for up to half its length again (Coulom's "max robust child").
        MaxRobust,
    }
}

choice! {
    /// What a drawn playout adds.
    pub enum DrawReward {
        /// Half a win.
        Half,
        /// A win or a loss by chance (Gomorra).
        Sampled,
    }
}

params! {
    /// How the tree grows.
    pub struct SearchParams = "search" {
        /// The selection formula.
        formula: Formula = Formula::Ucb1;
        /// The constant C of the formula.
        exploration: f64 = 0.6, range 0.0..=10.0, step 0.05;
        /// What a move is worth before it was tried.
        first_play: FirstPlay = FirstPlay::UnvisitedFirst;
        /// The value of an untried move under first-play urgency.
        urgency: f64 = 1.1, range 0.0..=10.0, step 0.05;
        /// How deep the tree may grow in moves; 0 sets no limit, 1 keeps the root alone.
        depth: u32 = 0, range 0..=10_000;
        /// A position gets an entry of its own at this visit of the move that leads to it.
        expand_at: u32 = 2, range 1..=1_000_000, step 1;
        /// Under which key a position is kept.
        key: KeyKind = KeyKind::Position;
        /// Whether a search starts from what the one before it left.
        reuse: bool = true;
        /// Discount of previous simulation results (PSR): the root's moves start with this
        /// share of the visits and wins they had in our previous search; 0 is off.
        psr: f64 = 0.0, range 0.0..=1.0, step 0.05;
        /// A new position's moves start with this share of the visits and wins of the same
        /// moves two plies above (grandfather initialisation); 0 is off.
        grandfather: f64 = 0.0, range 0.0..=1.0, step 0.05;
        /// Which move is played in the end.
        final_move: FinalMove = FinalMove::MostVisited;
        /// What a drawn playout adds.
        draws: DrawReward = DrawReward::Half;
        /// Whether proven wins and losses are recognised (MCTS-Solver).
        solver: bool = false;
    }
}

choice! {
    /// How much AMAF counts beside the visits.
    pub enum Schedule {
        /// `β = sqrt(k / (3n + k))`, n the visits of the move (Gomorra).
        Gelly,
        /// The same with n the visits of the parent (Many Faces, Aya).
        GellyParent,
        /// `β = a / (n + a + 4·n·a·b²)`, a the AMAF samples (Silver; Erica).
        Silver,
    }
}

choice! {
    /// Where the exploration term of the visits goes.
    pub enum Placement {
        /// Into the part that β takes away from: `(1−β)·(w/n + explore) + β·amaf` (Erica).
        Inside,
        /// Behind the mixture, unscaled: `(1−β)·w/n + β·amaf + explore` (Gomorra).
        Outside,
    }
}

params! {
    /// All moves as first.
    pub struct RaveParams = "rave" {
        /// Whether AMAF statistics are kept and used.
        on: bool = false;
        /// How much they count.
        schedule: Schedule = Schedule::Silver;
        /// The constant k of Gelly's schedule.
        equivalence: f64 = 1000.0, range 1.0..=1_000_000.0, step 50.0;
        /// The constant b of Silver's schedule: the supposed bias of AMAF.
        bias: f64 = 0.1, range 0.0..=1.0, step 0.01;
        /// Where the exploration term of the visits goes.
        placement: Placement = Placement::Inside;
        /// The constant of an exploration term of the AMAF part, `C·sqrt(ln A / a)`, A the
        /// samples of all moves; 0 leaves it out.
        exploration: f64 = 0.0, range 0.0..=10.0, step 0.05;
        /// Priors as AMAF: how many samples each of their imagined visits is; 0 leaves them to
        /// the visits alone.
        prior: f64 = 0.0, range 0.0..=100.0, step 0.1;
        /// Distance bias: what a sample loses for each move between the position and the
        /// move (a loss gains it); 0 is off.
        distance: f64 = 0.0, range 0.0..=0.1, step 0.0005;
        /// Whether answers to a taken ko are left out above it (ko-threat fix).
        ko_threats: bool = false;
    }
}

choice! {
    /// How a predictor's opinion enters the selection.
    pub enum BiasKind {
        /// Not at all.
        Off,
        /// `H/(n+1)`, H the predicted probability (Chaslot et al. 2007).
        Chaslot,
        /// `C·H/(n+1)` (Erica).
        Weighted,
    }
}

params! {
    /// Progressive bias and widening: what a predictor of moves is good for.
    pub struct PredictorParams = "predictor" {
        /// How its opinion enters the selection.
        bias: BiasKind = BiasKind::Off;
        /// The constant of the weighted bias.
        weight: f64 = 50.0, range 0.0..=10_000.0, step 5.0;
        /// Whether a position shows its moves one by one, the likeliest first.
        widening: bool = false;
        /// Visits until the second move is shown.
        widening_first: f64 = 40.0, range 1.0..=100_000.0, step 5.0;
        /// Each further move takes so many times as long.
        widening_growth: f64 = 1.4, range 1.0..=10.0, step 0.05;
        /// From this move of the game on all moves are shown; 0 means never.
        widening_until: u32 = 200, range 0..=100_000, step 10;
    }
}

choice! {
    /// What simulations under way do to the moves they took.
    pub enum InFlight {
        /// Nothing.
        Ignored,
        /// They count as losses until they come back (virtual loss).
        VirtualLoss,
        /// They count in the exploration term only, as unobserved samples (WU-UCT).
        Unobserved,
    }
}

choice! {
    /// How the workers of a search divide the work.
    pub enum Driver {
        /// All workers walk in one tree (tree parallelisation).
        SharedTree,
        /// One worker walks in the tree, all of them play out (leaf parallelisation).
        Leaf,
        /// Each worker has a tree of its own; what they know near the root is added up from
        /// time to time (root parallelisation).
        Root,
    }
}

params! {
    /// How several simulations go on at the same time.
    pub struct ParallelParams = "parallel" {
        /// How the workers divide the work.
        driver: Driver = Driver::SharedTree;
        /// What simulations under way do to the moves they took.
        in_flight: InFlight = InFlight::VirtualLoss;
        /// How many losses one virtual loss is.
        virtual_loss: f64 = 1.0, range 0.0..=100.0, step 0.5;
        /// Imagined wins that each worker sees on root moves of its own, to make workers
        /// differ; 0 is off.
        virtual_wins: f64 = 0.0, range 0.0..=1000.0, step 1.0;
        /// With the leaf driver: leaves that are played out at the same time.
        leaves: u32 = 1, range 1..=4096, step 1;
        /// With the leaf driver: playouts from each leaf, all of them credited.
        playouts: u32 = 4, range 1..=4096, step 1;
        /// With the root driver: simulations that each tree makes between two merges; 0 merges
        /// at the end alone.
        merge_every: u64 = 1000, range 0..=1_000_000_000, step 100;
        /// With the root driver: how many plies of the trees are merged, 1 being the root alone.
        merge_depth: u32 = 3, range 1..=100, step 1;
        /// With the root driver: a position below the root is merged if the move to it has at
        /// least this share of the root's visits.
        merge_share: f64 = 0.05, range 0.0..=1.0, step 0.01;
    }
}

/// Everything the search wants to know.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Config {
    /// How the tree grows.
    pub search: SearchParams,
    /// All moves as first.
    pub rave: RaveParams,
    /// Progressive bias and widening.
    pub predictor: PredictorParams,
    /// Several simulations in one tree.
    pub parallel: ParallelParams,
}

impl Config {
    /// Refuses what makes no sense with the knowledge of a search: `predicts` says whether there
    /// is a predictor of moves in it ([`BIAS`](crate::knowledge::Knowledge::BIAS)). Without one
    /// entries have no column for its opinions.
    ///
    /// # Errors
    /// With one line that names the parameters.
    pub fn check_with(&self, predicts: bool) -> Result<(), String> {
        self.check()?;
        let asked = self.predictor.bias != BiasKind::Off || self.predictor.widening;
        if asked && !predicts {
            let why = "predictor.bias and predictor.widening need a predictor of moves, and there \
                       is none here";
            return Err(why.into());
        }
        Ok(())
    }

    /// Refuses combinations that make no sense.
    ///
    /// # Errors
    /// With one line that names the parameters.
    pub fn check(&self) -> Result<(), String> {
        let search = &self.search;
        if search.psr > 0.0 && search.reuse {
            return Err(
                "search.psr needs search.reuse = false: both carry the last search over".into(),
            );
        }
        if self.rave.on && search.formula == Formula::MonteCarlo {
            return Err("rave.on has no meaning with search.formula = monte-carlo".into());
        }
        if search.formula == Formula::MonteCarlo && search.depth != 1 {
            return Err("search.formula = monte-carlo needs search.depth = 1".into());
        }
        if self.parallel.driver == Driver::Leaf && self.parallel.virtual_wins > 0.0 {
            return Err(
                "parallel.virtual_wins has no meaning with parallel.driver = leaf: \
                 one worker walks"
                    .into(),
            );
        }
        if search.depth == 1 && search.grandfather > 0.0 {
            return Err("search.grandfather needs a tree deeper than search.depth = 1".into());
        }
        Ok(())
    }
}
