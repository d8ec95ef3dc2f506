#!/usr/bin/env bash
# botform without a forge: fleet.sh validate | plan | apply | drift. For a terminal, and for cron (drift).
# What follows plan or apply is passed on: fleet.sh plan --max-changed-percent 60
#
#   17 5 * * *  FLEET=/srv/fleet /srv/fleet/fleet.sh drift
#
# FLEET  folder with botform.yaml and keys.env (chmod 600: BOTFORM_MAIN_API_KEY=… a line); default: where this file is
# STATE  folder for the journal, the saved plan and the lock; default: $FLEET/.botform
set -euo pipefail
umask 077

FLEET=${FLEET:-$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)}
STATE=${STATE:-$FLEET/.botform}
export BOTFORM_JOURNAL="$STATE/journal"
mkdir -p "$STATE"
cd "$FLEET"

# Keys come from a file that only its owner can read; never from the command line, which every user of the machine sees.
keys=()
if [ -e keys.env ]; then
  if [ -n "$(find -L keys.env -perm /077)" ]; then
    echo "keys.env can be read by others: chmod 600 $FLEET/keys.env" >&2
    exit 3
  fi
  keys=(--env-from=keys.env)
fi

command=${1:-}
if [ $# -gt 0 ]; then shift; fi
case "$command" in
  validate)
    botform validate
    botform policy check --all-accounts
    ;;
  plan)
    botform plan ${keys[@]+"${keys[@]}"} --expires=240 "$@" \
      --out="plan=$STATE/fleet.plan,html=$STATE/plan.html"
    ;;
  apply)
    # One apply at a time. The saved plan is used once: botform refuses it when a bot has changed since.
    exec 9> "$STATE/lock"
    if ! flock --nonblock 9; then
      echo "another apply is under way" >&2
      exit 1
    fi
    # What an apply starts doesn't hold the lock longer than the apply.
    botform apply "$STATE/fleet.plan" --yes ${keys[@]+"${keys[@]}"} "$@" \
      --events="$STATE/events.jsonl" 9>&-
    ;;
  drift)
    # Exit 2 is drift. Only then is there anything to print, so that cron writes a mail only then.
    notify=()
    if [ -n "${BOTFORM_NOTIFY_URL:-}" ]; then notify=(--notify-env=BOTFORM_NOTIFY_URL); fi
    code=0
    botform drift ${keys[@]+"${keys[@]}"} ${notify[@]+"${notify[@]}"} > "$STATE/drift.txt" 2>&1 || code=$?
    if [ "$code" -ne 0 ]; then cat "$STATE/drift.txt"; fi
    exit "$code"
    ;;
  *)
    echo "usage: fleet.sh validate | plan | apply | drift" >&2
    exit 3
    ;;
esac
