#!/usr/bin/env bash
# usage: tools/test_installed.sh DIR   installs the C++ library into DIR/prefix, and
# builds and runs the example against it through find_package(clearway): as it
# is, and with -march=native under ASan, which must agree on layout.
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --preset release -DCMAKE_INSTALL_PREFIX="$1/prefix"
cmake --build --preset release --target clearway
cmake --install build/release --component development
for flags in "" "-march=native -fsanitize=address,undefined"; do
  build="$1/build${flags:+-native}"
  cmake -G Ninja -S examples/cpp -B "$build" -DCMAKE_PREFIX_PATH="$1/prefix" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS="$flags"
  cmake --build "$build"
  "$build/check_an_arm"
done
