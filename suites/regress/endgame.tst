# What is left is to cut off or connect chains of different size: the largest first.
# suites/README.md says how answers were found.

# Cut off or connect: the largest chain first.
loadsgf sgf/endgame-two-chains-two-three.sgf
10 reg_genmove b
#? [E7]

# Cut off or connect: the largest chain first.
loadsgf sgf/endgame-two-chains-two-three-save.sgf
20 reg_genmove b
#? [G5]

# Cut off or connect: the largest chain first.
loadsgf sgf/endgame-three-chains-one-three-two.sgf
30 reg_genmove w
#? [E5]

# Cut off or connect: the largest chain first.
loadsgf sgf/endgame-three-chains-save.sgf
40 reg_genmove w
#? [E5]

# Cut off or connect: the largest chain first.
loadsgf sgf/endgame-three-chains-edge.sgf
50 reg_genmove w
#? [E9]

# Cut off or connect: the largest chain first.
loadsgf sgf/endgame-three-chains-edge-save.sgf
60 reg_genmove w
#? [A5]

# Cut off or connect: the largest chain first.
loadsgf sgf/endgame-two-chains-one-two.sgf
70 reg_genmove b
#? [E5]

# Cut off or connect: the largest chain first.
loadsgf sgf/endgame-two-chains-one-two-save.sgf
80 reg_genmove w
#? [E5]

# Cut off or connect: the largest chain first.
loadsgf sgf/endgame-two-chains-one-three.sgf
90 reg_genmove b
#? [E4]

# Cut off or connect: the largest chain first.
loadsgf sgf/endgame-two-chains-one-three-save.sgf
100 reg_genmove b
#? [D5]
