#!/usr/bin/env bash
# Sets up, builds and runs every test but those of the page. With the name of a preset (dev, tsan, clang): the same in that build. With web:
# those of the page, and of all that is WebAssembly.
set -euo pipefail
CDPATH= cd -- "$(dirname -- "$0")"
. ./setup.sh
preset=${1:-release}
if [ "$preset" = web ]; then
  exec web/test
fi
ensure_packages "${build_packages[@]}" "${test_packages[@]}"
[ "$preset" != clang ] || ensure_packages clang
build "$preset" ON all
ctest --preset "$preset" --no-tests=error -j "$(nproc)"
[ "$preset" != release ] || echo "left out: the tests of the page and of WebAssembly (./test.sh web)"
