#!/bin/sh
# Makes the secrets of docker-compose.yml, each a file in secrets/ (or in the folder that is named). What is there already
# stays as it is. Write the address of your mail server into horloge_mail_url; empty: no mail.
set -eu

folder=${1:-secrets}
mkdir -p "$folder"
chmod 700 "$folder" # its files are open to the users of the containers, the folder to nobody else here

keep() { # keep NAME VALUE: unless there is one
    [ -e "$folder/$1" ] || printf '%s\n' "$2" > "$folder/$1"
    chmod 644 "$folder/$1"
}

chance() {
    od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}

for name in postgres_password horloge_password redis_password horloge_watch_token; do
    keep "$name" "$(chance)"
done
keep database_url "postgresql://horloge:$(cat "$folder/horloge_password")@postgres/horloge"
keep redis_url "redis://:$(cat "$folder/redis_password")@redis:6379/0"
keep horloge_mail_url ""
