#!/usr/bin/env bash
# Sets up, builds and runs the benchmarks, and numpy beside them where it is there. Arguments are Google Benchmark's.
set -euo pipefail
CDPATH= cd -- "$(dirname -- "$0")/.."
. ./setup.sh
ensure_packages "${build_packages[@]}" "${test_packages[@]}"
build release ON boxcars_bench
build/release/bench/boxcars_bench "$@"
[ $# -eq 0 ] || exit 0
for python in python3 /usr/bin/python3; do
  if "$python" -c 'import numpy' 2>/dev/null; then exec "$python" bench/numpy_dr.py; fi
done
echo "numpy is not there: not measured" >&2
