#!/bin/sh
# Creates the roles of roles.sql, grants them access to the database that the PG* variables name, and sets their
# passwords. Safe to run again.
set -eu
cd "$(dirname "$0")"
psql -v ON_ERROR_STOP=1 -f roles.sql
psql -v ON_ERROR_STOP=1 -f database.sql
psql -v ON_ERROR_STOP=1 \
  -v owner="$OWNER_DB_PASSWORD" -v app="$APP_DB_PASSWORD" -v auditor="$AUDITOR_DB_PASSWORD" <<'SQL'
ALTER ROLE moniker_owner PASSWORD :'owner';
ALTER ROLE moniker_app PASSWORD :'app';
ALTER ROLE moniker_auditor PASSWORD :'auditor';
SQL
