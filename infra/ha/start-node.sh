#!/bin/sh
# Runs one machine of the cluster: a member of etcd, and Patroni with its PostgreSQL. Restarts each program when it
# exits, as systemd does. Environment:
#   NAME, ADDRESS        of this node
#   MEMBERS              names and addresses of all nodes: "node1=10.0.0.1 node2=10.0.0.2 …"
#   FOLDER               the node's data
#   PASSWORDS_FILE       three lines: the superuser's password, the replication user's password, and the passphrase of
#                        the backup repository
#   PGBACKREST_REPO1_…   the backup repository, which all machines share (infra/backup/README.md)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
peers='' hosts=''
for member in $MEMBERS; do
  peers="$peers${peers:+,}${member%%=*}=http://${member#*=}:2380"
  hosts="$hosts${hosts:+,}${member#*=}:2379"
done
{ read -r superuser && read -r replication && read -r passphrase; } <"$PASSWORDS_FILE"

export PATRONI_NAME="$NAME" PATRONI_ETCD_HOSTS="$hosts"
export PATRONI_RESTAPI_LISTEN="$ADDRESS:8008" PATRONI_RESTAPI_CONNECT_ADDRESS="$ADDRESS:8008"
export PATRONI_POSTGRESQL_LISTEN="$ADDRESS,127.0.0.1:5432" PATRONI_POSTGRESQL_CONNECT_ADDRESS="$ADDRESS:5432"
export PATRONI_POSTGRESQL_DATA_DIR="$FOLDER/data" PATRONI_POSTGRESQL_PGPASS="$FOLDER/pgpass"
export PATRONI_POSTGRESQL_BIN_DIR="${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}"
export PATRONI_SUPERUSER_USERNAME=postgres PATRONI_SUPERUSER_PASSWORD="$superuser"
export PATRONI_REPLICATION_USERNAME=replicator PATRONI_REPLICATION_PASSWORD="$replication"
# Patroni passes these variables on to PostgreSQL, whose archive_command runs pgBackRest.
export PGBACKREST_CONFIG="$here/../backup/pgbackrest.conf" PGBACKREST_STANZA=moniker
export PGBACKREST_REPO1_CIPHER_PASS="$passphrase" PGBACKREST_PG1_PATH="$FOLDER/data" PGBACKREST_LOCK_PATH="$FOLDER/lock"

# Uses version 2 of etcd's API. With version 3 and Patroni 3.0, a hung leader that wakes up takes the lease back from
# its successor (README.md).
while :; do
  etcd --enable-v2 --name "$NAME" --data-dir "$FOLDER/etcd" --initial-cluster "$peers" --initial-cluster-token moniker \
    --listen-peer-urls "http://$ADDRESS:2380" --initial-advertise-peer-urls "http://$ADDRESS:2380" \
    --listen-client-urls "http://$ADDRESS:2379" --advertise-client-urls "http://$ADDRESS:2379" \
    --logger zap --log-level error || true
  sleep 1
done &
# While FOLDER contains a file `patroni-off`, only etcd runs. A restore needs Patroni and its PostgreSQL to be stopped.
while :; do
  sleep 1
  [ ! -e "$FOLDER/patroni-off" ] || continue
  patroni "$here/patroni.yml" &
  while kill -0 $! 2>/dev/null && [ ! -e "$FOLDER/patroni-off" ]; do sleep 1; done
  kill $! 2>/dev/null || true
  wait $! || true
done &
wait
