//! Crediting what lies at a rank.

use tewari_game::Game;
use tewari_mcts::credit::{Account, Crediting, FirstTimes};
use tewari_mcts::tree::Table;
use tewari_mcts::walk::Ground;

use crate::wire::UpdateRef;

/// Credits the entries of an update by simulation `index` that lie in `table`, the deepest
/// first. Nothing is changed if one of them does not fit.
pub(super) fn apply<G: Game>(
    ground: &Ground<'_, G>,
    table: &Table,
    times: &mut FirstTimes,
    index: u64,
    update: &UpdateRef<'_>,
) -> Result<(), &'static str> {
    for step in update.steps {
        let made = update.line.get(usize::from(step.depth));
        let made = made.ok_or("a step lies below its line")?.mv;
        if !table.is_touched(step.slot) {
            return Err("a step leads to no entry");
        }
        let (entry, edge) = (table.entry(step.slot), usize::from(step.edge));
        if edge >= entry.count() || entry.mv(edge) != made {
            return Err("a step leads to another move");
        }
    }
    let account = Account {
        tree: update.line,
        playout: update.playout,
    };
    let players = [ground.player, ground.player.other()];
    let rewards = players.map(|player| update.outcome.reward(player));
    let amaf = ground.amaf.at(index);
    let mut crediting = Crediting::new(account, &amaf, times, rewards);
    for step in update.steps {
        let (entry, edge) = (table.entry(step.slot), usize::from(step.edge));
        crediting.credit::<false>(entry, usize::from(step.depth), edge);
        entry.arrive(edge);
    }
    Ok(())
}
