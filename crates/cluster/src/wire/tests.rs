//! Frames there and back, and bytes that are none.

use tewari_base::Rng;
use tewari_game::{Move, Player};
use tewari_mcts::walk::{Journey, Step};

use super::*;

const LIMITS: Limits = Limits {
    ranks: 5,
    move_space: 400,
    max_moves: 100,
};

fn header(kind: Kind) -> Header {
    Header {
        kind,
        home: 3,
        epoch: 0x0102_0304,
        index: 77,
    }
}

fn line(rng: &mut Rng, length: usize) -> Vec<LineMove> {
    let mut one = || LineMove {
        mv: Move(rng.below(400) as u16),
        took_ko: rng.below(2) == 1,
    };
    (0..length).map(|_| one()).collect()
}

fn journey(rng: &mut Rng, depth: usize) -> Journey {
    let line = line(rng, depth);
    let mut one = || Step {
        slot: Slot::from_number(rng.next_u64() as u32),
        edge: rng.below(100) as u16,
        place: rng.below(5) as u16,
    };
    Journey {
        index: 77,
        path: (0..depth).map(|_| one()).collect(),
        line,
        grown: depth.is_multiple_of(2),
    }
}

fn update(rng: &mut Rng, depth: usize) -> Update {
    let playout = line(rng, 3 * depth);
    let line = line(rng, depth);
    let steps = (0..depth as u16).rev().filter(|_| rng.below(2) == 1);
    let steps: Vec<u16> = steps.collect();
    Update {
        grown: depth.is_multiple_of(2),
        outcome: [
            Outcome::Draw,
            Outcome::Win(Player::First),
            Outcome::Win(Player::Second),
        ][depth % 3],
        parts: 4,
        line,
        playout: playout
            .into_iter()
            .map(|LineMove { mv, took_ko }| RecordedMove {
                mv,
                rule: 0,
                took_ko,
            })
            .collect(),
        steps: steps
            .into_iter()
            .map(|depth| CreditStep {
                depth,
                slot: Slot::from_number(rng.next_u64() as u32),
                edge: rng.below(100) as u16,
            })
            .collect(),
    }
}

fn by_reference(update: &Update) -> UpdateRef<'_> {
    UpdateRef {
        grown: update.grown,
        outcome: update.outcome,
        parts: update.parts,
        line: &update.line,
        playout: &update.playout,
        steps: &update.steps,
    }
}

/// Reads a frame of any kind to its end.
fn read(bytes: &[u8]) -> Result<Header, WireError> {
    let frame = Frame::read(bytes, &LIMITS)?;
    match frame.header.kind {
        Kind::Move => frame.read_move(&mut Journey::default())?,
        Kind::Update => frame.read_update(&mut Update::default())?,
        Kind::Done => frame.read_done().map(|_| ())?,
        Kind::Stop | Kind::Fail => frame.read_nothing()?,
    }
    Ok(frame.header)
}

/// Sound frames of all kinds.
fn samples(rng: &mut Rng) -> Vec<Vec<u8>> {
    let mut frames = Vec::new();
    let mut add = |write: &dyn Fn(&mut Vec<u8>)| {
        let mut out = vec![0xff; 3];
        write(&mut out);
        frames.push(out);
    };
    for depth in [0, 1, 2, 9, 60] {
        let journey = journey(rng, depth);
        add(&|out| header(Kind::Move).write_move(&journey, out).unwrap());
        let update = update(rng, depth);
        add(&|out| {
            let update = by_reference(&update);
            header(Kind::Update).write_update(&update, out).unwrap();
        });
    }
    let done = Done {
        grown: true,
        parts: 5,
    };
    add(&|out| header(Kind::Done).write_done(done, out));
    add(&|out| header(Kind::Stop).write(out));
    add(&|out| header(Kind::Fail).write(out));
    frames
}

#[test]
fn everything_comes_back() {
    let mut rng = Rng::new(1);
    let mut out = Vec::new();
    for depth in 0..50 {
        let sent = journey(&mut rng, depth);
        header(Kind::Move).write_move(&sent, &mut out).unwrap();
        assert_eq!(out.len(), 19 + 10 * depth);
        let frame = Frame::read(&out, &LIMITS).unwrap();
        assert_eq!(frame.header, header(Kind::Move));
        let mut got = journey(&mut rng, 7);
        frame.read_move(&mut got).unwrap();
        assert_eq!(
            (got.index, got.path, got.line, got.grown),
            (sent.index, sent.path, sent.line, sent.grown)
        );

        let sent = update(&mut rng, depth);
        header(Kind::Update)
            .write_update(&by_reference(&sent), &mut out)
            .unwrap();
        let length = 26 + 2 * sent.line.len() + 2 * sent.playout.len() + 8 * sent.steps.len();
        assert_eq!(out.len(), length);
        let mut got = update(&mut rng, 5);
        let frame = Frame::read(&out, &LIMITS).unwrap();
        frame.read_update(&mut got).unwrap();
        assert_eq!(got, sent);
    }
    let sent = Done {
        grown: false,
        parts: 2,
    };
    header(Kind::Done).write_done(sent, &mut out);
    assert_eq!(Frame::read(&out, &LIMITS).unwrap().read_done(), Ok(sent));
}

/// The bytes of the essay: a change here is a change of the version.
#[test]
fn the_format_is_what_the_essay_says() {
    let journey = Journey {
        index: 77,
        path: vec![Step {
            slot: Slot::from_number(0x0a0b_0c0d),
            edge: 7,
            place: 4,
        }],
        line: vec![LineMove {
            mv: Move(0x0123),
            took_ko: true,
        }],
        grown: true,
    };
    let mut out = Vec::new();
    header(Kind::Move).write_move(&journey, &mut out).unwrap();
    let expected = [
        1, 1, 3, 0, 4, 3, 2, 1, 77, 0, 0, 0, 0, 0, 0, 0, // header
        1, 1, 0, // grown, one move
        4, 0, 0x0d, 0x0c, 0x0b, 0x0a, 7, 0, 0x23, 0x81, // place, slot, edge, move
    ];
    assert_eq!(out, expected);
}

#[test]
fn parts_of_frames_are_no_frames() {
    let mut rng = Rng::new(2);
    for frame in samples(&mut rng) {
        assert!(read(&frame).is_ok());
        for length in 0..frame.len() {
            assert!(read(&frame[..length]).is_err(), "{length} bytes");
        }
        let mut longer = frame.clone();
        longer.push(0);
        assert_eq!(read(&longer), Err(WireError::Long(1)));
    }
}

#[test]
fn impossible_values_are_refused() {
    let mut rng = Rng::new(3);
    let mut out = Vec::new();
    let sent = journey(&mut rng, 3);
    header(Kind::Move).write_move(&sent, &mut out).unwrap();
    let changed = |at: usize, value: u8| {
        let mut frame = out.clone();
        frame[at] = value;
        read(&frame)
    };
    for (at, value, field) in [
        (0, 9, "kind"),
        (1, 2, "version"),
        (2, 5, "home"),
        (16, 2, "flags"),
        (19, 5, "place"),
        (25, 100, "edge"),
        (28, 0x7f, "move"),
    ] {
        match changed(at, value) {
            Err(WireError::Value(found, _)) => assert_eq!(found, field),
            other => panic!("{field}: {other:?}"),
        }
    }
    let mut twice = update(&mut rng, 6);
    let step = CreditStep {
        depth: 3,
        slot: Slot::from_number(0),
        edge: 0,
    };
    twice.steps = vec![step, step];
    header(Kind::Update)
        .write_update(&by_reference(&twice), &mut out)
        .unwrap();
    assert_eq!(read(&out), Err(WireError::Value("depth", 3)));
    for parts in [0, 6] {
        let done = Done {
            grown: false,
            parts,
        };
        header(Kind::Done).write_done(done, &mut out);
        assert_eq!(read(&out), Err(WireError::Value("parts", u64::from(parts))));
    }
}

/// Random bytes, and frames with random changes: an answer, never a panic.
#[test]
fn junk_is_no_danger() {
    let mut rng = Rng::new(4);
    let samples = samples(&mut rng);
    for _ in 0..50_000 {
        let length = rng.below(80) as usize;
        let junk: Vec<u8> = (0..length).map(|_| rng.next_u64() as u8).collect();
        let _ = read(&junk);
        let mut frame = samples[rng.below(samples.len() as u32) as usize].clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(frame.len() as u32) as usize;
            frame[at] = rng.next_u64() as u8;
        }
        frame.truncate(frame.len() - rng.below(2) as usize);
        let _ = read(&frame);
    }
}

#[test]
fn lists_that_do_not_fit_are_refused() {
    let long = Journey {
        path: vec![
            Step {
                slot: Slot::from_number(0),
                edge: 0,
                place: 0,
            };
            70_000
        ],
        ..Journey::default()
    };
    let refused = header(Kind::Move).write_move(&long, &mut Vec::new());
    assert_eq!(refused, Err(WireError::TooLong("moves", 70_000)));
    assert!(!refused.unwrap_err().to_string().contains('\n'));
}
