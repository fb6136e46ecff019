#!/bin/sh
# backup-kurrentdb.sh NODE BACKUPS
#
# Copies the files of a KurrentDB node, which may be running, to a new folder in BACKUPS, and prints that folder. NODE
# is the folder with the chunks and `index`. The order follows the server's documentation, "Backup and restore": a file
# is copied before the files that it refers to. The node must be up to date, and no scavenge may run.
set -eu
umask 077
node=${1:?missing folder of a node} backups=${2:?missing folder for backups}
max_index_copies=20

fail() {
  echo "$1" >&2
  exit 1
}

[ -f "$node/chaser.chk" ] || fail "$node has no chaser.chk: it is not the folder of a node"
name=kurrentdb-$(date -u +%Y-%m-%dT%H-%M-%SZ)
unfinished=$backups/unfinished-$name
[ ! -e "$unfinished" ] && [ ! -e "$backups/$name" ] || fail "$backups/$name exists"
data=$unfinished/data
mkdir -p "$data"

# copy FILE: copies a file of the node, if it exists.
copy() {
  [ ! -f "$node/$1" ] || cp "$node/$1" "$data/$1"
}

# The server may merge and delete index files during the copy. The copies are consistent with each other if the index
# map has not changed.
copy_index_files() {
  rm -rf "$data/index"
  mkdir -p "$data/index"
  [ -f "$node/index/indexmap" ] || return 0
  cp "$node/index/indexmap" "$data/index/indexmap" || return 1
  for file in "$node"/index/*; do
    case "$file" in */indexmap) continue ;; esac
    [ ! -f "$file" ] || cp "$file" "$data/index/" || return 1
  done
  cmp -s "$node/index/indexmap" "$data/index/indexmap"
}

copies=1
until copy_index_files 2>/dev/null; do
  [ "$copies" -lt "$max_index_copies" ] || fail "the index of $node changes too often"
  copies=$((copies + 1))
  sleep 1
done
mkdir -p "$data/index/stream-existence" "$data/index/scavenging"
copy index/stream-existence/streamExistenceFilter.chk
copy index/stream-existence/streamExistenceFilter.dat
copy index/scavenging/scavenging.db

# Copies the checkpoints before the chunks. A restore cuts off what was written to the last chunk after that.
for checkpoint in chaser epoch writer proposal; do copy "$checkpoint.chk"; done
for chunk in "$node"/chunk-*.*; do cp "$chunk" "$data/"; done

(cd "$data" && find . -type f -exec sha256sum {} + >../files.sha256)
sync
mv "$unfinished" "$backups/$name"
echo "$backups/$name"
