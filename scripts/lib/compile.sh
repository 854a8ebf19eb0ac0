# Sourced after tools.sh. Cargo and Maven as this project calls them.

# The oldest C library that a Linux build of the native library runs on.
glibc_floor="2.17"

# A linker for old versions of the C library, in .tools/linker, made anew when the lock file, Python or its place has changed.
need_linker() {
  local linker="$root/.tools/linker" lock="$root/scripts/lib/linker.lock" stamp
  stamp="$(venv_stamp "$linker" "$lock")"
  if [ "$(cat "$linker/stamp" 2>/dev/null)" != "$stamp" ]; then
    say "installing the linker of scripts/lib/linker.lock into .tools"
    python3 -m venv --clear "$linker"
    "$linker/bin/pip" install -q --disable-pip-version-check --require-hashes -r "$lock" >&2
    printf '%s' "$stamp" > "$linker/stamp"
  fi
}

# cargo_release ARGS: builds packages, and sets `release` to the folder that holds them.
# Paths of this machine do not get into the library: the same sources give the same bytes anywhere.
cargo_release() {
  local target builder path="$PATH"
  target="$(rustc -vV | sed -n 's/^host: //p')"
  release="$root/target/$target/release"
  builder=(build --target "$target")
  if [[ "$target" == *-linux-gnu ]]; then
    need_linker
    builder=(zigbuild --target "$target.$glibc_floor")
    path="$root/.tools/linker/bin:$PATH"
  fi
  PATH="$path" RUSTFLAGS="--remap-path-prefix=$root=mobilityspark --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo" \
    cargo "${builder[@]}" --manifest-path "$root/Cargo.toml" --release --locked "$@"
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
