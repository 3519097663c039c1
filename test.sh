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
exec ctest --preset "$preset" --no-tests=error -j "$(nproc)"
