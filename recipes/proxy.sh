#!/bin/sh
# Runs tests of an API against a proxy that validates what passes against the contract.
#
#   sh proxy.sh "npm start" http://127.0.0.1:8080 "npm test"
#
# The tests find the API at $API_URL. Exit code: that of the tests or, if they passed, of the proxy.
set -u
start=$1 api=$2 tests=$3 port=${PROXY_PORT:-8081}

# Until something listens: any HTTP response counts. The proxy doesn't validate OPTIONS that the contract doesn't have.
wait_for() {
  tries=0
  until curl --silent --request OPTIONS --output /dev/null --max-time 2 "$1"; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || { echo "nothing listens at $1" >&2; return 1; }
    sleep 0.5
  done
}

sh -c "exec $start" &
api_pid=$!
trap 'kill "$api_pid" 2>/dev/null' EXIT
wait_for "$api" || exit 1

# Not `npx`, which doesn't pass signals on.
node_modules/.bin/openapi-actions proxy "$api" --port "$port" --format junit=proxy.xml &
proxy_pid=$!
wait_for "http://127.0.0.1:$port/" || { kill "$proxy_pid"; exit 1; }

API_URL="http://127.0.0.1:$port" sh -c "$tests"
tests_code=$?
kill -TERM "$proxy_pid"
wait "$proxy_pid"
proxy_code=$?
[ "$tests_code" -ne 0 ] && exit "$tests_code"
exit "$proxy_code"
