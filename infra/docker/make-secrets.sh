#!/bin/sh
# Generates the secret files for docker-compose.yml. Keeps existing files, so it is safe to run again.
# usage: make-secrets.sh [--trial] [--backup] [--machines] [--kurrentdb] [FOLDER]
#   --trial      send mail to the mail catcher of the `trial` profile, which needs SMTP_TLS=off. Without this option,
#                write the URL of your mail server, smtps://user:password@host, to FOLDER/smtp_url.
#   --backup     also generate the file for docker-compose.backup.yml.
#   --machines   also generate both files for docker-compose.machine.yml. All three machines need the same
#                machine_passwords.
#   --kurrentdb  also generate the files for docker-compose.kurrentdb.yml, with certificates.
set -eu
umask 077
trial='' backup='' machines='' kurrentdb=''
while :; do
  case "${1:-}" in
    --trial) trial=yes ;;
    --backup) backup=yes ;;
    --machines) backup=yes machines=yes ;;
    --kurrentdb) kurrentdb=yes ;;
    *) break ;;
  esac
  shift
done
folder=${1:-secrets}
# Only the folder's owner can enter it. The files in it are readable by all, because each container has its own user and
# Compose mounts files with unchanged permissions.
mkdir -p "$folder"
chmod 700 "$folder"

hex() { od -An -v -tx1 -N32 /dev/urandom | tr -d ' \n'; }
key() { head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n'; }

# create NAME TEXT: writes a secret unless it exists.
create() {
  [ -e "$folder/$1" ] || printf '%s\n' "$2" > "$folder/$1"
  chmod 444 "$folder/$1"
}
secret() { cat "$folder/$1"; }

for name in postgres_password owner_db_password app_db_password auditor_db_password redis_password grafana_password \
  s3_secret_access_key; do
  create "$name" "$(hex)"
done
create secret_key "$(key)"
create checkpoint_key "$(key)"
create writer_key "$(key)"
create old_secret_keys ''
[ -z "$backup" ] || create backup_passphrase "$(key)"
# Three passwords: for the superuser, for replication, and for the backup repository.
[ -z "$machines" ] || create machine_passwords "$(secret postgres_password; hex; echo; secret backup_passphrase)"

create database_owner_url "postgres://moniker_owner:$(secret owner_db_password)@postgres:5432/moniker"
create database_url "postgres://moniker_app:$(secret app_db_password)@postgres:5432/moniker"
create database_auditor_url "postgres://moniker_auditor:$(secret auditor_db_password)@postgres:5432/moniker"
create redis_url "redis://:$(secret redis_password)@redis:6379/0"
create s3_identities "{\"identities\":[{\"name\":\"moniker\",\"credentials\":[{\"accessKey\":\"moniker\",\"secretKey\":\"$(secret s3_secret_access_key)\"}],\"actions\":[\"Read:moniker\",\"Write:moniker\",\"List:moniker\"]}]}"
if [ -n "$trial" ]; then
  create smtp_url smtp://mail:1025
elif [ ! -e "$folder/smtp_url" ]; then
  echo "Write the URL of your mail server, smtps://user:password@host, to $folder/smtp_url."
fi
if [ -n "$kurrentdb" ]; then
  servers='kurrentdb1:2113,kurrentdb2:2113,kurrentdb3:2113?tlsCAFile=/etc/kurrentdb/ca.crt'
  create kurrentdb_admin_password "$(hex)"
  create kurrentdb_ops_password "$(hex)"
  create kurrentdb_url "kurrentdb://moniker:$(hex)@$servers"
  create kurrentdb_auditor_url "kurrentdb://moniker-auditor:$(hex)@$servers"
  sh "$(dirname "$0")/make-kurrentdb-certificates.sh" "$folder"
fi
copies='secret_key, checkpoint_key and writer_key'
[ ! -e "$folder/backup_passphrase" ] || copies='secret_key, checkpoint_key, writer_key and backup_passphrase'
echo "The secrets are in $folder. Keep a copy of $copies on another machine."
