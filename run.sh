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
  # A 150mm assault gun hits level 1 of the chateau, where a 4-4-7 is (B24.11); one's own men are next door.
  cd "$here"
  set -- he 150 --map experiments/maps/chateau.toml --hex J8 --level 1 --occupant 1=4-4-7 --own K8 --trials 10M
fi
exec "$program" "$@"
