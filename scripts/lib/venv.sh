# Sourced after tools.sh. The Python environment in .venv: Spark to run on, MEOS to compare with, cargo-nextest, pytest.

venv="$root/.venv"

# Puts .venv first on the PATH, after making it anew if the lock files, Python or its place have changed.
need_venv() {
  local stamp
  stamp="$(venv_stamp "$venv" "$root/tests/bootstrap.lock" "$root/tests/requirements.lock")"
  if [ "$(cat "$venv/stamp" 2>/dev/null)" != "$stamp" ]; then
    say "installing Spark and the other packages of tests/requirements.lock into .venv"
    python3 -m venv --clear "$venv"
    # pyspark is a source archive: without these two, pip would fetch unpinned ones to build it.
    "$venv/bin/pip" install -q --disable-pip-version-check --require-hashes -r "$root/tests/bootstrap.lock" >&2
    "$venv/bin/pip" install -q --disable-pip-version-check --require-hashes --no-build-isolation \
      -r "$root/tests/requirements.lock" >&2
    printf '%s' "$stamp" > "$venv/stamp"
  fi
  export PATH="$venv/bin:$PATH" VIRTUAL_ENV="$venv"
}
