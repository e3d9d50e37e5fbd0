//! A tiny GTP program that behaves as badly as it is told to.
//!
//! `fake-gtp [MODE [AT]]`: passes at every move; with a mode it misbehaves at its AT-th
//! genmove (from 1) of every game. Modes: `illegal`, `occupied`, `crash`, `hang`, `garbage`,
//! `silence`, `noise`, `refuse`, `resign`, `nostart`, `slow` (half a second).

use std::io::{self, BufRead, Write};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mode = arguments.first().map_or("", String::as_str);
    let at: usize = arguments.get(1).and_then(|at| at.parse().ok()).unwrap_or(1);
    if mode == "nostart" {
        std::process::exit(9);
    }
    let mut moves = 0;
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let mut words = line.split_whitespace();
        let command = words.next().unwrap_or_default();
        let answer = match command {
            "name" => "= Fake".to_owned(),
            "version" => "= 1.0".to_owned(),
            "protocol_version" => "= 2".to_owned(),
            "list_commands" => {
                "= name\nversion\nlist_commands\nboardsize\nclear_board\nkomi\nplay\ngenmove\n\
                 final_status_list\nfinal_score\nquit"
                    .to_owned()
            }
            "clear_board" => {
                moves = 0;
                "= ".to_owned()
            }
            "play" if mode == "refuse" && moves >= at => "? illegal move".to_owned(),
            "boardsize" | "komi" | "play" => "= ".to_owned(),
            "final_status_list" => "= ".to_owned(),
            "final_score" => "= B+1000".to_owned(),
            "genmove" => {
                moves += 1;
                if moves == at {
                    misbehave(mode)
                } else {
                    "= pass".to_owned()
                }
            }
            "quit" => {
                say("= ");
                return;
            }
            _ => "? unknown command".to_owned(),
        };
        say(&answer);
    }
}

fn misbehave(mode: &str) -> String {
    match mode {
        "illegal" => "= C3\n\n= ".to_owned(),
        "occupied" => "= C3".to_owned(),
        "crash" => std::process::exit(7),
        "hang" => loop {
            std::thread::sleep(std::time::Duration::from_secs(1));
        },
        "slow" => {
            std::thread::sleep(std::time::Duration::from_millis(500));
            "= pass".to_owned()
        }
        "garbage" => "= banana split".to_owned(),
        "noise" => "I am thinking very hard".to_owned(),
        "resign" => "= resign".to_owned(),
        _ => "= pass".to_owned(),
    }
}

/// Answers; whoever does not listen any more has gone.
fn say(answer: &str) {
    let mut out = io::stdout().lock();
    let _ = write!(out, "{answer}\n\n").and_then(|()| out.flush());
}
