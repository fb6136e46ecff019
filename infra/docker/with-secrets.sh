#!/bin/sh
# Runs a command that cannot read secrets from files. Replaces each variable <NAME>_FILE that names a secret with
# <NAME>, whose value is the file's content. Secrets are files in SECRETS_FOLDER, by default /run/secrets; variables
# that name other files, such as SSL_CERT_FILE, are not changed. usage: with-secrets.sh COMMAND…
set -eu
for name in $(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)_FILE=.*/\1/p'); do
  eval "file=\${${name}_FILE-}"
  case $file in "${SECRETS_FOLDER:-/run/secrets}"/*) ;; *) continue ;; esac
  value=$(cat "$file")
  export "$name=$value"
  unset "${name}_FILE"
done
exec "$@"
