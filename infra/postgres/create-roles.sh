#!/bin/sh
# Creates the database that the PG* variables name, unless it exists. Creates the roles of roles.sql, sets their passwords
# and grants them access to the database. Safe to run again.
set -eu
cd "$(dirname "$0")"
psql -d postgres -tAc "select 1 from pg_database where datname = '$PGDATABASE'" | grep -q 1 ||
  createdb --maintenance-db=postgres "$PGDATABASE"
psql -v ON_ERROR_STOP=1 -f roles.sql
psql -v ON_ERROR_STOP=1 -f database.sql
psql -v ON_ERROR_STOP=1 \
  -v owner="$OWNER_DB_PASSWORD" -v app="$APP_DB_PASSWORD" -v auditor="$AUDITOR_DB_PASSWORD" <<'SQL'
ALTER ROLE moniker_owner PASSWORD :'owner';
ALTER ROLE moniker_app PASSWORD :'app';
ALTER ROLE moniker_auditor PASSWORD :'auditor';
SQL
