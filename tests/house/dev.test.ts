import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Whether any process of a group is there. */
const isThere = (group: number): boolean => {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
};

test('npm run dev says that its port is taken, and ends with the API that it has started', { timeout: 90_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'shop-dev-'));
  const other = createServer();
  onTestFinished(async () => {
    other.close();
    await rm(folder, { recursive: true, force: true });
  });
  // Taken by this test, or by whatever else.
  await Promise.race([once(other.listen(3000), 'listening'), once(other, 'error')]);
  const { PATH = '' } = process.env;
  const dev = spawn(process.execPath, ['--import', 'tsx', '.scripts/dev.ts'], {
    env: { PATH, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { pid = 0 } = dev;
  onTestFinished(() => {
    if (isThere(pid)) process.kill(-pid, 'SIGKILL');
  });
  let output = '';
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (part) => (output += String(part)));
  const [code] = await once(dev, 'exit');
  expect(output).toContain('Port 3000 is already in use');
  expect(code).toBe(1);
  await expect.poll(() => isThere(pid)).toBe(false);
});
