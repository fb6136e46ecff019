#!/bin/sh
# Starts Redis with a password from a file, which keeps the password out of command lines and environment variables.
# usage: start.sh PASSWORD_FILE [redis-server options]
set -eu
password_file=$1
shift
exec redis-server "$(dirname "$0")/redis.conf" "$@" - <<EOF
requirepass "$(cat "$password_file")"
EOF
