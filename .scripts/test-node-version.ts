import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

// `npm run test:node -- 24`: runs the server's tests and starts the shop on another Node version, which npx downloads.
const [version = ''] = process.argv.slice(2);
if (process.platform === 'win32' || !/^\d+(?:\.\d+){0,2}$/.test(version)) {
  console.log('Usage: npm run test:node -- 24 (a Node version; Linux or macOS only).');
  process.exit(1);
}

const npx = path.join(path.dirname(process.execPath), 'npx');
const node = execFileSync(npx, ['-y', '-p', `node@${version}`, 'node', '-p', 'process.execPath'], { encoding: 'utf8' }).trim();

/** Puts that Node first in PATH, so that child processes use it, too. */
const env = { ...process.env, PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) };

/** Kills the child when this process exits. */
const killOnExit = <Child extends ChildProcess>(child: Child): Child => {
  process.once('exit', () => child.kill('SIGTERM'));
  return child;
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const runServerTests = (): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=node', 'tests/server', '--reporter=minimal'];
    const child = killOnExit(spawn(node, vitest, { env, stdio: ['ignore', 'inherit', 'inherit'] }));
    child.once('error', reject).once('close', (code) => resolve(code === 0));
  });

/** Starts the shop as `npm start` does, on an empty data folder. True when it answers GET /. */
const startsAndAnswers = async (folder: string): Promise<boolean> => {
  const shopEnv = { ...env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'error' };
  const child = killOnExit(spawn(node, ['server/build/run.js'], { env: shopEnv, stdio: ['ignore', 'pipe', 'inherit'] }));
  const ended = new Promise<false>((resolve) => child.once('close', () => resolve(false)));
  const address = new Promise<string>((resolve) => {
    let output = '';
    child.stdout.on('data', (part: Buffer) => {
      output += part;
      const [, found] = /open at (\S+)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const hasAnswered = await Promise.race([ended, address.then((found) => fetch(found)).then(({ ok }) => ok)]);
  child.kill('SIGTERM');
  await ended;
  return hasAnswered;
};

console.log(`Server tests and a start of the shop on Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
const haveTestsPassed = await runServerTests();
const folder = await mkdtemp(path.join(tmpdir(), 'flone-on-node-'));
const hasStarted = await startsAndAnswers(folder);
await rm(folder, { recursive: true });
console.log(
  `The server tests ${haveTestsPassed ? 'passed' : 'failed'}; the shop ${hasStarted ? 'started and answered' : 'did not start'}.`,
);
process.exitCode = haveTestsPassed && hasStarted ? 0 : 1;
