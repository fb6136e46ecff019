#!/bin/sh
# restore.sh BACKUP WAL PGDATA [TIME]
#
# Makes PGDATA of a base backup and lets the server that is started on it next replay the archived log, to its end or
# to TIME ('2026-11-21 14:05:00+00'). PGDATA must be empty or absent. Run as the account that the server runs as.
set -eu
backup=${1:?the folder of a base backup} wal=${2:?the folder of the archived log} pgdata=${3:?an empty folder}
time=${4:-}

fail() {
  echo "$1" >&2
  exit 1
}

[ -f "$backup/backup.json" ] || fail "$backup is not a finished backup"
[ -d "$wal" ] || fail "$wal is not a folder"
[ -z "$(ls -A "$pgdata" 2>/dev/null || true)" ] || fail "$pgdata is not empty"
case "$wal$time" in *[\'\"%]*) fail "quotes and percent signs cannot be part of a path or a time here" ;; esac
(cd "$backup/data" && sha256sum --quiet -c ../files.sha256) || fail "$backup is damaged"

mkdir -p "$pgdata"
chmod 700 "$pgdata"
cp -R "$backup/data/." "$pgdata/"
{
  echo "restore_command = 'cp \"$(cd "$wal" && pwd)/%f\" \"%p\"'"
  echo "recovery_target_action = 'promote'"
  echo "recovery_target_time = '$time'"
} >>"$pgdata/postgresql.auto.conf"
touch "$pgdata/recovery.signal"
echo "Restored to $pgdata. Start the server, wait until it takes writes, then verify the ledger."
