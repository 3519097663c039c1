# Sourced by run.sh and test.sh: installs what is missing of what boxcars is built with (Debian 12), and builds it.

# ensure_packages PACKAGE...: installs those that are not there. Without root it prints the exact line and fails.
ensure_packages() {
  local missing=() package
  for package in "$@"; do
    case $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) in
      installed*) ;;
      *) missing+=("$package") ;;
    esac
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local install="apt-get install -y --no-install-recommends ${missing[*]}"
  if [ "$(id -u)" -ne 0 ]; then
    echo "boxcars needs packages that are not installed; as root: apt-get update && $install" >&2
    return 1
  fi
  echo "installing ${missing[*]}" >&2
  { apt-get update && DEBIAN_FRONTEND=noninteractive $install; } >&2
}

build_packages=(g++ cmake ninja-build libeigen3-dev libpcg-cpp-dev robin-map-dev libtbb-dev libcli11-dev libfmt-dev nlohmann-json3-dev libtomlplusplus-dev
  libzip-dev zlib1g-dev libpugixml-dev libsqlite3-dev scowl)
mpi_packages=(libopenmpi-dev openmpi-bin)  # of the preset mpi
test_packages=(catch2 libboost-dev libbenchmark-dev python3-jsonschema)
example_packages=(python3-pandas python3-matplotlib)  # of .ci/run
look_packages=(zsh fish man-db mandoc tidy dpkg-dev lintian)  # of .ci/run: by which its tests look at what is generated
style_packages=(clang clang-format clang-tidy)  # of .ci/run

# ensure_node: node and npm, whoever they are from.
ensure_node() {
  { command -v node && command -v npm; } >/dev/null || ensure_packages nodejs npm
}

# configured PRESET TESTS: true if the build folder is there and of this place, and has the tests if TESTS is ON.
configured() {
  local cache=build/$1/CMakeCache.txt
  [ -f "build/$1/build.ninja" ] || return 1
  grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$cache" || return 1
  [ "$2" = OFF ] || grep -q '^BOXCARS_TESTS:BOOL=ON' "$cache"
}

# stoppable COMMAND...: whoever ends this script ends the command with it, and all that it has started.
stoppable() {
  local child status=0
  set -m # it is a group of its own then
  "$@" &
  child=$!
  set +m
  trap 'end_with "$child" 143' TERM
  trap 'end_with "$child" 130' INT
  trap 'end_with "$child" 129' HUP
  wait "$child" || status=$?
  trap - TERM INT HUP
  return $status
}

end_with() {
  kill -s TERM -- "-$1" 2>/dev/null
  wait "$1" 2>/dev/null
  [ -z "${log:-}" ] || rm -f "$log"
  exit "$2"
}

# quietly COMMAND...: says nothing unless it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  stoppable "$@" >"$log" 2>&1 || { status=$? && cat "$log" >&2; }
  rm -f "$log"
  return $status
}

# build PRESET TESTS TARGETS [OPTION...]: configures, with more options of CMake, if that is still to do, then builds what has changed.
# On a terminal it shows how far it is. Two at once would write the same files: one waits for the other.
build() {
  local lock status=0
  mkdir -p build || return 1
  exec {lock}>"build/$1.lock"
  flock -n "$lock" || { echo "waiting: another is building boxcars here" >&2 && stoppable flock "$lock"; }
  build_alone "$@" {lock}>&- || status=$? # what it starts must not keep the lock
  exec {lock}>&-
  return $status
}

build_alone() {
  local preset=$1 tests=$2 targets=$3 fresh=() how=quietly
  shift 3
  [ -f "build/$preset/boxcars" ] || echo "building boxcars (once; takes a few minutes)" >&2
  grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "build/$preset/CMakeCache.txt" || fresh=(--fresh)
  configured "$preset" "$tests" || quietly cmake "${fresh[@]}" --preset "$preset" -DBOXCARS_TESTS="$tests" \
    ${BOXCARS_STRICT:+"-DBOXCARS_STRICT=$BOXCARS_STRICT"} "$@" || return 1
  [ ! -t 2 ] || how=stoppable
  # shellcheck disable=SC2086
  $how cmake --build --preset "$preset" --target $targets >&2
}
