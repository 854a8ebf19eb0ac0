# Sourced after tools.sh. Cargo and Maven as this project calls them.

# Paths of this machine do not get into the library: the same sources give the same bytes anywhere.
cargo_release() {
  RUSTFLAGS="--remap-path-prefix=$root=mobilityspark --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo" \
    cargo "$1" --manifest-path "$root/Cargo.toml" --release --locked "${@:2}"
}

# maven ARGS: without the network where everything is at hand, with it otherwise. Prints what Maven prints.
maven() {
  local log status=0
  log="$(mktemp)"
  mvn -B -Dstyle.color=never -o -f "$root/jvm/pom.xml" "$@" 2>&1 | tee "$log" || status=$?
  if [ "$status" -ne 0 ] && grep -q "in offline mode" "$log"; then
    say "fetching the Maven packages of jvm/pom.xml"
    status=0
    mvn -B -Dstyle.color=never -ntp -f "$root/jvm/pom.xml" "$@" 2>&1 || status=$?
  fi
  rm -f "$log"
  return "$status"
}
