# Sourced. What the machine itself must offer: compilers, Java, Maven, Python. Debian packages fill gaps; Rust is the user's to install.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
export CARGO_TARGET_DIR="$root/target"

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }

# Java 17 or later with a compiler: a runtime alone is not enough for Maven.
java_is_recent() {
  command -v javac >/dev/null && [ "$(javac -version 2>&1 | sed -E 's/^javac ([0-9]+).*/\1/')" -ge 17 ]
}

python_is_recent() {
  command -v python3 >/dev/null && python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
    && python3 -c 'import ensurepip' 2>/dev/null
}

# venv_stamp FOLDER LOCK...: what an environment in the folder was made from.
venv_stamp() { { printf '%s\n' "$1"; python3 --version; cat "${@:2}"; } | sha256sum; }

install_debian_packages() {
  local packages="$*" sudo=""
  command -v apt-get >/dev/null || die "this machine has no apt-get; please install what these Debian packages hold: $packages"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "please install as root: apt-get install $packages"
    sudo="sudo"
  fi
  say "installing Debian packages: $packages"
  $sudo apt-get update -qq >&2
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $packages >&2
}

need_tools() {
  local missing=""
  command -v cc >/dev/null || missing+=" gcc libc6-dev"
  command -v mvn >/dev/null || missing+=" maven"
  java_is_recent || missing+=" openjdk-17-jdk-headless"
  python_is_recent || missing+=" python3 python3-venv"
  # shellcheck disable=SC2086
  [ -z "$missing" ] || install_debian_packages $missing
  java_is_recent || die "Java 17 or later with javac is needed; found: $(javac -version 2>&1 || true)"
  python_is_recent || die "Python 3.11 or later with venv is needed; found: $(python3 --version 2>&1 || true)"
  need_rust
}

need_rust() {
  command -v cargo >/dev/null || die "Rust is needed (https://www.rust-lang.org/tools/install), with cargo on the PATH"
  local wanted found
  wanted="$(sed -nE 's/^rust-version = "(.*)"/\1/p' "$root/Cargo.toml")"
  found="$(rustc --version | sed -E 's/^rustc ([0-9]+\.[0-9]+).*/\1/')"
  [ "$(printf '%s\n%s\n' "$wanted" "$found" | sort -V | head -1)" = "$wanted" ] \
    || die "Rust $wanted or later is needed; found $found"
  if ! cargo metadata --manifest-path "$root/Cargo.toml" --offline --locked --format-version 1 >/dev/null 2>&1; then
    say "fetching the crates of Cargo.lock"
    cargo fetch --manifest-path "$root/Cargo.toml" --locked >&2
  fi
  export CARGO_NET_OFFLINE=true
}
