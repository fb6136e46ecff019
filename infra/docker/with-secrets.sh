#!/bin/sh
# Sets <NAME> instead of <NAME>_FILE, to the content of that file, for each such variable that names a secret, and runs a command.
# For programs that cannot read secrets from files. Secrets are in SECRETS_FOLDER, /run/secrets by default; other files, such as
# SSL_CERT_FILE, stay as they are. usage: with-secrets.sh COMMAND…
set -eu
for name in $(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)_FILE=.*/\1/p'); do
  eval "file=\${${name}_FILE-}"
  case $file in "${SECRETS_FOLDER:-/run/secrets}"/*) ;; *) continue ;; esac
  value=$(cat "$file")
  export "$name=$value"
  unset "${name}_FILE"
done
exec "$@"
