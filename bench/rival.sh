#!/usr/bin/env bash
# The rival of bench/rivals.mjs: what a careful hand writes in bash, curl, jq and openssl to plan and create bots.
#
#   rival.sh plan  DESIRED.json       exit 0: nothing to do · 2: something differs, it is printed · 1: failed
#   rival.sh apply DESIRED.json JOBS  creates what is missing, JOBS bots at once, reads each back, looks at the list again
#
# DESIRED.json is {"exchange": …, "bots": [{"access": title, "settings": {parameter: value, …}}, …]}. Being given JSON is its
# advantage: it reads no YAML, knows no templates, bounds or policies, keeps no journal, and doesn't look for namesakes while it writes.
# The environment: BOTFORM_BENCH_API_URL, …_KEY, …_SECRET. The secret stands on openssl's command line; a script has no better way.
set -euo pipefail
self=$(cd "$(dirname "$0")" && pwd)/rival.jq

fail() {
  printf 'rival.sh: %s\n' "$1" >&2
  exit 1
}

# call METHOD OPERATION [QUERY]: one signed request (docs/service.md, S-04); prints the envelope. Who reads it looks at isSuccess:
# a jq here would be one more process for each answer.
call() {
  local method=$1 path=/bot-futures/$2 query=${3-} nonce=$EPOCHSECONDS signature answer
  signature=$(printf '%s' "$path/$nonce/$query" | base64 -w0 | openssl dgst -sha256 -hmac "$BOTFORM_BENCH_API_SECRET" -r)
  # curl reads the key from its standard input, so that it isn't in the list of processes.
  answer=$(curl -sS --fail --max-time 15 -X "$method" -H @- "$BOTFORM_BENCH_API_URL$path${query:+?$query}" <<<"ctg-api-key: $BOTFORM_BENCH_API_KEY
ctg-api-nonce: $nonce
ctg-api-signature: ${signature%% *}") || fail "$2: no answer, or an error"
  printf '%s' "$answer"
}

# Reads accesses and list side by side into the folder.
observe() {
  call GET access-list >"$work/accesses.json" &
  local reading=$!
  call GET all "exchange=$exchange" >"$work/list.json"
  wait "$reading"
}

# judge MODE [DETAILS]: desired against observed, by the program in rival.jq.
judge() {
  jq -nr --arg mode "$1" --slurpfile desired "$desired" --slurpfile accesses "$work/accesses.json" \
    --slurpfile list "$work/list.json" --slurpfile details "${2:-/dev/null}" -f "$self"
}

# create TITLE QUERY: sends it once, never again; reads the new bot back. The fields of all are compared at the end: a jq takes longer to start
# than anything else here.
create() {
  local answer id
  answer=$(call POST create "$2")
  id=$(jq -er 'select(.isSuccess == true) | .data.botId' <<<"$answer") || fail "$1: create was refused: $answer"
  call GET detail "botId=$id" >"$work/details-$id.json"
  printf 'created %s as bot %s\n' "$1" "$id"
}

mode=${1-} desired=${2-}
if [[ $mode == create ]]; then # called by xargs below
  create "$2" "$3"
  exit
fi
[[ $mode == plan || $mode == apply ]] && [[ -r $desired ]] || fail "usage: rival.sh plan|apply DESIRED.json [JOBS]"
work=$(mktemp -d)
export work
trap 'rm -rf "$work"' EXIT
read -r exchange bots < <(jq -r '"\(.exchange | @uri) \(.bots | length)"' "$desired") || fail "$desired can't be read"
observe
differences=$(judge differences) || fail "the account can't be read"
[[ -z $differences ]] || printf '%s\n' "$differences"
if [[ -z $differences ]]; then
  printf 'no changes, %s unchanged\n' "$bots"
  exit
fi
[[ $mode == apply ]] || exit 2
judge creates | tr '\n' '\0' | xargs -0 -r -n 2 -P "${3:-1}" "$BASH" "$0" create || fail "not every bot was created"
cat "$work"/details-*.json >"$work/details.json"
wrong=$(judge details "$work/details.json") || fail "the new bots can't be read back"
[[ -z $wrong ]] || fail "created otherwise: $wrong"
# The list again: now nothing may be left.
observe
differences=$(judge differences) || fail "the account can't be read again"
[[ -z $differences ]] || fail "after the creates: $differences"
printf 'applied, %s bots as desired\n' "$bots"
