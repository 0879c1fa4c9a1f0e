import type { Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { createAdaptorServer } from '@hono/node-server';
import pino from 'pino';
import { buildShop, needsBuild } from '#server/build-shop.ts';
import { databaseFile, lockFolder, prepareFolder, sellerPictures, StartFailure } from '#server/data-folder.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { openDatabase, type Store } from '#server/db/open-database.ts';
import { encodedFolder, readManifest } from '#server/domain/pictures.ts';
import { seedShop } from '#server/domain/seed-shop.ts';
import { type Env, processEnv } from '#server/env.ts';
import { createApp } from '#server/http/app.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const patience = 10_000;

const fail = (reason: unknown): never => {
  const sentence = reason instanceof Error ? reason.message : String(reason);
  console.error(sentence);
  process.exit(1);
};

const open = async ({ databaseUrl, dataDir }: Env): Promise<Store> => {
  if (databaseUrl === undefined) return openDatabase({ file: databaseFile(dataDir) });
  try {
    return await openDatabase({ url: databaseUrl });
  } catch (error) {
    const said = error instanceof Error && error.message !== '' ? error.message : 'no answer';
    throw new StartFailure(`The database at ${new URL(databaseUrl).host} cannot be reached (${said}). Check DATABASE_URL.`);
  }
};

const listen = (server: Server, { port, host }: Env): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Readonly<Record<string, string>> = {
        EADDRINUSE: `Port ${port} is in use by another program. Stop that one, or set PORT to another number.`,
        EACCES: `Port ${port} may not be used by this user. Set PORT to a number above 1023.`,
      };
      reject(new StartFailure(reasons[error.code ?? ''] ?? `The shop cannot listen on ${host ?? ''}:${port}: ${error.message}. Check HOST and PORT.`));
    });
    server.listen(port, host, resolve);
  });

const addressOf = (server: Server, { host, publicUrl }: Env): string => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : '';
  return publicUrl ?? `http://${host === undefined || host === '::' || host === '0.0.0.0' ? 'localhost' : host}:${port}`;
};

const start = async (): Promise<void> => {
  const env = processEnv();
  prepareFolder(env.dataDir);
  // With a database server of their own, several processes may share the folder: it holds pictures only.
  const lock = env.databaseUrl === undefined ? lockFolder(env.dataDir) : undefined;
  const store = await open(env);
  await store.alone(async () => {
    await migrate(store.db);
    await seedShop(store.db, await readManifest(), new Date());
  });
  if (needsBuild(root)) {
    console.log('Building the shop; this takes a moment the first time.');
    await buildShop(root);
  }

  let isStopping = false;
  const dist = path.join(root, 'dist');
  const app = createApp({
    db: store.db,
    log: pino({ level: env.logLevel }),
    clock: () => new Date(),
    dist: existsSync(path.join(dist, 'index.html')) ? dist : undefined,
    pictureFolders: [encodedFolder, sellerPictures(env.dataDir)],
    shopOrigin: env.shopOrigin,
    publicUrl: env.publicUrl,
    isStopping: () => isStopping,
  });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await listen(server, env);

  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    server.close(() => {
      store.db
        .destroy()
        .then(() => lock?.release())
        .then(() => process.exit(0))
        .catch(fail);
    });
    setTimeout(() => server instanceof Object && server.closeAllConnections(), patience).unref();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  console.log(`Flone is open at ${addressOf(server, env)}`);
  console.log(`Its data is in ${env.dataDir}`);
};

await start().catch(fail);
