#!/usr/bin/env bash
# Sets up, builds and runs every test. With the name of a preset (dev, tsan, clang): the same in that build.
set -euo pipefail
CDPATH= cd -- "$(dirname -- "$0")"
. ./setup.sh
preset=${1:-release}
packages=("${build_packages[@]}" "${test_packages[@]}")
[ "$preset" != clang ] || packages+=(clang)
ensure_packages "${packages[@]}"
build "$preset" ON all
ctest --preset "$preset" --no-tests=error -j "$(nproc)"
# Where clang is there, the readers of untrusted files under the fuzzer, for ten seconds. (The preset clang has it among its tests.)
if [ "$preset" = release ] && command -v clang++ >/dev/null; then
  build clang ON fuzz_archives
  build/clang/tests/fuzz_archives -max_total_time=10 -rss_limit_mb=1024 -max_len=65536 2>&1 | tail -1
fi
