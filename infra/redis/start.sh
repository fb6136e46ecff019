#!/bin/sh
# Starts Redis with the password of a file, which so stands on no command line and in no environment.
# usage: start.sh PASSWORD_FILE [settings of redis-server]
set -eu
password_file=$1
shift
exec redis-server "$(dirname "$0")/redis.conf" "$@" - <<EOF
requirepass "$(cat "$password_file")"
EOF
