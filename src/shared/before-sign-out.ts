const tasks = new Set<() => Promise<unknown>>();

/** The longest that signing out waits. */
const maxWaitMs = 3000;

/** Registers what must be done while the session still works; until `signal` aborts. */
export const onSignOut = (task: () => Promise<unknown>, signal?: AbortSignal): void => {
  tasks.add(task);
  signal?.addEventListener('abort', () => tasks.delete(task));
};

/** Resolves when all of it is done, has failed, or takes too long. */
export const beforeSignOut = async (): Promise<void> => {
  if (tasks.size === 0) return;
  const done = Promise.allSettled([...tasks].map((task) => task()));
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
};
