type Output = { readonly isTTY?: boolean; readonly columns?: number; readonly write: (text: string) => unknown };

/** Where a run is followed: a line that changes on a terminal, a line now and then elsewhere. */
export type Screen = {
  readonly print: (text: string) => void;
  /** Shows what a step is at until the returned function is called. */
  readonly follow: (name: string, text: () => string) => () => void;
};

export const createScreen = (output: Output = process.stdout, { every = output.isTTY ? 1000 : 20_000 } = {}): Screen => {
  const followed = new Map<string, { readonly text: () => string; readonly since: number }>();
  const lines = (): readonly string[] =>
    [...followed].map(([name, { text, since }]) =>
      [`… ${name}`, `${Math.round((performance.now() - since) / 1000)} s`, text()].filter(Boolean).join(', '),
    );
  const clear = (): void => {
    if (output.isTTY) output.write('\r\u001B[K');
  };
  const draw = (): void => {
    if (output.isTTY)
      output.write(
        lines()
          .join('  ')
          .slice(0, (output.columns ?? 80) - 1),
      );
  };
  const tell = (): void => {
    clear();
    if (output.isTTY) draw();
    else for (const line of lines()) output.write(`${line}\n`);
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    print: (text) => {
      clear();
      output.write(`${text}\n`);
      draw();
    },
    follow: (name, text) => {
      followed.set(name, { text, since: performance.now() });
      timer ??= setInterval(tell, every);
      return () => {
        followed.delete(name);
        clear();
        if (followed.size > 0) return draw();
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
};
