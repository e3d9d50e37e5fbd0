# Groups in the corner whose life hangs on one move, or one of two.
# suites/README.md says how answers were found.

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-01-live.sgf
10 reg_genmove w
#? [H8]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-02-kill.sgf
20 reg_genmove b
#? [C1]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-03-kill.sgf
30 reg_genmove b
#? [G2]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-04-kill.sgf
40 reg_genmove b
#? [A8]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-05-live.sgf
50 reg_genmove w
#? [A2|B2]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-06-live.sgf
60 reg_genmove w
#? [H7]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-07-live.sgf
70 reg_genmove w
#? [H2]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-08-kill.sgf
80 reg_genmove w
#? [B8]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-09-kill.sgf
90 reg_genmove w
#? [H8]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-10-kill.sgf
100 reg_genmove w
#? [B2]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-11-kill.sgf
110 reg_genmove w
#? [H2]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-12-live.sgf
120 reg_genmove b
#? [A7]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-13-live.sgf
130 reg_genmove b
#? [A2]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-14-kill.sgf
140 reg_genmove w
#? [J8|H7]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-15-live.sgf
150 reg_genmove b
#? [H2]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-16-kill.sgf
160 reg_genmove b
#? [B8]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-17-kill.sgf
170 reg_genmove b
#? [H8]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-18-live.sgf
180 reg_genmove w
#? [C2]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-19-kill.sgf
190 reg_genmove b
#? [H2]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-20-kill.sgf
200 reg_genmove b
#? [B8]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-21-live.sgf
210 reg_genmove w
#? [A2|B2]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-22-kill.sgf
220 reg_genmove b
#? [H8]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-23-kill.sgf
230 reg_genmove b
#? [J2|H2]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-24-kill.sgf
240 reg_genmove w
#? [B9]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-25-kill.sgf
250 reg_genmove w
#? [H9|H8]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-26-live.sgf
260 reg_genmove b
#? [D2]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-27-kill.sgf
270 reg_genmove w
#? [G2]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-28-live.sgf
280 reg_genmove b
#? [B8|B7]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-29-kill.sgf
290 reg_genmove w
#? [A5]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-30-live.sgf
300 reg_genmove b
#? [J7|H7]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-31-kill.sgf
310 reg_genmove w
#? [J3]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-32-live.sgf
320 reg_genmove w
#? [C8]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-33-live.sgf
330 reg_genmove w
#? [H9|H8]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-34-kill.sgf
340 reg_genmove b
#? [D2]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-35-live.sgf
350 reg_genmove w
#? [H2]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-36-live.sgf
360 reg_genmove w
#? [A8]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-37-kill.sgf
370 reg_genmove b
#? [B1]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-38-live.sgf
380 reg_genmove w
#? [J8]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-39-live.sgf
390 reg_genmove w
#? [G3]

# Attack the group in the corner: it dies only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-40-kill.sgf
400 reg_genmove w
#? [C7]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-41-live.sgf
410 reg_genmove b
#? [G8]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-42-live.sgf
420 reg_genmove b
#? [B1|B2]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-43-live.sgf
430 reg_genmove b
#? [H2]

# Defend the group in the corner: it lives only so. Made by chance and kept because every other move was searched and loses.
loadsgf sgf/life-corner-44-live.sgf
440 reg_genmove b
#? [A7]
