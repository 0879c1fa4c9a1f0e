#!/bin/sh
# Usage: backup.sh FOLDER DAYS. Backs the shop up to a new folder in FOLDER, then deletes backups that are older than DAYS days.
set -eu
target="$1/$(date -u +%Y-%m-%dT%H%M%SZ)"
cd "$(dirname "$0")/../.."
# The database first: a picture is written before the database refers to it, so that none is missing.
if [ -n "${DATABASE_URL-}" ]; then pg_dump -Fc -f "$target.dump" "$DATABASE_URL"; fi
node --import tsx server/shop.ts backup "$target"
if [ -n "${DATABASE_URL-}" ]; then mv "$target.dump" "$target/shop.dump"; fi
# Reached only after a complete backup.
find "$1" -mindepth 1 -maxdepth 1 -mtime "+$2" -exec rm -rf {} +
