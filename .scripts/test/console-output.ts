type Output = { readonly isTTY?: boolean; readonly columns?: number; readonly write: (text: string) => unknown };

/** Console output with progress: one updated line on a terminal, a new line at intervals otherwise. */
export type ConsoleOutput = {
  readonly print: (text: string) => void;
  /** Shows a step's progress until the returned function is called. */
  readonly showProgress: (name: string, text: () => string) => () => void;
};

export const createConsoleOutput = (output: Output = process.stdout, { intervalMs = output.isTTY ? 1000 : 20_000 } = {}): ConsoleOutput => {
  const activeSteps = new Map<string, { readonly text: () => string; readonly startedAt: number }>();
  const lines = (): readonly string[] =>
    [...activeSteps].map(([name, { text, startedAt }]) =>
      [`… ${name}`, `${Math.round((performance.now() - startedAt) / 1000)} s`, text()].filter(Boolean).join(', '),
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
  const update = (): void => {
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
    showProgress: (name, text) => {
      activeSteps.set(name, { text, startedAt: performance.now() });
      timer ??= setInterval(update, intervalMs);
      return () => {
        activeSteps.delete(name);
        clear();
        if (activeSteps.size > 0) return draw();
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
};
