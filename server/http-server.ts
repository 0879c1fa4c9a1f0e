import { createServer, type Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { StartFailure } from '#server/data-folder.ts';
import type { Env } from '#server/env.ts';

/** Longer than proxies keep idle connections: closing one first would race with a request that the proxy is sending on it. */
export const keepAliveTimeoutMs = 75_000;
export const drainTimeoutMs = 10_000;
const closeIdleEveryMs = 500;

type Fetch = Parameters<typeof getRequestListener>[0];

/** A server that is not listening yet. While the process stops, it asks clients to close their connections. */
export const createHttpServer = (fetch: Fetch, isStopping: () => boolean): Server => {
  const handle = getRequestListener(fetch);
  return createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (request, response) => {
    if (isStopping()) response.setHeader('Connection', 'close');
    void handle(request, response);
  });
};

/** Throws `StartFailure` when the port cannot be used. */
export const listen = (server: Server, { port, host }: Env): Promise<void> =>
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

/** The port of a server that listens; PORT=0 lets the system choose it. */
export const portOf = (server: Server, { port }: Env): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
};

/** Stops accepting connections and waits for running requests, at most ten seconds; then cuts them off. */
export const drain = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    // Not `http.Server.close`, which closes idle connections at once: a proxy may be sending a request on one.
    TcpServer.prototype.close.call(server, () => resolve());
    setInterval(() => server.closeIdleConnections(), closeIdleEveryMs).unref();
    setTimeout(() => server.closeAllConnections(), drainTimeoutMs).unref();
  });
