#!/bin/sh
# PostgreSQL's archive_command: archive-wal.sh FOLDER %p %f. Keeps one finished file of the server's log.
# What is archived already is never replaced; the same file again is no error, since the server may ask twice.
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
