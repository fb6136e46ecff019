#!/bin/sh
# Starts a node of EventStoreDB, as KurrentDB was called before version 25. Passes the initial passwords of
# `admin` and `ops` in the environment, because the server reads them only there.
# usage: start.sh ADMIN_PASSWORD_FILE OPS_PASSWORD_FILE COMMAND…
set -eu
EVENTSTORE_DEFAULT_ADMIN_PASSWORD=$(cat "$1")
EVENTSTORE_DEFAULT_OPS_PASSWORD=$(cat "$2")
export EVENTSTORE_DEFAULT_ADMIN_PASSWORD EVENTSTORE_DEFAULT_OPS_PASSWORD
shift 2
exec "$@"
