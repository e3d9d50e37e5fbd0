//! Random games.

use tewari_base::Rng;
use tewari_game::{Move, MoveList};
use tewari_go::{Color, PASS, Point, Position};

/// Every move `color` may make, a pass last.
pub fn legal_moves(position: &Position, color: Color) -> MoveList {
    let points = position.size().points().map(Point::to_move);
    let mut moves: MoveList = points
        .filter(|&mv| position.check(color, mv).is_ok())
        .collect();
    moves.push(PASS);
    moves
}

/// Makes `moves` random moves, the players taking turns, now and then a pass. The game goes
/// on after two passes.
pub fn play_on(position: &mut Position, rng: &mut Rng, moves: usize) {
    for _ in 0..moves {
        let color = position.turn();
        let legal = legal_moves(position, color);
        let mv = match rng.below(20) {
            0 => PASS,
            _ => legal[rng.below(legal.len() as u32) as usize],
        };
        position.play(color, mv).expect("the move was legal");
    }
}

/// Plays uniformly random moves that fill no eye of the mover's own, until both players have
/// nothing left and pass, or until `limit` moves were made. Answers the moves, and whether
/// the game came to its end.
pub fn play_out(
    position: &mut Position,
    rng: &mut Rng,
    limit: usize,
) -> (Vec<(Color, Move)>, bool) {
    let mut played = Vec::new();
    while !position.is_over() {
        if played.len() == limit {
            return (played, false);
        }
        let color = position.turn();
        let fills_eye = |mv| {
            let point = position.size().point_of(mv);
            point.is_some_and(|point| position.board().is_eye(color, point))
        };
        let mut moves = legal_moves(position, color);
        moves.retain(|&mv| mv != PASS && !fills_eye(mv));
        let mv = match moves.len() as u32 {
            0 => PASS,
            n => moves[rng.below(n) as usize],
        };
        position.play(color, mv).expect("the move was legal");
        played.push((color, mv));
    }
    (played, true)
}
