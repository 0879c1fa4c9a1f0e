import { forward, listen } from '#e2e/http-host.ts';

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
  const { address, close } = await listen(async (incoming, outgoing) => {
    const { url = '/' } = incoming;
    paths.push(url);
    const matching = [...faults].filter(({ path }) => path.test(url));
    if (matching.some(({ ended }) => ended === undefined)) {
      outgoing.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('Not found');
      return;
    }
    await Promise.all(matching.map(({ ended }) => ended));
    forward(incoming, outgoing, shop);
  });

  const add = (fault: Fault, end: () => void = () => undefined) => {
    faults.add(fault);
    return () => {
      faults.delete(fault);
      end();
    };
  };

  return {
    address,
    hold: (path) => {
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      return add({ path, ended }, end);
    },
    fail: (path) => add({ path, ended: undefined }),
    count: (path) => paths.filter((each) => path.test(each)).length,
    close,
  };
};
