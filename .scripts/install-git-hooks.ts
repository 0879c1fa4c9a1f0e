import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// An install for running, a copy without git and a build machine have no use for hooks, and must not fail for want of them.
const program = 'node_modules/lefthook/bin/index.js';
if (!process.env.CI && existsSync('.git') && existsSync(program)) spawnSync(process.execPath, [program, 'install'], { stdio: 'inherit' });
