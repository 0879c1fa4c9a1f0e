/** How long a statement waits for a lock; below the lease of a job and the timeouts of proxies. */
export const maxLockWaitMs = 5000;

/**
 * SQLite: another process writes, the disk is full. PostgreSQL: connections (08), rolled back for a deadlock (40P01) or a conflict (40001), resources (53), lock
 * wait (55P03), statement timeout and shutdown (57).
 */
const codes = /^(SQLITE_BUSY|SQLITE_FULL|08...|40P01|40001|53...|55P03|57...|25P03|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/;
/** Message of a query that timed out: `pg` sets no code for this error. */
const queryTimeoutMessage = 'Query read timeout';
/** Errors of the driver that have no code. */
const messages = new RegExp(
  `^(${queryTimeoutMessage}|timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed))`,
);

/** Whether a query was sent and not answered in time: it may have been carried out. */
export const isQueryTimeout = (error: unknown): boolean => error instanceof Error && error.message === queryTimeoutMessage;

/** Whether a query failed because the database is away or full, a lock is held for too long or others were preferred, so that the same call may succeed later. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return 'code' in error && typeof error.code === 'string' ? codes.test(error.code) : messages.test(error.message);
};
