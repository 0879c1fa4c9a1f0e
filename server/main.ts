import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import pino from 'pino';
import { buildShop, needsBuild } from '#server/build-shop.ts';
import { lockFolder, prepareFolder, StartFailure, sellerPictures } from '#server/data-folder.ts';
import { encodedFolder } from '#server/domain/pictures.ts';
import { type Env, processEnv } from '#server/env.ts';
import { createApp } from '#server/http/app.ts';
import { openShop } from '#server/open-shop.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const patience = 10_000;
const onePress = 300;

const fail = (reason: unknown): never => {
  // A failure that nobody foresaw needs its stack; one that somebody did needs its sentence.
  console.error(reason instanceof StartFailure ? reason.message : reason);
  process.exit(1);
};

const listen = (server: Server, { port, host }: Env): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Readonly<Record<string, string>> = {
        EADDRINUSE: `Port ${port} is in use by another program. Stop that one, or set PORT to another number.`,
        EACCES: `Port ${port} may not be used by this user. Set PORT to a number above 1023.`,
      };
      reject(new StartFailure(reasons[error.code ?? ''] ?? `The shop cannot listen there (${error.message}). Check HOST and PORT.`));
    });
    server.listen(port, host, resolve);
  });

const addressOf = (server: Server, { host, publicUrl }: Env): string => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : '';
  const name = host === undefined || host === '::' || host === '0.0.0.0' ? 'localhost' : host;
  return publicUrl ?? `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

const start = async (): Promise<void> => {
  const env = processEnv();
  prepareFolder(env.dataDir);
  // With a database server of their own, several processes may share the folder: it holds pictures only.
  const lock = env.databaseUrl === undefined ? lockFolder(env.dataDir) : undefined;
  const store = await openShop(env);
  if (env.mayBuild && needsBuild(root)) {
    // Not on the standard output, which tells where the shop is and nothing else.
    console.error('Building the shop first; this takes a moment.');
    await buildShop(root);
  }

  let stoppingSince: number | undefined;
  const dist = path.join(root, 'dist');
  const app = createApp({
    db: store.db,
    log: pino({ level: env.logLevel }),
    clock: () => new Date(),
    dist: existsSync(path.join(dist, 'index.html')) ? dist : undefined,
    pictureFolders: [encodedFolder, sellerPictures(env.dataDir)],
    shopOrigin: env.shopOrigin,
    publicUrl: env.publicUrl,
    isStopping: () => stoppingSince !== undefined,
  });
  const server = createServer(getRequestListener(app.fetch));
  await listen(server, env);

  const stop = (): void => {
    if (stoppingSince !== undefined) {
      // npm and tsx pass a Ctrl-C on, so that one press may arrive twice.
      if (Date.now() - stoppingSince < onePress) return;
      fail(new StartFailure('Stopped at once, without waiting for running requests.'));
    }
    stoppingSince = Date.now();
    server.close(() => {
      store.db
        .destroy()
        .then(() => {
          lock?.release();
          process.exit(0);
        })
        .catch(fail);
    });
    setTimeout(() => server.closeAllConnections(), patience).unref();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  console.log(`Flone is open at ${addressOf(server, env)}`);
  console.log(`Its data is in ${env.dataDir}`);
  // Reads the catalogue and renders the home screen once, so that the first shopper does not wait for it.
  await app.request('/');
};

await start().catch(fail);
