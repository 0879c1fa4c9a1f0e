import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// npm runs this as `prepare`: it must not fail in CI, without .git, or when dev dependencies are omitted.
const lefthook = 'node_modules/lefthook/bin/index.js';
if (!process.env.CI && existsSync('.git') && existsSync(lefthook)) spawnSync(process.execPath, [lefthook, 'install'], { stdio: 'inherit' });
