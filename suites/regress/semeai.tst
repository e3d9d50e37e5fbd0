# Races to capture.
# suites/README.md says how answers were found.

# Race: the inner group has an eye of two points, the outer one two liberties. Whoever moves wins; the inner side fills from outside.
loadsgf sgf/semeai-race-two-point-eye-outside.sgf
10 reg_genmove b
#? [J4|E3]

# Race: the inner group has an eye of two points, the outer one two liberties. Whoever moves wins; the outer side fills the eye.
loadsgf sgf/semeai-race-two-point-eye-inside.sgf
20 reg_genmove b
#? [J9|H9]

# Two liberties each, one of them shared: D3 first, from outside.
loadsgf sgf/semeai-two-liberties-each.sgf
30 reg_genmove w
#? [D3]

# Four liberties against three, and still only one move wins: B9 takes a liberty and makes an eye.
loadsgf sgf/semeai-make-an-eye.sgf
40 reg_genmove b
#? [B9]

# Two liberties each: G1 takes one from the middle, every other move is too slow.
loadsgf sgf/semeai-from-below.sgf
50 reg_genmove w
#? [G1]

# Behind in the race: A5 gets out along the edge before Black closes it.
loadsgf sgf/semeai-seven-empty.sgf
60 reg_genmove w
#? [A5]

# White must take the liberty at D1, which is also the way out, before the others.
loadsgf sgf/semeai-close-the-door.sgf
70 reg_genmove w
#? [D1]
