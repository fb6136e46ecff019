#!/bin/sh
# Runs a command with the contents of the file that each <NAME>_FILE names as <NAME>. For programs that read no files
# themselves. usage: with-secrets.sh COMMAND…
set -eu
for name in $(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)_FILE=.*/\1/p'); do
  eval "file=\$${name}_FILE"
  value=$(cat "$file")
  export "$name=$value"
done
exec "$@"
