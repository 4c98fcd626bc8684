#!/bin/sh
# Makes the role that Horloge comes as, and its database: the role owns that one, and may do nothing else. Postgres' image
# runs this once, when its volume is new; run it by hand (as the superuser) on a Postgres of your own. Run again, it
# changes nothing but the password.
set -eu

password=$(cat "${HORLOGE_PASSWORD_FILE:-/run/secrets/horloge_password}")

psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --set=password="$password" --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
SELECT 'CREATE ROLE horloge' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'horloge') \gexec
ALTER ROLE horloge LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
SELECT 'CREATE DATABASE horloge OWNER horloge' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'horloge') \gexec
REVOKE ALL ON DATABASE horloge FROM PUBLIC;
REVOKE ALL ON DATABASE postgres FROM PUBLIC;
REVOKE ALL ON DATABASE template1 FROM PUBLIC;
SQL
