#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume: the owner, the node's role, the database.
set -eu
psql -v ON_ERROR_STOP=1 -U "${POSTGRES_USER:-postgres}" -d postgres \
  -v owner_password="$PITBOSS_OWNER_PASSWORD" -v node_password="$PITBOSS_NODE_PASSWORD" <<'SQL'
create role pitboss login password :'owner_password';
create role pitboss_node login password :'node_password';
create database pitboss owner pitboss;
SQL
