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

# From a game of Tewari with 500 simulations against GNU Go at level 10. It played B7.
loadsgf sgf/blunder-5.sgf
50 reg_genmove b
#? [B4]

# From a game of Tewari with 500 simulations against GNU Go at level 10. It played J5.
loadsgf sgf/blunder-6.sgf
60 reg_genmove b
#? [H6]

# From a game of Tewari with 500 simulations against GNU Go at level 10. It played H4.
loadsgf sgf/blunder-7.sgf
70 reg_genmove b
#? [H5]

# From a game of Tewari with 500 simulations against GNU Go at level 10. It played H2.
loadsgf sgf/blunder-8.sgf
80 reg_genmove w
#? [H4]

# From a game of Tewari with 500 simulations against GNU Go at level 10. It played F1.
loadsgf sgf/blunder-9.sgf
90 reg_genmove b
#? [H11]

# From a game of Tewari with 500 simulations against GNU Go at level 10. It played B8.
loadsgf sgf/blunder-10.sgf
100 reg_genmove w
#? [J1]

# From a game of Tewari with 500 simulations against GNU Go at level 10. It played M10.
loadsgf sgf/blunder-11.sgf
110 reg_genmove w
#? [A8]
