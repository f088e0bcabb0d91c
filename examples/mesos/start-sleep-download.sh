#!/bin/sh
# Profiles a program for a while and fetches the result, by the addresses that Mesos's masters and agents have.
#
#     JEMSCOPE_TOKEN=… ./start-sleep-download.sh 127.0.0.1:40123 [SECONDS]
#
# The requests are those that a script for Mesos makes; only the token, which Mesos has no use for, is new.
set -eu

address=${1:?which address? The agent has written it into its descriptor: see README.md}
seconds=${2:-600}

# In a file of our own: a command line can be read by every user of the machine.
umask 077
header=$(mktemp)
trap 'rm -f "$header"' EXIT
printf 'Authorization: Bearer %s\n' "${JEMSCOPE_TOKEN:?no token in JEMSCOPE_TOKEN: see README.md}" > "$header"

curl --silent --show-error --fail-with-body --header "@$header" "$address/memory-profiler/start?duration=$seconds"
sleep $((seconds + 1))
curl --silent --show-error --fail-with-body --header "@$header" --output raw "$address/memory-profiler/download/raw"
echo "fetched: raw"
