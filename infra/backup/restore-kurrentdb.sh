#!/bin/sh
# restore-kurrentdb.sh BACKUP NODE
#
# Copies a backup made by `backup-kurrentdb.sh` to NODE, the folder of a stopped node, which must be empty or absent.
# Restore all nodes of a cluster from the same backup before you start any of them. Run this script as the account that
# the server runs as.
set -eu
umask 077
backup=${1:?missing folder of a backup} node=${2:?missing empty folder}

fail() {
  echo "$1" >&2
  exit 1
}

case "$(basename "$backup")" in unfinished-*) fail "$backup is not a finished backup" ;; esac
[ -f "$backup/files.sha256" ] || fail "$backup is not a backup"
[ -z "$(ls -A "$node" 2>/dev/null || true)" ] || fail "$node is not empty"
(cd "$backup/data" && sha256sum --quiet -c ../files.sha256) || fail "$backup is damaged"

mkdir -p "$node"
cp -R "$backup/data/." "$node/"
# When the server starts, it cuts the log off at this checkpoint.
cp "$node/chaser.chk" "$node/truncate.chk"
echo "Restored to $node. Start all nodes, then the bank, then verify the ledger."
