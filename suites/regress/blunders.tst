# Moves that Tewari missed in its own games against GNU Go.
# suites/README.md says how answers were found.

# From a game of Tewari with 5,000 simulations against GNU Go. It played H7.
loadsgf sgf/blunder-1.sgf
10 reg_genmove b
#? [F9]

# From a game of Tewari with 300 simulations against GNU Go at level 10. It played B4.
loadsgf sgf/blunder-2.sgf
20 reg_genmove w
#? [C7]

# From a game of Tewari with 300 simulations against GNU Go at level 10. It played J3.
loadsgf sgf/blunder-3.sgf
30 reg_genmove b
#? [C5]

# From a game of Tewari with 5,000 simulations against GNU Go. It played A6.
loadsgf sgf/blunder-4.sgf
40 reg_genmove b
#? [B2]
