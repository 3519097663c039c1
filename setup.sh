# Sourced by run.sh and test.sh: installs what is missing of what boxcars is built with. Debian 12.

# ensure_packages PACKAGE...: installs those that are not there. Without root it prints the exact line and fails.
ensure_packages() {
  local missing=() package
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
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

build_packages=(g++ cmake ninja-build libeigen3-dev libpcg-cpp-dev libtbb-dev libcli11-dev libfmt-dev nlohmann-json3-dev)
test_packages=(catch2 libboost-dev libbenchmark-dev)

# configured PRESET TESTS: true if the build folder is there, and has the tests if TESTS is ON.
configured() {
  [ -f "build/$1/build.ninja" ] || return 1
  [ "$2" = OFF ] || grep -q '^BOXCARS_TESTS:BOOL=ON' "build/$1/CMakeCache.txt"
}

# build PRESET TESTS TARGET: configures if that is still to do, then builds what has changed. Silent unless it fails.
build() {
  local preset=$1 tests=$2 target=$3 log
  log=$(mktemp)
  [ -f "build/$preset/build.ninja" ] || echo "building boxcars (once; takes a minute or two)" >&2
  if ! { { configured "$preset" "$tests" || cmake --preset "$preset" -DBOXCARS_TESTS="$tests"; } &&
    cmake --build --preset "$preset" --target "$target"; } >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}
