# What every file of this folder starts from: the repository's root, and in $ATTN the program that is tried.
bats_require_minimum_version 1.5.0
cd "$BATS_TEST_DIRNAME/../.." || exit
export ATTN=${ATTN:-$PWD/build/release/attn} LC_ALL=C.UTF-8 TERM=xterm
unset ATTN_ISA COLUMNS NO_COLOR

small='{"X": [[1, 0], [0, 1]]}'
overflowing='{"X": [[1e200, 1e200]]}'
