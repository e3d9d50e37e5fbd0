# Eye spaces with one vital point, inside groups without other liberties. Both sides ask about the same point.
# suites/README.md says how answers were found.

# Three in a row along the edge. Attack: the vital point kills.
loadsgf sgf/nakade-straight-three-edge-kill.sgf
10 reg_genmove w
#? [H9]

# Three in a row along the edge. Defend: the vital point makes two eyes.
loadsgf sgf/nakade-straight-three-edge-live.sgf
20 reg_genmove b
#? [B1]

# Three in a row, away from the edge. Attack: the vital point kills.
loadsgf sgf/nakade-straight-three-centre-kill.sgf
30 reg_genmove w
#? [B3]

# Three in a row, away from the edge. Defend: the vital point makes two eyes.
loadsgf sgf/nakade-straight-three-centre-live.sgf
40 reg_genmove b
#? [H7]

# Three around the corner point. Attack: the vital point kills.
loadsgf sgf/nakade-bent-three-corner-kill.sgf
50 reg_genmove b
#? [J1]

# Three around the corner point. Defend: the vital point makes two eyes.
loadsgf sgf/nakade-bent-three-corner-live.sgf
60 reg_genmove w
#? [A9]

# A bent three away from the corner. Attack: the vital point kills.
loadsgf sgf/nakade-bent-three-centre-kill.sgf
70 reg_genmove w
#? [G8]

# A bent three away from the corner. Defend: the vital point makes two eyes.
loadsgf sgf/nakade-bent-three-centre-live.sgf
80 reg_genmove b
#? [C2]

# A bent three on the edge. Attack: the vital point kills.
loadsgf sgf/nakade-bent-three-edge-kill.sgf
90 reg_genmove b
#? [H1]

# A bent three on the edge. Defend: the vital point makes two eyes.
loadsgf sgf/nakade-bent-three-edge-live.sgf
100 reg_genmove w
#? [A8]

# A pyramid with its base on the edge. Attack: the vital point kills.
loadsgf sgf/nakade-pyramid-four-edge-kill.sgf
110 reg_genmove w
#? [A3]

# A pyramid with its base on the edge. Defend: the vital point makes two eyes.
loadsgf sgf/nakade-pyramid-four-edge-live.sgf
120 reg_genmove b
#? [J7]

# A pyramid away from the edge. Attack: the vital point kills.
loadsgf sgf/nakade-pyramid-four-centre-kill.sgf
130 reg_genmove b
#? [H3]

# A pyramid away from the edge. Defend: the vital point makes two eyes.
loadsgf sgf/nakade-pyramid-four-centre-live.sgf
140 reg_genmove w
#? [C8]

# A pyramid with its point at the edge. Attack: the vital point kills.
loadsgf sgf/nakade-pyramid-four-point-up-kill.sgf
150 reg_genmove w
#? [G8]

# A pyramid with its point at the edge. Defend: the vital point makes two eyes.
loadsgf sgf/nakade-pyramid-four-point-up-live.sgf
160 reg_genmove b
#? [C2]

# A bulky five in the corner. Attack: the vital point kills.
loadsgf sgf/nakade-bulky-five-corner-kill.sgf
170 reg_genmove b
#? [H2]

# A crossed five. Attack: the vital point kills.
loadsgf sgf/nakade-crossed-five-kill.sgf
180 reg_genmove b
#? [H3]

# A crossed five. Defend: the vital point makes two eyes.
loadsgf sgf/nakade-crossed-five-live.sgf
190 reg_genmove w
#? [C8]

# A rabbity six. Attack: the vital point kills.
loadsgf sgf/nakade-rabbity-six-edge-kill.sgf
200 reg_genmove w
#? [G8]

# A rabbity six. Defend: the vital point makes two eyes.
loadsgf sgf/nakade-rabbity-six-edge-live.sgf
210 reg_genmove b
#? [C2]
