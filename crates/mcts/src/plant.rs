//! How a search begins: the ground it stands on and the entry of its root.
//!
//! Every driver and every rank of a cluster begins in the same way, so that they differ in
//! nothing but who does the work.

use tewari_game::{Game, GameState, Move, MoveList};

use crate::config::{Config, Formula};
use crate::credit::AmafRule;
use crate::knowledge::{Knowledge, Opinion};
use crate::prior::Prior;
use crate::repetition::Past;
use crate::restriction::Restrictions;
use crate::select::Rule;
use crate::setup::Setup;
use crate::tree::{Columns, Lookup, Slot, Table};
use crate::walk::Ground;

/// The columns that a search by `config` needs. `in_flight` says whether more than one
/// simulation will be under way.
#[must_use]
pub fn columns<S: Setup>(config: &Config, in_flight: bool) -> Columns {
    Columns {
        amaf: config.rave.on,
        squares: config.search.formula == Formula::Ucb1Tuned,
        prior: S::Knowledge::PRIORS || config.search.psr > 0.0 || config.search.grandfather > 0.0,
        bias: S::Knowledge::BIAS,
        in_flight,
    }
}

/// The moves of a root with what was learnt of them, for PSR.
pub type Previous = Vec<(Move, Prior)>;

impl<'g, G: Game> Ground<'g, G> {
    /// The ground for searching `state`. `seed` and `search` name the random streams;
    /// `simulations` were made since the floor of the table was raised.
    pub fn new(
        game: &'g G,
        state: &G::State,
        config: &Config,
        seed: u64,
        search: u64,
        simulations: u64,
    ) -> Self {
        let mut root = game.new_sim();
        game.load(state, &mut root);
        Self {
            game,
            root_key: root.key(),
            player: root.to_move(),
            past: Past::of(game, state),
            config: *config,
            rule: Rule::new(config, game.max_moves(), game.moves_made(state)),
            amaf: AmafRule::new(&config.rave, simulations),
            excluded: Vec::new(),
            restrictions: Restrictions::default(),
            restricted: 0,
            deepest: match config.search.depth {
                0 => game.max_playout_length(),
                depth => (depth as usize).min(game.max_playout_length()),
            },
            root,
            seed,
            search,
        }
    }

    /// Finds or makes the entry of the root; `None` if there is no move to search. An entry is
    /// about a position, whatever its past, and outlives the search: it has all moves, and
    /// those that the record of the game forbids are excluded from this search alone. That
    /// also keeps the solver honest: a forbidden move stays open, so the position is never
    /// proven lost because of what it may not do this time. `previous` are the root's moves at
    /// the end of the search before.
    pub fn plant<K: Knowledge<G>>(
        &mut self,
        state: &G::State,
        table: &Table,
        knowledge: &K,
        previous: &[(Move, Prior)],
    ) -> Option<Slot> {
        let slot = match table.find(self.root_key) {
            Lookup::Found(slot) => slot,
            Lookup::Absent(victim) => {
                let mut knowledge = knowledge.clone();
                let mut moves = MoveList::new();
                knowledge.propose(self.game, &self.root, &mut moves);
                if !moves.iter().any(|&mv| state.is_legal(mv)) {
                    return None;
                }
                let mut opinions = vec![Opinion::NONE; moves.len()];
                knowledge.judge(self.game, &self.root, &[], &moves, &mut opinions);
                let share = self.config.search.psr as f32;
                let inherited = |mv: Move| {
                    previous
                        .iter()
                        .find(|(previous, _)| *previous == mv)
                        .map_or(Prior::NONE, |(_, p)| Prior {
                            visits: share * p.visits,
                            mean: p.mean,
                        })
                };
                let mut rows: Vec<(Move, Opinion)> = moves.into_iter().zip(opinions).collect();
                if self.config.predictor.widening {
                    rows.sort_by(|(a, x), (b, y)| y.bias.total_cmp(&x.bias).then(a.cmp(b)));
                }
                let claim = victim.claim()?;
                let entry = claim.entry();
                entry.fill(&rows.iter().map(|&(mv, _)| mv).collect::<Vec<_>>());
                for (i, &(mv, opinion)) in rows.iter().enumerate() {
                    let prior = opinion.prior.plus(inherited(mv));
                    if entry.columns().prior && prior.visits > 0.0 {
                        entry.set_prior(i, prior);
                    }
                    if entry.columns().bias {
                        entry.set_bias(i, opinion.bias);
                    }
                }
                claim.publish(self.root_key)
            }
            // A search begins alone, so nobody is writing; and it has touched nothing yet.
            Lookup::Busy | Lookup::Full => return None,
        };
        let entry = table.entry(slot);
        self.excluded = (0..entry.count())
            .filter(|&i| !state.is_legal(entry.mv(i)))
            .collect();
        (self.excluded.len() < entry.count()).then_some(slot)
    }
}
