# Sekis: kept, or made.
# suites/README.md says how answers were found.

# Seki with two shared liberties: the inner side must not play there.
loadsgf sgf/seki-shared-inner.sgf
10 reg_genmove b
#? [pass|PASS]

# Seki with two shared liberties: the outer side must not play there.
loadsgf sgf/seki-shared-outer.sgf
20 reg_genmove b
#? [pass|PASS]

# Seki with an eye each and one shared liberty: whoever fills it dies.
loadsgf sgf/seki-eyes-inner.sgf
30 reg_genmove b
#? [pass|PASS]

# Seki with an eye each and one shared liberty: whoever fills it dies.
loadsgf sgf/seki-eyes-outer.sgf
40 reg_genmove b
#? [pass|PASS]

# Black can make seki; any other move lets White capture two stones and live with everything.
loadsgf sgf/seki-to-be-made.sgf
50 reg_genmove b
#? [B1]
