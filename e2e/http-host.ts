import { once } from 'node:events';
import { type Agent, createServer, type IncomingMessage, type RequestListener, request, type Server, type ServerResponse } from 'node:http';
import { keepAliveTimeoutMs } from '#server/http-server.ts';

/** An HTTP server of a test. `close` cuts off its connections; `server` is for other ends. */
export type Host = { readonly address: string; readonly server: Server; readonly close: () => Promise<void> };

/** Listens on this port, by default on a free one. */
export const listen = async (onRequest: RequestListener, port = 0): Promise<Host> => {
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, onRequest);
  server.listen(port);
  await once(server, 'listening');
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('The server has no TCP port.');
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { address: `http://localhost:${bound.port}`, server, close };
};

/** Sends a request on to the server at `origin` as it is, with the browser's Host header, by which the shop knows its own pages. */
export const forward = (incoming: IncomingMessage, outgoing: ServerResponse, origin: string, agent?: Agent): void => {
  const { method, url = '/', headers } = incoming;
  const toServer = request(new URL(url, origin), { method, headers, ...(agent && { agent }) }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  toServer.on('error', () => outgoing.destroy());
  outgoing.on('close', () => toServer.destroy());
  incoming.pipe(toServer);
};
