#!/bin/sh
# Writes the secret files of docker-compose.yml, random and for this installation alone. A file that is there is left
# as it is, so it may be run again. usage: make-secrets.sh [--trial] [FOLDER]
#   --trial  mail goes to the mail catcher of the profile `trial`; otherwise write the address of your mail server,
#            smtps://user:password@host, into FOLDER/smtp_url yourself
set -eu
umask 077
trial=
if [ "${1:-}" = --trial ]; then
  trial=yes
  shift
fi
folder=${1:-secrets}
# Only the owner of the folder reaches the files. They themselves are readable to all, because each container has a
# user of its own and Compose mounts them as they are.
mkdir -p "$folder"
chmod 700 "$folder"

hex() { od -An -v -tx1 -N32 /dev/urandom | tr -d ' \n'; }
key() { head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n'; }

# put NAME TEXT: keeps what is there.
put() {
  [ -e "$folder/$1" ] || printf '%s\n' "$2" > "$folder/$1"
  chmod 444 "$folder/$1"
}
of() { cat "$folder/$1"; }

for name in postgres_password owner_db_password app_db_password auditor_db_password redis_password grafana_password \
  s3_secret_access_key; do
  put "$name" "$(hex)"
done
put secret_key "$(key)"
put checkpoint_key "$(key)"
put old_secret_keys ''

put database_owner_url "postgres://moniker_owner:$(of owner_db_password)@postgres:5432/moniker"
put database_url "postgres://moniker_app:$(of app_db_password)@postgres:5432/moniker"
put database_auditor_url "postgres://moniker_auditor:$(of auditor_db_password)@postgres:5432/moniker"
put redis_url "redis://:$(of redis_password)@redis:6379/0"
put s3_identities "{\"identities\":[{\"name\":\"moniker\",\"credentials\":[{\"accessKey\":\"moniker\",\"secretKey\":\"$(of s3_secret_access_key)\"}],\"actions\":[\"Read:moniker\",\"Write:moniker\",\"List:moniker\"]}]}"
if [ -n "$trial" ]; then
  put smtp_url smtp://mail:1025
elif [ ! -e "$folder/smtp_url" ]; then
  echo "Write the address of your mail server, smtps://user:password@host, into $folder/smtp_url"
fi
echo "The secrets are in $folder: keep a copy of secret_key and checkpoint_key where this machine is not."
