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
