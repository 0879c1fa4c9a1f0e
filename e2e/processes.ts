import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import path from 'node:path';
import { forward, type Host, listen } from '#e2e/http-host.ts';
import { publicSeller } from '#scripts/public-shop.ts';
import { type ShopProcess, startTemporaryShop, type TemporaryShop } from '#scripts/temporary-shop.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { drain } from '#server/http-server.ts';
import { createDatabase, openServer, type PostgresRun } from '#tests/support/postgres-databases.ts';

/** Number of server processes of each shop. Several share a PostgreSQL database and nothing else; one alone is on SQLite. */
export const processCount = Number(process.env.E2E_PROCESSES ?? 1);

const variable = 'E2E_POSTGRES';

type Seeded = PostgresRun & { readonly template: string };

/**
 * Starts PostgreSQL with a seeded database, of which each shop gets a copy; `seed` fills it by its URL. Returns the teardown, which throws when a
 * test has left a database.
 */
export const preparePostgres = async (seed: (url: string) => Promise<unknown>): Promise<() => Promise<void>> => {
  const { url, run, addTemplate, close } = await openServer();
  const seeded: Seeded = { url, run, template: await addTemplate('seeded', seed) };
  process.env[variable] = JSON.stringify(seeded);
  return async () => {
    const left = await close();
    if (left.length > 0)
      throw new Error(`The tests left databases behind: ${left.join(', ')}. Every fixture and hook must close what it opens.`);
  };
};

/** A server with DATABASE_URL disables the demo accounts when it starts, because their passwords are public. The journeys use them. */
const keepAccounts = async (url: string, start: () => Promise<unknown>): Promise<void> => {
  const { db } = await openDatabase({ url });
  try {
    const accounts = await db.selectFrom('account').select(['id', 'password_hash', 'role']).execute();
    await start();
    for (const { id, ...kept } of accounts) await db.updateTable('account').set(kept).where('id', '=', id).execute();
  } finally {
    await db.destroy();
  }
};

/** Sends the requests to its processes in turn, so that those of one page reach different ones. */
const openBalancer = async (processes: readonly { readonly origin: string }[]) => {
  let turn = 0;
  let agent = new Agent({ keepAlive: true });
  const balance: Parameters<typeof listen>[0] = (incoming, outgoing) => {
    const { origin } = processes[turn % processes.length] ?? {};
    turn += 1;
    if (origin === undefined) outgoing.destroy();
    else forward(incoming, outgoing, origin, agent);
  };
  let host: Host | undefined = await listen(balance);
  const { address } = host;
  const { port } = new URL(address);
  return {
    address,
    /** Answers running requests first, as a server does that is stopped; then its port refuses connections. */
    stop: async (): Promise<void> => {
      const open = host;
      host = undefined;
      if (open) await drain(open.server);
      // Connections to processes that stop.
      agent.destroy();
    },
    start: async (): Promise<void> => {
      agent = new Agent({ keepAlive: true });
      host ??= await listen(balance, Number(port));
    },
  };
};

/**
 * Opens a shop of several processes with data folders of their own below `parent`, which share nothing but a copy of the seeded database, and have
 * one URL. The seller's commands have a folder of their own, too.
 */
export const openSharedShop = async (settings: Readonly<Record<string, string>>, parent: string): Promise<TemporaryShop> => {
  const { template, ...server }: Seeded = JSON.parse(process.env[variable] ?? '');
  const database = await createDatabase(server, template);
  const folder = await mkdtemp(path.join(parent, 'seller-'));
  const processes: ShopProcess[] = [];
  const balancer = await openBalancer(processes);
  const shared = {
    DATABASE_URL: database.url,
    // All shops of a run together stay below the server's 100.
    DATABASE_POOL: '5',
    PUBLIC_URL: balancer.address,
    // With those of the build (global-setup.ts).
    ...publicSeller,
    MAIL: 'files',
    PAYMENTS: 'test',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    SHUTDOWN_DELAY: '0',
    ...settings,
  };

  const addProcess = async (): Promise<void> => {
    processes.push(await startTemporaryShop(undefined, shared, parent));
  };
  const stop = async (): Promise<void> => {
    await balancer.stop();
    await Promise.all(processes.map((shop) => shop.stop()));
  };
  const start = async (): Promise<void> => {
    await keepAccounts(database.url, () => Promise.all(processes.map((shop) => shop.start())));
    await balancer.start();
  };
  const discard = async (): Promise<void> => {
    await balancer.stop();
    await Promise.all(processes.map((shop) => shop.discard()));
    await rm(folder, { recursive: true });
    await database.drop();
  };

  try {
    await keepAccounts(database.url, async () => {
      while (processes.length < processCount) await addProcess();
    });
  } catch (error) {
    await discard();
    throw error;
  }
  const folders = processes.map((shop) => shop.folder);
  return { address: balancer.address, folder, folders, settings: { ...shared, DATA_DIR: folder }, start, stop, discard };
};
