# Kos that decide a settled game: taken, connected, with threats and without.
# suites/README.md says how answers were found.

# All that is left is a ko. Black takes it; White has no threat.
loadsgf sgf/ko-take.sgf
10 reg_genmove b
#? [D4]

# All that is left is a ko. Black connects it before White takes it.
loadsgf sgf/ko-connect.sgf
20 reg_genmove b
#? [F4]

# White has just taken the ko at D5, and D6 is forbidden. J1 threatens three stones; when White has answered, Black takes the ko back.
loadsgf sgf/ko-threat-first.sgf
30 reg_genmove b
#? [J1]

# White has made a ko threat that is worth more than the ko: connect the four stones.
loadsgf sgf/ko-answer-threat.sgf
40 reg_genmove b
#? [E1]

# The threat is against two stones only, the ko is worth more: connect the ko.
loadsgf sgf/ko-ignore-threat.sgf
50 reg_genmove w
#? [F4]

# The threat has been answered: now the ko can be taken back, and has to be.
loadsgf sgf/ko-retake.sgf
60 reg_genmove b
#? [F6]

# White has a ko threat left. Black finishes the ko at once: removing the threat is too slow.
loadsgf sgf/ko-finish.sgf
70 reg_genmove b
#? [D6]
