//! Reading frames that may be anything.

use tewari_game::{Move, Outcome, Player};
use tewari_mcts::RecordedMove;
use tewari_mcts::credit::LineMove;
use tewari_mcts::tree::Slot;
use tewari_mcts::walk::{Journey, Step};

use super::bytes::Reader;
use super::{CreditStep, Done, Header, Kind, Limits, TOOK_KO, Update, VERSION, WireError};

/// A frame whose header was read.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The header.
    pub header: Header,
    body: &'a [u8],
    limits: Limits,
}

impl<'a> Frame<'a> {
    /// Reads the header of a frame.
    ///
    /// # Errors
    /// When it is no header.
    pub fn read(bytes: &'a [u8], limits: &Limits) -> Result<Self, WireError> {
        let mut reader = Reader::new(bytes);
        let kind = Kind::from_code(reader.u8()?)?;
        let version = reader.u8()?;
        if version != VERSION {
            return Err(WireError::Value("version", u64::from(version)));
        }
        let header = Header {
            kind,
            home: reader.below("home", limits.ranks)?,
            epoch: reader.u32()?,
            index: reader.u64()?,
        };
        Ok(Self {
            header,
            body: reader.rest(),
            limits: *limits,
        })
    }

    fn made(&self, reader: &mut Reader<'_>) -> Result<LineMove, WireError> {
        let word = reader.u16()?;
        let mv = word & !TOOK_KO;
        if usize::from(mv) >= self.limits.move_space {
            return Err(WireError::Value("move", u64::from(mv)));
        }
        Ok(LineMove {
            mv: Move(mv),
            took_ko: word & TOOK_KO != 0,
        })
    }

    fn edge(&self, reader: &mut Reader<'_>) -> Result<u16, WireError> {
        let edge = reader.u16()?;
        if usize::from(edge) >= self.limits.max_moves {
            return Err(WireError::Value("edge", u64::from(edge)));
        }
        Ok(edge)
    }

    /// Reads a MOVE into `journey`.
    ///
    /// # Errors
    /// When it is none.
    pub fn read_move(&self, journey: &mut Journey) -> Result<(), WireError> {
        let mut reader = Reader::new(self.body);
        journey.index = self.header.index;
        journey.grown = reader.flag()?;
        journey.path.clear();
        journey.line.clear();
        for _ in 0..reader.u16()? {
            let place = reader.below("place", self.limits.ranks)?;
            let slot = Slot::from_number(reader.u32()?);
            let edge = self.edge(&mut reader)?;
            journey.path.push(Step { slot, edge, place });
            journey.line.push(self.made(&mut reader)?);
        }
        reader.end()
    }

    /// Reads an UPDATE into `update`.
    ///
    /// # Errors
    /// When it is none.
    pub fn read_update(&self, update: &mut Update) -> Result<(), WireError> {
        let mut reader = Reader::new(self.body);
        update.grown = reader.flag()?;
        update.outcome = match reader.u8()? {
            0 => Outcome::Win(Player::First),
            1 => Outcome::Win(Player::Second),
            2 => Outcome::Draw,
            other => return Err(WireError::Value("outcome", u64::from(other))),
        };
        update.parts = self.parts(&mut reader)?;
        let (line, playout, steps) = (reader.u16()?, reader.u16()?, reader.u16()?);
        update.line.clear();
        for _ in 0..line {
            update.line.push(self.made(&mut reader)?);
        }
        update.playout.clear();
        for _ in 0..playout {
            let LineMove { mv, took_ko } = self.made(&mut reader)?;
            let rule = 0;
            update.playout.push(RecordedMove { mv, rule, took_ko });
        }
        update.steps.clear();
        let mut above = line;
        for _ in 0..steps {
            let depth = reader.below("depth", above)?;
            let slot = Slot::from_number(reader.u32()?);
            let edge = self.edge(&mut reader)?;
            update.steps.push(CreditStep { depth, slot, edge });
            above = depth;
        }
        reader.end()
    }

    /// Reads a DONE.
    ///
    /// # Errors
    /// When it is none.
    pub fn read_done(&self) -> Result<Done, WireError> {
        let mut reader = Reader::new(self.body);
        let grown = reader.flag()?;
        let parts = self.parts(&mut reader)?;
        reader.end()?;
        Ok(Done { grown, parts })
    }

    /// Makes sure that there is no body.
    ///
    /// # Errors
    /// When there is one.
    pub fn read_nothing(&self) -> Result<(), WireError> {
        Reader::new(self.body).end()
    }

    fn parts(&self, reader: &mut Reader<'_>) -> Result<u16, WireError> {
        match reader.u16()? {
            parts if parts == 0 || parts > self.limits.ranks => {
                Err(WireError::Value("parts", u64::from(parts)))
            }
            parts => Ok(parts),
        }
    }
}
