//! Writing frames.

use tewari_game::{Move, Outcome, Player};
use tewari_mcts::walk::Journey;

use super::{Done, GROWN, Header, TOOK_KO, UpdateRef, VERSION, WireError};

fn length(list: &'static str, length: usize) -> Result<u16, WireError> {
    u16::try_from(length).map_err(|_| WireError::TooLong(list, length))
}

const fn packed_move(mv: Move, took_ko: bool) -> u16 {
    mv.0 | if took_ko { TOOK_KO } else { 0 }
}

impl Header {
    /// Replaces `out` by a frame that has this header and no body.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.clear();
        out.push(self.kind.code());
        out.push(VERSION);
        out.extend_from_slice(&self.home.to_le_bytes());
        out.extend_from_slice(&self.epoch.to_le_bytes());
        out.extend_from_slice(&self.index.to_le_bytes());
    }

    /// Replaces `out` by a MOVE.
    ///
    /// # Errors
    /// When the journey is longer than a frame can say.
    pub fn write_move(&self, journey: &Journey, out: &mut Vec<u8>) -> Result<(), WireError> {
        self.write(out);
        out.push(if journey.grown { GROWN } else { 0 });
        out.extend_from_slice(&length("moves", journey.path.len())?.to_le_bytes());
        for (step, made) in journey.path.iter().zip(&journey.line) {
            out.extend_from_slice(&step.place.to_le_bytes());
            out.extend_from_slice(&step.slot.number().to_le_bytes());
            out.extend_from_slice(&step.edge.to_le_bytes());
            out.extend_from_slice(&packed_move(made.mv, made.took_ko).to_le_bytes());
        }
        Ok(())
    }

    /// Replaces `out` by an UPDATE.
    ///
    /// # Errors
    /// When a list is longer than a frame can say.
    pub fn write_update(&self, body: &UpdateRef<'_>, out: &mut Vec<u8>) -> Result<(), WireError> {
        self.write(out);
        out.push(if body.grown { GROWN } else { 0 });
        out.push(match body.outcome {
            Outcome::Win(Player::First) => 0,
            Outcome::Win(Player::Second) => 1,
            Outcome::Draw => 2,
        });
        out.extend_from_slice(&body.parts.to_le_bytes());
        out.extend_from_slice(&length("moves", body.line.len())?.to_le_bytes());
        out.extend_from_slice(&length("playout moves", body.playout.len())?.to_le_bytes());
        out.extend_from_slice(&length("steps", body.steps.len())?.to_le_bytes());
        for made in body.line {
            out.extend_from_slice(&packed_move(made.mv, made.took_ko).to_le_bytes());
        }
        for made in body.playout {
            out.extend_from_slice(&packed_move(made.mv, made.took_ko).to_le_bytes());
        }
        for step in body.steps {
            out.extend_from_slice(&step.depth.to_le_bytes());
            out.extend_from_slice(&step.slot.number().to_le_bytes());
            out.extend_from_slice(&step.edge.to_le_bytes());
        }
        Ok(())
    }

    /// Replaces `out` by a DONE.
    pub fn write_done(&self, body: Done, out: &mut Vec<u8>) {
        self.write(out);
        out.push(if body.grown { GROWN } else { 0 });
        out.extend_from_slice(&body.parts.to_le_bytes());
    }
}
