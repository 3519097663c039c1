#!/usr/bin/env bash
# Sets up, builds and runs boxcars. Without arguments: the main job. BOXCARS=FILE runs that program, without set-up.
set -euo pipefail
here=$(dirname -- "$(readlink -f -- "$0")") # also of a link to this file
program=${BOXCARS:-} from=$PWD
case $program in
  /*) ;;
  */*) program=$from/$program ;; # which stands where this was called
  '')
    program=$here/build/release/boxcars
    . "$here/setup.sh"
    cd "$here"
    ensure_packages "${build_packages[@]}"
    build release OFF boxcars
    cd "$from"
    ;;
esac

if [ $# -eq 0 ]; then
  # A 150mm assault gun hits level 1 of the chateau, where a 4-4-7 is (B24.11); one's own men are next door.
  cd "$here"
  set -- he 150 --map experiments/maps/chateau.toml --hex J8 --level 1 --occupant 1=4-4-7 --own K8 --trials 10M
fi
exec "$program" "$@"
