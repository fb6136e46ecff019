#!/bin/sh
# Sets <NAME> to the content of the file that <NAME>_FILE names, for each such variable, and runs a command. For programs
# that cannot read secrets from files. usage: with-secrets.sh COMMAND…
set -eu
for name in $(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)_FILE=.*/\1/p'); do
  eval "file=\$${name}_FILE"
  value=$(cat "$file")
  export "$name=$value"
done
exec "$@"
