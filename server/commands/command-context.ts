import type { Database } from '#server/db/schema.ts';
import type { Env } from '#server/env.ts';
import { openShop } from '#server/open-shop.ts';

/** Where a command line runs: its settings, read when they are needed, and what takes its words. */
export type Terminal = {
  readonly settings: () => Env;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
};

/** What the command line lends its commands: settings, the shop's database, and ways to answer people or programs. */
export type CommandContext = {
  readonly settings: () => Env;
  /** Runs a command's work on the shop's database and closes it again, whatever happens. */
  readonly withDatabase: <Result>(work: (db: Database, env: Env) => Promise<Result>) => Promise<Result>;
  readonly print: (asJson: boolean | undefined, sentence: string, facts: object) => void;
  readonly write: (text: string) => void;
};

/** The desk of a command line that runs at this place. */
export const createContext = ({ settings, out }: Terminal): CommandContext => ({
  settings,
  withDatabase: async (work) => {
    const env = settings();
    const { db } = await openShop(env);
    try {
      return await work(db, env);
    } finally {
      await db.destroy();
    }
  },
  print: (asJson, sentence, facts) => out(`${asJson ? JSON.stringify(facts) : sentence}\n`),
  write: out,
});
