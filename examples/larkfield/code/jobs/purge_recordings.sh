#!/usr/bin/env bash
# Nightly: removes recorded phone calls that are past their time. Cron starts it at 02:40.
set -euo pipefail

RECORDINGS_DIR="${RECORDINGS_DIR:-/srv/telephony/recordings}"
KEEP_CALLS_DAYS=90
LOCK_WAIT_SECONDS=20
NICE_LEVEL=15

exec 9>"/tmp/purge_recordings.lock"
flock --wait "$LOCK_WAIT_SECONDS" 9 || exit 75

nice -n "$NICE_LEVEL" find "$RECORDINGS_DIR" -type f -name '*.opus' -mtime "+$KEEP_CALLS_DAYS" -print -delete
