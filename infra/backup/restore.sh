#!/bin/sh
# restore.sh BACKUP WAL PGDATA [TIME]
#
# Copies a base backup to PGDATA and configures recovery: the next server start replays the archived WAL to its end, or to
# TIME ('2026-11-21 14:05:00+00'). PGDATA must be empty or absent. Run it as the account that the server runs as.
set -eu
backup=${1:?missing folder of a base backup} wal=${2:?missing folder of archived WAL} pgdata=${3:?missing empty folder}
time=${4:-}

fail() {
  echo "$1" >&2
  exit 1
}

[ -f "$backup/backup.json" ] || fail "$backup is not a finished backup"
[ -d "$wal" ] || fail "$wal is not a folder"
[ -z "$(ls -A "$pgdata" 2>/dev/null || true)" ] || fail "$pgdata is not empty"
case "$wal$time" in *[\'\"%]*) fail "The path of the WAL folder and TIME must not contain quotes or percent signs" ;; esac
(cd "$backup/data" && sha256sum --quiet -c ../files.sha256) || fail "$backup is damaged"

mkdir -p "$pgdata"
chmod 700 "$pgdata"
cp -R "$backup/data/." "$pgdata/"
{
  echo "restore_command = 'cp \"$(cd "$wal" && pwd)/%f\" \"%p\"'"
  echo "recovery_target_action = 'promote'"
  echo "recovery_target_time = '$time'"
  # Limits of the former server. One that is lower in the new server's command line keeps it from starting.
  sed -n 's/^ *"\(max_[a-z_]*\)": \([0-9]*\),\{0,1\}$/\1 = \2/p' "$backup/backup.json"
} >>"$pgdata/postgresql.auto.conf"
touch "$pgdata/recovery.signal"
echo "Restored to $pgdata. Start the server, wait until recovery has ended, then verify the ledger."
