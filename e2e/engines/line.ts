import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** A line to the shop, which holds requests back or fails them: the engines' drivers cannot. */
export type Line = {
  readonly address: string;
  /** Holds requests whose path matches until the returned function is called. */
  readonly hold: (path: RegExp) => () => void;
  /** Answers requests whose path matches with 404 until the returned function is called. */
  readonly fail: (path: RegExp) => () => void;
  /** How many requests so far had a path that matches. */
  readonly count: (path: RegExp) => number;
  readonly close: () => Promise<void>;
};

type Fault = { readonly path: RegExp; readonly ended: Promise<void> | undefined };

export const openLine = async (shop: string): Promise<Line> => {
  const faults = new Set<Fault>();
  const paths: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    paths.push(url);
    const matching = [...faults].filter(({ path }) => path.test(url));
    if (matching.some(({ ended }) => ended === undefined)) {
      outgoing.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('Not found');
      return;
    }
    await Promise.all(matching.map(({ ended }) => ended));
    // With the address that the browser has, by which the shop knows its own pages.
    const toShop = request(new URL(url, shop), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    toShop.on('error', () => outgoing.destroy());
    incoming.pipe(toShop);
  });
  server.listen(0);
  await once(server, 'listening');
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('The line has no TCP port.');

  const add = (fault: Fault, end: () => void = () => undefined) => {
    faults.add(fault);
    return () => {
      faults.delete(fault);
      end();
    };
  };

  return {
    address: `http://localhost:${bound.port}`,
    hold: (path) => {
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      return add({ path, ended }, end);
    },
    fail: (path) => add({ path, ended: undefined }),
    count: (path) => paths.filter((each) => path.test(each)).length,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
