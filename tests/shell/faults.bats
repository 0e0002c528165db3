# What can go wrong around the program: disks, pipes, signals, limits, streams, places. Nothing is lost without a word,
# and no half file stays.

load start

setup() {
  cd "$BATS_TEST_TMPDIR"
  sample=$BATS_TEST_DIRNAME/../../samples/two-heads.json
  yes "$small" | head -2000 >many.jsonl
}

# Waits until a command succeeds.
until_true() {
  for ((i = 0; i < 3000; ++i)); do
    "$@" && return
    sleep 0.02
  done
  return 1
}

work_began() { [ -n "$(find . -name 'result.jsonl.*')" ]; }

# begin_work COMMAND…: attn at work on a result.jsonl that is there already, with its input open; its process in $pid.
begin_work() {
  echo old >result.jsonl
  mkfifo open && exec 7<>open && echo "$small" >&7
  "$@" "$ATTN" --lines -o result.jsonl open 7>&- &
  pid=$!
  until_true work_began
}

nothing_but_the_old_file() {
  [ "$(cat result.jsonl)" = old ]
  [ -z "$(find . -name 'result.jsonl.*')" ]
}

@test "a full disk ends lines with exit 2 and a message" {
  run -2 --separate-stderr bash -c '"$ATTN" many.jsonl >/dev/full'
  [[ $stderr = 'attn: standard output: cannot be written: '*'o space left'* ]]
  run -2 --separate-stderr "$ATTN" many.jsonl --json -o /dev/full
  [[ $stderr = 'attn: /dev/full: cannot be written: '*'o space left'* ]]
}

@test "a pipe that closes at any byte ends the program without a word, and what came is right" {
  "$ATTN" many.jsonl --only output >all
  for bytes in 1 2 100 4095 4096 4097 65536 65537 200000; do
    run --separate-stderr bash -c '"$ATTN" many.jsonl --only output | head -c "$1" >part; exit ${PIPESTATUS[0]}' - $bytes
    [[ $status = 0 || $status = 141 ]]
    [ -z "$stderr" ]
    cmp part <(head -c $bytes all)
  done
}

@test "a file that may take no more: the old one stays, nothing lies beside it" {
  echo old >result.jsonl
  run -2 --separate-stderr bash -c 'ulimit -f 8; exec "$ATTN" many.jsonl -o result.jsonl'
  [[ $stderr = 'attn: result.jsonl: cannot be written: '*'too large'* ]]
  nothing_but_the_old_file
}

# Whether a small file system of our own may be mounted here.
may_mount() { unshare --mount mount -t tmpfs none "$BATS_TEST_TMPDIR" 2>/dev/null; }

@test "-o on a disk that is full: the old file stays, nothing lies beside it" {
  may_mount || skip "no file system may be mounted here"
  mkdir disk
  run -2 --separate-stderr unshare --mount bash -c 'mount -t tmpfs -o size=64k none disk && echo old >disk/result.jsonl
    "$ATTN" many.jsonl -o disk/result.jsonl; status=$?
    cat disk/result.jsonl; ls disk; exit $status'
  [ "$output" = $'old\nresult.jsonl' ]
  [[ $stderr = 'attn: disk/result.jsonl: cannot be written: '*'o space left'* ]]
}

@test "-o on a disk that is read-only is refused before the work" {
  may_mount || skip "no file system may be mounted here"
  mkdir disk
  run -2 --separate-stderr unshare --mount bash -c 'mount -t tmpfs none disk && echo old >disk/result.jsonl &&
    mount -o remount,ro disk && "$ATTN" many.jsonl -o disk/result.jsonl; status=$?
    cat disk/result.jsonl; exit $status'
  [ "$output" = old ]
  [[ $stderr = 'attn: disk/result.jsonl: cannot be written: '*'ead-only'* ]]
}

@test "-o where nobody can write is refused" {
  run -2 --separate-stderr "$ATTN" many.jsonl -o /proc/result.jsonl
  [ -z "$output" ]
  [[ $stderr = 'attn: /proc/result.jsonl: '* ]]
}

@test "signals that ask for the end leave the old file and nothing beside it" {
  for signal in TERM INT HUP QUIT; do
    begin_work env --default-signal=$signal
    kill -$signal $pid
    wait $pid && status=0 || status=$?
    [ $status -eq $((128 + $(kill -l $signal))) ]
    nothing_but_the_old_file
    exec 7>&- && rm open
  done
}

@test "a signal that the caller has ignored stays ignored" {
  begin_work env --ignore-signal=HUP
  kill -HUP $pid
  echo "$small" >&7
  exec 7>&-
  wait $pid
  [ "$(jq .line result.jsonl | paste -sd,)" = 1,2 ]
}

@test "SIGKILL leaves the old file" {
  begin_work env
  kill -KILL $pid
  wait $pid || true
  [ "$(cat result.jsonl)" = old ]
}

@test "-o through a link writes where it leads, also when nothing is there yet" {
  mkdir far && ln -s far/result.json link.json && ln -s link.json chain.json
  for ((i = 0; i < 2; ++i)); do
    "$ATTN" "$sample" -o chain.json
    [ -L chain.json ] && [ -L link.json ] && [ -f far/result.json ] && [ ! -L far/result.json ]
    "$ATTN" "$sample" --json | cmp - far/result.json
    echo old >far/result.json
  done
  ln -s loop.json loop.json
  run -2 --separate-stderr "$ATTN" "$sample" -o loop.json
  [[ $stderr = 'attn: loop.json: '* ]]
  ln -s nowhere/result.json dangling.json
  run -2 --separate-stderr "$ATTN" "$sample" -o dangling.json
  [ -L dangling.json ]
}

@test "-o /dev/fd/N carries on what the descriptor leads to" {
  exec 8>all.txt
  echo before >&8
  "$ATTN" "$sample" --json -o /dev/fd/8
  echo after >&8
  [ "$(sed -n '1p;$p' all.txt | paste -sd,)" = before,after ]
}

@test "the mode of a new file is the umask's, that of an old one stays" {
  for mask in 000 022 027 077 777; do
    rm -f result.json
    (umask $mask && "$ATTN" "$sample" -o result.json)
    [ "$(stat -c %a result.json)" = "$(printf '%o' $((0666 & ~0$mask)))" ]
  done
  chmod 640 result.json
  (umask 077 && "$ATTN" "$sample" -o result.json)
  [ "$(stat -c %a result.json)" = 640 ]
}

@test "a file that shrinks while it is read is exit 2, after what was right" {
  for ((i = 0; i < 8; ++i)); do cat many.jsonl; done >shrinking.jsonl
  # Nobody takes the output yet, so the program waits long before the end of its input.
  mkfifo out
  "$ATTN" shrinking.jsonl --threads 2 >out 2>stderr &
  pid=$!
  exec 8<out
  head -c 1 <&8 >/dev/null
  truncate -s 0 shrinking.jsonl
  lines=$(tail -n +2 <&8 | wc -l)
  wait $pid && status=0 || status=$?
  [ $status -eq 2 ]
  [ "$lines" -lt 15000 ]
  [[ $(cat stderr) = 'attn: shrinking.jsonl: became shorter while it was read'* ]]
}

@test "a file that grows while it is read is read to its end" {
  for ((i = 0; i < 8; ++i)); do cat many.jsonl; done >growing.jsonl
  mkfifo out
  "$ATTN" growing.jsonl --threads 2 >out &
  pid=$!
  exec 8<out
  head -c 1 <&8 >/dev/null
  cat many.jsonl >>growing.jsonl
  [ "$(wc -l <&8)" -eq 18000 ]
  wait $pid
}

@test "a file whose own output is added to it is refused" {
  cp many.jsonl own.jsonl
  run -2 --separate-stderr bash -c '"$ATTN" own.jsonl >>own.jsonl'
  [[ $stderr = 'attn: standard output is the file that is read'* ]]
  cmp own.jsonl many.jsonl
}

@test "a missing file, a folder and a file that cannot be read are exit 2" {
  for file in missing.jsonl .; do
    run -2 --separate-stderr "$ATTN" run --lines $file
    [ -z "$output" ]
    [[ $stderr = "attn: $file: cannot be read"* ]]
  done
  run -2 --separate-stderr "$ATTN" run --lines /proc/self/mem
  [[ $stderr = 'attn: /proc/self/mem: cannot be read'* ]]
}

@test "a FIFO is as good as a file" {
  mkfifo pipe
  cat "$sample" >pipe &
  "$ATTN" --json pipe | cmp - <("$ATTN" --json "$sample")
  cat many.jsonl >pipe &
  "$ATTN" --lines pipe | cmp - <("$ATTN" many.jsonl)
}

@test "closed standard streams" {
  run -2 --separate-stderr bash -c '"$ATTN" - <&-'
  [[ $stderr = 'attn: -: cannot be read'* ]]
  run -2 --separate-stderr bash -c '"$ATTN" --lines - <&-'
  run -2 --separate-stderr bash -c '"$ATTN" "$1" >&-' - "$sample"
  [[ $stderr = 'attn: standard output: cannot be written'* ]]
  run -2 --separate-stderr bash -c '"$ATTN" many.jsonl >&-'
  "$ATTN" many.jsonl 2>&- | cmp - <("$ATTN" many.jsonl)
  "$ATTN" many.jsonl -o result.jsonl <&- >&- 2>&-
  cmp result.jsonl <("$ATTN" many.jsonl)
}

@test "standard error that takes nothing changes no result and no status" {
  { echo nonsense && cat many.jsonl; } >faulty.jsonl
  "$ATTN" faulty.jsonl 2>/dev/full >got || [ $? -eq 1 ]
  "$ATTN" faulty.jsonl 2>/dev/null | cmp - got
}

@test "locale, time zone and folder change no number" {
  expected=$("$ATTN" "$sample" --json)
  for setting in LC_ALL=de_DE.UTF-8 LC_ALL=de_DE LC_ALL=C LC_ALL=tr_TR.UTF-8 LC_NUMERIC=de_DE.UTF-8 LANG=ar_EG.UTF-8 \
    TZ=nonsense TZ=Asia/Kolkata HOME=/nowhere TMPDIR=/nowhere PATH=; do
    [ "$(/usr/bin/env "$setting" "$ATTN" "$sample" --json)" = "$expected" ]
  done
  [ "$(env -i "$ATTN" "$sample" --json)" = "$expected" ]
  [ "$(cd / && "$ATTN" "$sample" --json)" = "$expected" ]
}

@test "where numbers have commas, they are written and read with points" {
  export LOCPATH=$PWD
  localedef -i de_DE -f UTF-8 "$LOCPATH/de_DE.UTF-8"
  [ "$(LC_ALL=de_DE.UTF-8 /usr/bin/printf %.1f 1,5)" = 1,5 ] # it is in force
  for format in table json csv markdown latex svg html; do
    diff <(LC_ALL=de_DE.UTF-8 "$ATTN" "$sample" --format $format) <("$ATTN" "$sample" --format $format)
  done
  [ "$(LC_ALL=de_DE.UTF-8 "$ATTN" --json --scale 0.5 --only scaled_scores - <<<'{"X": [[1.5]]}' | jq -c '.heads[0].scaled_scores')" = '[[1.125]]' ]
}

# getenv() that throws in the middle of the program stands for what nobody has thought of.
@test "a fault of its own is exit 3, and says so" {
  [[ $(ldd "$ATTN") != *libasan* ]] || skip "AddressSanitizer wants to be loaded first"
  cat >throwing.cpp <<'END'
#include <cstring>
#include <dlfcn.h>
#include <stdexcept>
extern "C" char* getenv(const char* name) {
  if (std::strcmp(name, "NO_COLOR") == 0) throw std::runtime_error("thrown on purpose");
  return reinterpret_cast<char* (*)(const char*)>(dlsym(RTLD_NEXT, "getenv"))(name);
}
END
  c++ -shared -fPIC -o throwing.so throwing.cpp
  run -3 --separate-stderr env LD_PRELOAD=./throwing.so "$ATTN" "$sample"
  [ -z "$output" ]
  [ "$stderr" = 'attn: our own fault: thrown on purpose' ]
}
