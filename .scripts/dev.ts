import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { freePort } from './free-port.ts';

const port = await freePort();
// Read by vite.config.ts, which sends the API's addresses there.
process.env.DEV_API = `http://localhost:${port}`;

const api = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'], {
  env: { ...process.env, PORT: String(port), SHOP_BUILD: 'never', LOG_LEVEL: process.env.LOG_LEVEL ?? 'info' },
  stdio: ['ignore', 'ignore', 'inherit'],
});

// A page that is opened before the API is up would show a failure first. One that cannot start says why by itself.
const patience = Date.now() + 10_000;
const isUp = (): Promise<boolean> =>
  fetch(`http://localhost:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
while (Date.now() < patience && !(await isUp())) await new Promise((resolve) => setTimeout(resolve, 100));

const shop = await createServer();
await shop.listen();
shop.printUrls();
shop.bindCLIShortcuts({ print: true });

const stop = async (): Promise<void> => {
  api.kill('SIGTERM');
  await shop.close();
  process.exit();
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
api.on('exit', () => void stop());
