//! New entries: the moves of a position with what is believed of them.

use super::{Ground, Leaf, Worker};
use crate::knowledge::{Knowledge, Opinion};
use crate::prior::Prior;
use crate::setup::Setup;
use crate::tree::{Entry, Slot, Table, Victim};

impl<S: Setup> Worker<S> {
    /// Makes an entry of the position reached, unless somebody else is faster.
    #[inline(never)]
    pub(super) fn grow(
        &mut self,
        ground: &Ground<'_, S::Game>,
        table: &Table,
        victim: Victim<'_>,
    ) -> Result<Slot, Leaf> {
        self.consider(ground, table);
        victim.claim().map_or(Err(Leaf::Open), |claim| {
            let entry = claim.entry();
            entry.fill(&self.moves);
            self.write_opinions(entry);
            self.journey.grown = true;
            self.entries_made += 1;
            Ok(claim.publish(self.key))
        })
    }

    /// Prepares moves and opinions for an entry of the position reached.
    fn consider(&mut self, ground: &Ground<'_, S::Game>, table: &Table) {
        self.knowledge
            .propose(ground.game, &self.sim, &mut self.moves);
        self.opinions.clear();
        self.opinions.resize(self.moves.len(), Opinion::NONE);
        if S::Knowledge::PRIORS || S::Knowledge::BIAS {
            self.line_moves.clear();
            self.line_moves
                .extend(self.journey.line.iter().map(|step| step.mv));
            self.knowledge.judge(
                ground.game,
                &self.sim,
                &self.line_moves,
                &self.moves,
                &mut self.opinions,
            );
        }
        let share = ground.config.search.grandfather as f32;
        if share > 0.0 && self.journey.path.len() >= 2 {
            let grandfather = self.journey.path[self.journey.path.len() - 2].slot;
            self.inherit(table, grandfather, share);
        }
        if ground.config.predictor.widening {
            self.sort_by_bias();
        }
    }

    /// Grandfather initialisation: the same player was to move two plies ago, and what was
    /// good then is likely good now (Gelly and Wang 2006).
    fn inherit(&mut self, table: &Table, grandfather: Slot, share: f32) {
        let entry = table.entry(grandfather);
        for i in 0..entry.count() {
            let tally = entry.tally(i);
            self.by_move[entry.mv(i).index()] = Prior {
                visits: share * tally.visits as f32,
                mean: tally.mean() as f32,
            };
        }
        for (mv, opinion) in self.moves.iter().zip(&mut self.opinions) {
            opinion.prior = opinion.prior.plus(self.by_move[mv.index()]);
        }
        for i in 0..entry.count() {
            self.by_move[entry.mv(i).index()] = Prior::NONE;
        }
    }

    /// Puts the likeliest moves first, for progressive widening.
    fn sort_by_bias(&mut self) {
        self.sorted.clear();
        self.sorted.extend(
            self.moves
                .iter()
                .copied()
                .zip(self.opinions.iter().copied()),
        );
        self.sorted
            .sort_unstable_by(|(a, x), (b, y)| y.bias.total_cmp(&x.bias).then(a.cmp(b)));
        for (i, &(mv, opinion)) in self.sorted.iter().enumerate() {
            self.moves[i] = mv;
            self.opinions[i] = opinion;
        }
    }

    fn write_opinions(&self, entry: Entry<'_>) {
        let columns = entry.columns();
        if !columns.prior && !columns.bias {
            return;
        }
        for (i, opinion) in self.opinions.iter().enumerate() {
            if columns.prior && opinion.prior.visits > 0.0 {
                entry.set_prior(i, opinion.prior);
            }
            if columns.bias && opinion.bias > 0.0 {
                entry.set_bias(i, opinion.bias);
            }
        }
    }
}
