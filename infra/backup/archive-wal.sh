#!/bin/sh
# PostgreSQL's archive_command: archive-wal.sh FOLDER %p %f. Archives one WAL file.
# Never replaces an archived file. Succeeds if the same file is archived again, because the server may repeat a call.
set -eu
target="$1/$3"
if [ -e "$target" ]; then
  cmp -s "$2" "$target"
  exit
fi
cp "$2" "$target.part"
sync "$target.part"
mv "$target.part" "$target"
sync "$1"
