#!/bin/sh
# Usage: backup.sh FOLDER DAYS. Backs the shop up to a new folder in FOLDER, then deletes backups that are older than DAYS days.
set -eu
cd "$(dirname "$0")/../.."
node dist-server/shop.js backup "$1/$(date -u +%Y-%m-%dT%H%M%SZ)"
# Reached only after a complete backup.
find "$1" -mindepth 1 -maxdepth 1 -mtime "+$2" -exec rm -rf {} +
