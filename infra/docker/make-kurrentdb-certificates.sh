#!/bin/sh
# Generates the certificates for docker-compose.kurrentdb.yml: a CA, and a certificate for each node. Keeps existing
# files, so it is safe to run again. To renew a node's certificate, remove the node's two files and run this again.
# usage: make-kurrentdb-certificates.sh FOLDER
set -eu
umask 077
folder=${1:?missing folder}
ca_days=3650
node_days=730

fail() {
  echo "$1" >&2
  exit 1
}
command -v openssl >/dev/null || fail 'openssl is not installed.'

# A file gets its final name only when it is complete.
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

# run ARGUMENTS…: runs openssl, and prints its messages only if it fails.
run() { openssl "$@" 2>"$temporary/messages" || fail "$(cat "$temporary/messages")"; }

# The server reads only RSA keys.
new_key() { run genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$1"; }

# publish NAME MODE: moves a finished file into the folder.
publish() {
  chmod "$2" "$temporary/$1"
  mv -f "$temporary/$1" "$folder/$1"
}

create_ca() {
  cat >"$temporary/ca.cnf" <<EXTENSIONS
[req]
distinguished_name = name
prompt = no
[name]
CN = Moniker KurrentDB CA
[ca]
basicConstraints = critical, CA:true, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
EXTENSIONS
  new_key "$temporary/kurrentdb_ca_key"
  run req -x509 -new -sha256 -days "$ca_days" -config "$temporary/ca.cnf" -extensions ca \
    -key "$temporary/kurrentdb_ca_key" -out "$temporary/kurrentdb_ca"
  publish kurrentdb_ca_key 400
  publish kurrentdb_ca 444
}

# All nodes share one common name, by which they recognize each other. Each certificate is also valid for localhost,
# which health checks connect to.
create_node() {
  [ -e "$folder/kurrentdb_ca_key" ] || fail "$folder/kurrentdb_ca_key is missing. It must sign the certificate of $1."
  cat >"$temporary/node.cnf" <<EXTENSIONS
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature, keyEncipherment
extendedKeyUsage = serverAuth, clientAuth
subjectAltName = DNS:$1, DNS:localhost, IP:127.0.0.1
EXTENSIONS
  new_key "$temporary/$1_key"
  run req -new -sha256 -subj /CN=eventstoredb-node -key "$temporary/$1_key" -out "$temporary/request"
  run x509 -req -sha256 -days "$node_days" -in "$temporary/request" -extfile "$temporary/node.cnf" \
    -CA "$folder/kurrentdb_ca" -CAkey "$folder/kurrentdb_ca_key" -set_serial "0x$(openssl rand -hex 16)" \
    -out "$temporary/$1_certificate"
  publish "$1_key" 444
  publish "$1_certificate" 444
}

[ -e "$folder/kurrentdb_ca" ] || create_ca
for node in kurrentdb1 kurrentdb2 kurrentdb3; do
  [ -e "$folder/${node}_certificate" ] || create_node "$node"
  echo "$node: the certificate is valid until $(openssl x509 -noout -enddate -in "$folder/${node}_certificate" | cut -d= -f2)"
done
