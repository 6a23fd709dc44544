#!/usr/bin/env bash
# A backup that was never restored is a hope. This makes one while the service runs, restores it elsewhere, proves the
# copy, and says how long each step took.
#   deploy/backup-drill.sh DATA MASTER_KEY_FILE [KEEP_BACKUP_IN]
# Exit code 0: the copy is whole and every view of it is what the log says. Needs `anamnesis` in PATH.
set -euo pipefail
umask 077

data=${1:?the data directory of the service}
master=${2:?the file of the master key}
work=$(mktemp -d)
keep=${3:-$work/backup}
trap 'rm -rf "$work"' EXIT

step() {
  local began=$SECONDS
  echo "== $1"
  shift
  "$@"
  echo "   $((SECONDS - began)) s"
}

export ANAMNESIS_MASTER_KEY_FILE=$master
step "back up" anamnesis backup "$keep" --data "$data"
unset ANAMNESIS_MASTER_KEY_FILE
step "restore elsewhere" anamnesis restore "$keep" --data "$work/restored" --master-key "$master" --erased "$data"
step "prove the log" anamnesis verify --data "$work/restored"
step "build the views" anamnesis project --once --data "$work/restored"
step "prove the views" anamnesis rebuild --verify --data "$work/restored"
echo "the copy is whole"
