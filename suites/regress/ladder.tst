# Ladders: those that work, those that do not, and what else to do then; on 13x13 and 19x19.
# suites/README.md says how answers were found.

# The chain of 22 must be caught before it connects. The ladder that begins at K9 works.
loadsgf sgf/ladder-works-13.sgf
10 reg_genmove b
#? [K9]

# The chain of 22 is in atari, but the ladder runs into C7: extend.
loadsgf sgf/ladder-breaker-run-13.sgf
20 reg_genmove w
#? [E8]

# H8 takes seven stones; the ladder at K5 works and takes 22.
loadsgf sgf/ladder-works-choice-13.sgf
30 reg_genmove b
#? [K5]

# The ladder against the 22 stones is broken by C7: take the seven that are in atari.
loadsgf sgf/ladder-breaker-choice-13.sgf
40 reg_genmove b
#? [F8]

# The 22 stones cannot get out of the ladder. The seven in atari can be saved.
loadsgf sgf/ladder-dead-choice-13.sgf
50 reg_genmove b
#? [H6]

# The chain of 22 must be caught before it connects. The ladder that begins at E10 works.
loadsgf sgf/ladder-works-19.sgf
60 reg_genmove b
#? [E10]

# The chain of 22 is in atari, but the ladder runs into J13: extend.
loadsgf sgf/ladder-breaker-run-19.sgf
70 reg_genmove b
#? [L14]

# M12 takes seven stones; the ladder at P10 works and takes 22.
loadsgf sgf/ladder-works-choice-19.sgf
80 reg_genmove b
#? [P10]

# The 22 stones cannot get out of the ladder. The seven in atari can be saved.
loadsgf sgf/ladder-dead-choice-19.sgf
90 reg_genmove b
#? [M8]

# The ladders are broken by C7, but a net catches the 22 stones: D6, or one of the wider ones at C6 and D7.
loadsgf sgf/ladder-net-13.sgf
100 reg_genmove w
#? [D6|C6|D7]
