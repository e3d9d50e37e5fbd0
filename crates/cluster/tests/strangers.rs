//! Frames that are sound but do not fit the search: a rank says so, whatever they are about.

mod support;

use support::{Plain, cluster, run};
use tewari_cluster::shard::owner;
use tewari_cluster::transport::Transport;
use tewari_cluster::wire::{CreditStep, Done, Header, Kind, UpdateRef};
use tewari_cluster::{Cluster, Error, Virtual, Weather};
use tewari_game::{Game, GameState, Move, Outcome};
use tewari_games::Connect4;
use tewari_mcts::config::Config;
use tewari_mcts::credit::LineMove;
use tewari_mcts::tree::Slot;
use tewari_mcts::walk::{Journey, Step};

const RANKS: u16 = 2;

/// The rank that the root lives at, and the other one.
fn home_and_other() -> (u16, u16) {
    let home = owner(Connect4.initial().key(), RANKS);
    (home, 1 - home)
}

const fn header(kind: Kind, index: u64) -> Header {
    Header {
        kind,
        home: 0,
        // The first search of a cluster.
        epoch: 1,
        index,
    }
}

fn line(moves: &[u16]) -> Vec<LineMove> {
    moves
        .iter()
        .map(|&mv| LineMove {
            mv: Move(mv),
            took_ko: false,
        })
        .collect()
}

fn journey(moves: &[u16]) -> Journey {
    let step = Step {
        slot: Slot::from_number(0),
        edge: 0,
        place: 0,
    };
    Journey {
        index: 5,
        path: vec![step; moves.len()],
        line: line(moves),
        grown: false,
    }
}

/// What comes of a search in which `to` is handed a frame that nobody should have sent.
fn handed(to: u16, frame: &[u8]) -> Result<(), Error> {
    let network = Virtual::new(RANKS, Weather::CALM);
    let mut spread: Cluster<Plain<Connect4>, _> = cluster(&Connect4, Config::default(), 4, network);
    let ports = spread.network_mut().ports();
    ports[usize::from(1 - to)].send(to, frame)?;
    run(&mut spread, &Connect4.initial(), 50, 1).map(|_| ())
}

fn complaint(to: u16, frame: &[u8]) -> String {
    handed(to, frame).expect_err("it does not fit").to_string()
}

#[test]
fn journeys_must_be_possible_and_lead_here() {
    let (home, other) = home_and_other();
    let mut frame = Vec::new();
    let mut moved = |moves: &[u16], to: u16| {
        let journey = journey(moves);
        header(Kind::Move, 5)
            .write_move(&journey, &mut frame)
            .expect("it is short");
        complaint(to, &frame)
    };
    // Seven times the same column: there are six cells.
    let full = moved(&[3; 7], other);
    assert!(full.ends_with("its moves cannot be made"), "{full}");
    // The first player has won, and the game goes on no further.
    let won = moved(&[0, 1, 0, 1, 0, 1, 0], other);
    assert!(won.ends_with("its moves cannot be made"), "{won}");
    let strayed = moved(&[], other);
    assert!(
        strayed.ends_with("its position lives elsewhere"),
        "{strayed}"
    );
    assert!(strayed.starts_with(&format!(
        "rank {other} got a frame about simulation 5 from rank {home}"
    )));
}

#[test]
fn credits_must_lead_to_entries() {
    let (home, _) = home_and_other();
    let mut frame = Vec::new();
    let mut credited = |slot: u32, edge: u16, mv: u16| {
        let line = line(&[mv]);
        let steps = [CreditStep {
            depth: 0,
            slot: Slot::from_number(slot),
            edge,
        }];
        let update = UpdateRef {
            grown: false,
            outcome: Outcome::Draw,
            parts: 1,
            line: &line,
            playout: &[],
            steps: &steps,
        };
        Header {
            home,
            ..header(Kind::Update, 49)
        }
        .write_update(&update, &mut frame)
        .expect("it is short");
        complaint(home, &frame)
    };
    for slot in [0, 100_000, u32::MAX] {
        let nowhere = credited(slot, 0, 0);
        assert!(nowhere.ends_with("a step leads to no entry"), "{nowhere}");
    }
    let root = root_slot();
    let wrong = credited(root, 0, 4);
    assert!(wrong.ends_with("a step leads to another move"), "{wrong}");
    // The right move, but of a simulation that never was.
    let unknown = credited(root, 4, 4);
    assert!(unknown.ends_with("not under way"), "{unknown}");
}

/// Where the root's entry lies: tables of the same size put it into the same slot.
fn root_slot() -> u32 {
    let network = Virtual::new(RANKS, Weather::CALM);
    let mut spread: Cluster<Plain<Connect4>, _> = cluster(&Connect4, Config::default(), 4, network);
    run(&mut spread, &Connect4.initial(), 1, 1).expect("nothing goes wrong");
    let key = Connect4.initial().key();
    let table = &spread.tables()[usize::from(owner(key, RANKS))];
    let slot = table.find(key).found().expect("the root is there");
    slot.number()
}

#[test]
fn reports_must_be_about_simulations_under_way() {
    let (home, other) = home_and_other();
    let mut frame = Vec::new();
    let done = Done {
        grown: false,
        parts: 1,
    };
    header(Kind::Done, 49).write_done(done, &mut frame);
    let early = complaint(home, &frame);
    assert!(
        early.ends_with("the simulation is not under way"),
        "{early}"
    );
    let lost = complaint(other, &frame);
    assert!(lost.ends_with("this rank is not its home"), "{lost}");
}

#[test]
fn bad_frames_and_alarms_end_the_search() {
    let (home, other) = home_and_other();
    let junk = complaint(other, b"junk");
    assert_eq!(
        junk,
        format!("rank {other} got a bad frame from rank {home}: the frame's kind cannot be 106")
    );
    let mut frame = Vec::new();
    header(Kind::Fail, 0).write(&mut frame);
    assert_eq!(handed(other, &frame), Err(Error::Told { by: home }));
}

/// Frames of other searches are dropped, however strange they are.
#[test]
fn other_epochs_are_none_of_our_business() {
    let (home, other) = home_and_other();
    for rank in [home, other] {
        for kind in [Kind::Move, Kind::Update, Kind::Done, Kind::Stop, Kind::Fail] {
            let mut frame = Vec::new();
            Header {
                epoch: 7,
                ..header(kind, 3)
            }
            .write(&mut frame);
            assert_eq!(handed(rank, &frame), Ok(()), "{kind:?}");
        }
    }
}
