#!/usr/bin/env bash
# Sets up, builds and runs every test. With the name of a preset (dev, tsan, clang, avx2, native): the same in that build; of the last
# two only what compares answers byte for byte.
set -euo pipefail
CDPATH= cd -- "$(dirname -- "$0")"
. ./setup.sh
preset=${1:-release}
packages=("${build_packages[@]}" "${test_packages[@]}")
[ "$preset" != clang ] || packages+=(clang)
ensure_packages "${packages[@]}"
build "$preset" ON all
exec ctest --preset "$preset" --no-tests=error -j "$(nproc)"
