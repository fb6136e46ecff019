#!/bin/sh
# Sets <NAME> instead of <NAME>_FILE, to the content of that file, for each such variable, and runs a command. For programs
# that cannot read secrets from files. usage: with-secrets.sh COMMAND…
set -eu
for name in $(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)_FILE=.*/\1/p'); do
  eval "file=\$${name}_FILE"
  value=$(cat "$file")
  export "$name=$value"
  unset "${name}_FILE"
done
exec "$@"
