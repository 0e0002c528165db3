# What `cmake --install` and the Debian package put where, and that nothing stays when it is removed.

load start

setup() {
  build=$(dirname "$ATTN")
  [ -f "$build/cmake_install.cmake" ] || skip "the program stands in no build folder"
  [ -f "$build/completion/fish" ] || skip "the build folder has the program alone"
}

# Every file that belongs to the installed program, below its prefix; zsh's folder depends on it.
belongs() {
  printf '%s\n' bin/attn share/man/man1/attn.1 share/man/man5/attn-problem.5 share/doc/attn/copyright \
    share/doc/attn/README.md share/bash-completion/completions/attn share/fish/vendor_completions.d/attn.fish \
    "share/zsh/$1/_attn"
  git ls-files samples | grep -v samples/try | sed 's|^|share/doc/attn/|'
}

@test "cmake --install puts every file in its place, and the program works there" {
  cmake --install "$build" --prefix "$BATS_TEST_TMPDIR/local" >/dev/null
  cd "$BATS_TEST_TMPDIR/local"
  diff <(find . -type f | sed 's|^\./||' | sort) <(cd "$BATS_TEST_DIRNAME/../.." && belongs site-functions | sort)
  run -0 bin/attn share/doc/attn/samples/two-heads.json --only output
  [[ $output = *0.7517* ]]
  bin/attn completion fish | diff - share/fish/vendor_completions.d/attn.fish
  mandoc -T lint -W warning share/man/man*/*
}

@test "the Debian package is installed and removed without a trace" {
  command -v dpkg-shlibdeps >/dev/null || skip "dpkg-dev is not installed"
  (cd "$build" && cpack -G DEB -B "$BATS_TEST_TMPDIR/package" >/dev/null)
  package=$(echo "$BATS_TEST_TMPDIR"/package/*.deb)
  diff <(dpkg --contents "$package" | sed -n 's|^-.* \./usr/||p' | sort) <(belongs vendor-completions | sort)
  [[ $(dpkg --field "$package" Depends) = *libc6*libgomp1* ]]
  [ "$(id -u)" -eq 0 ] || skip "only root installs packages"
  dpkg-query --show attn 2>/dev/null | grep -q . && skip "attn is installed already"
  dpkg --install "$package"
  run -0 /usr/bin/attn /usr/share/doc/attn/samples/two-heads.json --only output
  dpkg --purge attn
  [ ! -e /usr/bin/attn ] && [ ! -e /usr/share/doc/attn ]
}
