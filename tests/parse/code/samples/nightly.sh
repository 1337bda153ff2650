#!/bin/bash
set -euo pipefail

# Days that copies are kept.
KEEP_DAYS=30
readonly MAX_COPIES=5
export TARGET=/srv/copies
today=$(date +%F)

# Remove what is too old.
purge() {
  local limit=$1
  find "$TARGET" -mtime "+$limit" -delete
}

function report {
  echo "$today"
}

purge "$KEEP_DAYS"
report
