#!/bin/sh
# Usage: backup.sh FOLDER DAYS. Backs the shop up to a new folder in FOLDER, then deletes backups that are older than DAYS days.
set -eu
target="$1/$(date -u +%Y-%m-%dT%H%M%SZ)"
cd "$(dirname "$0")/../.."
if [ -n "${DATABASE_URL-}" ]; then
  # Renamed when it is complete. PostgreSQL holds everything, pictures as well.
  mkdir -m 700 "$target.unfinished"
  # The password goes by the environment: every user of the machine can read command lines.
  PGPASSWORD=$(node -p 'decodeURIComponent(new URL(process.env.DATABASE_URL).password)')
  export PGPASSWORD
  database=$(node -p 'const url = new URL(process.env.DATABASE_URL); url.password = ""; url.href')
  pg_dump -Fc -f "$target.unfinished/shop.dump" "$database"
  mv "$target.unfinished" "$target"
else
  node --import tsx server/shop.ts backup "$target"
fi
# Reached only after a complete backup.
find "$1" -mindepth 1 -maxdepth 1 -mtime "+$2" -exec rm -rf {} +
