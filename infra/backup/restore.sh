#!/bin/sh
# restore.sh BACKUP PGDATA
#
# Copies a base backup made by `backup.mjs` to PGDATA, which must be empty or absent. When the server starts next, it
# recovers to the state at the end of the backup. Run it as the account that the server runs as, or as root before `npm
# start`.
set -eu
backup=${1:?missing folder of a base backup} pgdata=${2:?missing empty folder}

fail() {
  echo "$1" >&2
  exit 1
}

[ -f "$backup/backup.json" ] || fail "$backup is not a finished backup"
[ -z "$(ls -A "$pgdata" 2>/dev/null || true)" ] || fail "$pgdata is not empty"
(cd "$backup/data" && sha256sum --quiet -c ../files.sha256) || fail "$backup is damaged"

mkdir -p "$pgdata"
chmod 700 "$pgdata"
cp -R "$backup/data/." "$pgdata/"
echo "Restored to $pgdata. Start the server, then verify the ledger."
