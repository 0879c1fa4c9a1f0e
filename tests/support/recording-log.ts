import { Writable } from 'node:stream';
import { createLog } from '#server/log.ts';

/** A log at the default level or another one, and its lines so far. */
export const recordingLog = (level: 'warn' | 'info' = 'warn') => {
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: createLog(level, destination), lines };
};
