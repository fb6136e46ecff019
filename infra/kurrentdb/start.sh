#!/bin/sh
# Starts a node of EventStoreDB with the first passwords of `admin` and `ops`, which it takes from its environment only.
# usage: start.sh ADMIN_PASSWORD_FILE OPS_PASSWORD_FILE COMMAND…
set -eu
EVENTSTORE_DEFAULT_ADMIN_PASSWORD=$(cat "$1")
EVENTSTORE_DEFAULT_OPS_PASSWORD=$(cat "$2")
export EVENTSTORE_DEFAULT_ADMIN_PASSWORD EVENTSTORE_DEFAULT_OPS_PASSWORD
shift 2
exec "$@"
