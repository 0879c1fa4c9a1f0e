const ignoreFailure = () => undefined;

const report = (error: unknown) => {
  // Lazy: hardly any visit needs it.
  void import('#shared/report-error.ts').then(({ reportError }) => reportError(error)).catch(ignoreFailure);
};

/** Reports uncaught errors, also those of React that no error screen shows. */
export const reportUncaughtErrors = (signal?: AbortSignal): void => {
  const options = signal && { signal };
  window.addEventListener('error', ({ error }) => error && report(error), options);
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason), options);
};

/** Options of a React root: reports the errors that the error screen shows. */
export const rootOptions = {
  onCaughtError: (error: unknown) => {
    // As React does without this option.
    console.error(error);
    report(error);
  },
} as const;
