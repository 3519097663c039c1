#!/usr/bin/env bash
# Sets up, builds and runs boxcars. Without arguments: the main job. BOXCARS=FILE runs that program, without set-up.
set -euo pipefail
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
program=${BOXCARS:-}
if [ -z "$program" ]; then
  program=$here/build/release/boxcars
  . "$here/setup.sh"
  (cd "$here" && ensure_packages "${build_packages[@]}" && build release OFF boxcars)
fi

if [ $# -eq 0 ]; then
  # An HMG and two squads fire at two squads under a leader in a stone building.
  set -- attack 7+4+4 --terrain stone --target "8-1 4-4-7 4-4-7" --trials 10M
fi
exec "$program" "$@"
