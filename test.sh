#!/usr/bin/env bash
# Sets up, builds and runs every test. With the name of a preset (dev, tsan, clang): the same in that build.
set -euo pipefail
CDPATH= cd -- "$(dirname -- "$0")"
. ./setup.sh
preset=${1:-release}
ensure_packages "${build_packages[@]}" "${test_packages[@]}"
[ "$preset" != clang ] || ensure_packages clang
build "$preset" ON all
ctest --preset "$preset" --no-tests=error -j "$(nproc)"
