#!/bin/sh
# The same, but sure to fetch what it has begun, and not what somebody else began meanwhile: it remembers the run's id.
# Fetches the raw profile, a text report and a call graph; neither jeprof nor dot is needed, here or there.
#
#     JEMSCOPE_TOKEN=… ./by-id.sh 127.0.0.1:40123 [SECONDS]
set -eu

address=${1:?which address? The agent has written it into its descriptor: see README.md}
seconds=${2:-600}

umask 077
header=$(mktemp)
trap 'rm -f "$header"' EXIT
printf 'Authorization: Bearer %s\n' "${JEMSCOPE_TOKEN:?no token in JEMSCOPE_TOKEN: see README.md}" > "$header"

ask() {
    curl --silent --show-error --fail-with-body --header "@$header" "$@"
}

started=$(ask "$address/memory-profiler/start?duration=$seconds")
id=$(printf '%s' "$started" | sed 's/.*"id": *\([0-9]*\).*/\1/')
remaining=$(printf '%s' "$started" | sed 's/.*"remaining_seconds": *"\([0-9]*\)".*/\1/')
echo "run $id ends in $remaining seconds"

# Not $seconds: where a run was on already, it is that one's time that counts.
sleep $((remaining + 1))
ask --output "$id.heap" "$address/memory-profiler/download/raw?id=$id"
ask --output "$id.txt" "$address/memory-profiler/download/text?id=$id"
ask --output "$id.svg" "$address/memory-profiler/download/graph?id=$id"
echo "fetched: $id.heap $id.txt $id.svg"
