#!/bin/sh
# Fetches and compiles the real software that some cases of `npm run bench:diagnosis` load. Debian or Ubuntu, as root; never part of CI.
# What is already there is left alone. PLATEAU_LAB_TOOLS: where to put it (default build/out/lab-tools).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tools=${PLATEAU_LAB_TOOLS:-$here/../../out/lab-tools}
mkdir -p "$tools"

packages=""
have() { command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ]; }
have php || packages="$packages php-cli"
have nginx || packages="$packages nginx-light"
have javac || packages="$packages default-jdk-headless"
have mvn || packages="$packages maven"
have go || packages="$packages golang-go"
have python3 || packages="$packages python3 python3-venv"
ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || packages="$packages postgresql"
if [ -n "$packages" ]; then
  apt-get update
  # shellcheck disable=SC2086
  apt-get install -y --no-install-recommends $packages
fi

if [ ! -x "$tools/python/bin/gunicorn" ]; then
  python3 -m venv "$tools/python"
  "$tools/python/bin/pip" install --quiet gunicorn==23.0.0
fi
if [ ! -d "$tools/jars" ]; then
  mvn -q -B -f "$here/targets/pom.xml" dependency:copy-dependencies -DoutputDirectory="$tools/jars" -DbuildDirectory="$tools/maven"
fi
mkdir -p "$tools/classes"
javac -d "$tools/classes" -cp "$tools/jars/*" "$here"/targets/java/*.java
go build -o "$tools/go-target" "$here/targets/target.go"
echo "ready: $tools"
