import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

// `npm run test:node -- 24`: the server's tests and the start of the shop on another Node, which npx fetches.
const [version = ''] = process.argv.slice(2);
if (process.platform === 'win32' || !/^\d+(?:\.\d+){0,2}$/.test(version)) {
  console.log('npm run test:node -- 24 takes the version of Node to test on, and runs on Linux or macOS.');
  process.exit(1);
}

const npx = path.join(path.dirname(process.execPath), 'npx');
const node = execFileSync(npx, ['-y', '-p', `node@${version}`, 'node', '-p', 'process.execPath'], { encoding: 'utf8' }).trim();

/** What everything that is started finds as "node", too. */
const env = { ...process.env, PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) };

/** Ends with us, whatever ends us. */
const tied = <Child extends ChildProcess>(child: Child): Child => {
  process.once('exit', () => child.kill('SIGTERM'));
  return child;
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const testServer = (): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=node', 'tests/server', '--reporter=minimal'];
    const child = tied(spawn(node, vitest, { env, stdio: ['ignore', 'inherit', 'inherit'] }));
    child.once('error', reject).once('close', (code) => resolve(code === 0));
  });

/** Starts the shop as `npm start` does, with a database of its own, and asks it for its first page. */
const opens = async (folder: string): Promise<boolean> => {
  const variables = { ...env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'error' };
  const child = tied(spawn(node, ['--import', 'tsx', 'server/main.ts'], { env: variables, stdio: ['ignore', 'pipe', 'inherit'] }));
  const ended = new Promise<false>((resolve) => child.once('close', () => resolve(false)));
  const address = new Promise<string>((resolve) => {
    let said = '';
    child.stdout.on('data', (part: Buffer) => {
      said += part;
      const [, found] = /open at (\S+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const isOpen = await Promise.race([ended, address.then((found) => fetch(found)).then(({ ok }) => ok)]);
  child.kill('SIGTERM');
  await ended;
  return isOpen;
};

console.log(`The server's tests and the start of the shop on Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
const isServerWell = await testServer();
const folder = await mkdtemp(path.join(tmpdir(), 'flone-on-node-'));
const isOpen = await opens(folder);
await rm(folder, { recursive: true });
console.log(`The server's tests ${isServerWell ? 'passed' : 'failed'}, and the shop ${isOpen ? 'opened and answered' : 'did not open'}.`);
process.exitCode = isServerWell && isOpen ? 0 : 1;
