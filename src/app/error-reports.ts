const ignoreFailure = () => undefined;

/** Reports an error that nobody else hears of. */
export const reportFailure = (error: unknown): void => {
  // Lazy: hardly any visit needs it.
  void import('#shared/report-error.ts').then(({ reportError }) => reportError(error)).catch(ignoreFailure);
};

/** Reports uncaught errors, also those of React that no error screen shows. */
export const reportUncaughtErrors = (signal?: AbortSignal): void => {
  const options = signal && { signal };
  window.addEventListener('error', ({ error }) => error && reportFailure(error), options);
  window.addEventListener('unhandledrejection', ({ reason }) => reportFailure(reason), options);
};

const reportShown = (error: unknown) => {
  // React logs errors itself only without a handler of ours.
  console.error(error);
  reportFailure(error);
};

/** Options of a React root: reports the errors of rendering that an error screen shows. */
export const rootOptions = { onCaughtError: reportShown } as const;

/** For the router: reports the errors of loaders that an error screen shows. Those of rendering have `errorInfo`, and come to the root as well. */
export const reportLoadError = (error: unknown, { errorInfo }: { readonly errorInfo?: unknown }): void => {
  if (errorInfo === undefined) reportShown(error);
};
