import { type Command, Option } from 'commander';
import { formatSterling, pence } from '#contract/money.ts';
import { parseCount } from '#server/commands/parse.ts';
import { formatTable } from '#server/commands/table.ts';
import { firstPage, type Page } from '#server/db/columns.ts';
import type { Database } from '#server/db/schema.ts';
import { Failure, Invalid } from '#server/domain/failure.ts';
import type { Env } from '#server/env.ts';
import { openExistingShop, placeOf } from '#server/open-shop.ts';

/** Input and output of a command line. `settings` are read only by commands that need them. */
export type Terminal = {
  readonly settings: () => Env;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Remarks for a person at the terminal, which are not the command's result. */
  readonly note: (text: string) => void;
  /** Asks the person at the terminal; undefined where there is none. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
};

/** What commands work with: settings, the shop's database, and output as a sentence or as JSON. */
export type CommandContext = {
  readonly settings: () => Env;
  /** Says which shop it is, opens its database, runs `work` and closes the database, also when `work` throws. */
  readonly withDatabase: <Result>(work: (db: Database, env: Env) => Promise<Result>) => Promise<Result>;
  /** Prints `text`, or `data` as JSON when --json was given. */
  readonly print: (asJson: boolean | undefined, text: string, data: object) => void;
  /** Prints a table, or `data` as JSON when --json was given; with a full page, it says that there may be more. */
  readonly printTable: (options: JsonOption & Partial<PageOptions>, table: ListTable, data: object) => void;
  readonly write: (text: string) => void;
  readonly ask: Terminal['ask'];
};

export const createContext = ({ settings, out, note, ask }: Terminal): CommandContext => {
  let isPlaceSaid = false;
  const print: CommandContext['print'] = (asJson, text, data) => out(`${asJson ? JSON.stringify(data) : text}\n`);
  return {
    settings,
    withDatabase: async (work) => {
      const env = settings();
      const { db } = await openExistingShop(env);
      if (!isPlaceSaid) note(`The shop in ${placeOf(env)}:\n`);
      isPlaceSaid = true;
      try {
        return await work(db, env);
      } finally {
        await db.destroy();
      }
    },
    print,
    printTable: ({ json, most, page = 1 }, { none, head, rows }, data) => {
      const more = rows.length === most ? `\nThere may be more: --page ${page + 1}` : '';
      const nothing = page === 1 ? none : 'There are no more.';
      print(json, rows.length === 0 ? nothing : `${formatTable(head, rows)}${more}`, data);
    },
    write: out,
    ask,
  };
};

/** Thrown after a command has printed its problems; the process exits with code 1. */
export class ProblemsFound extends Error {}

/** The options that every command has. */
export type JsonOption = { readonly json?: boolean | undefined };

export type PageOptions = JsonOption & { readonly most: number; readonly page: number };

/** A list for people: the sentence when it is empty, the names of its columns, its rows. */
type ListTable = { readonly none: string; readonly head: readonly string[]; readonly rows: readonly (readonly (string | number)[])[] };

/** Adds --most and --page. */
export const addPageOptions = (command: Command, most: number = firstPage.size): Command =>
  command
    .option('--most <number>', 'how many a page has at most', parseCount, most)
    .option('--page <number>', 'which page of them, counted from 1', parseCount, firstPage.page);

/** The options of a list, as the domain takes them. */
export const pageOf = ({ most: size, page }: PageOptions): Page => ({ size, page });

/** Adds a group of commands, e.g. `orders`, whose usage errors are thrown instead of ending the process. */
export const addGroup = (program: Command, name: string, description: string): Command =>
  program.command(name).description(description).exitOverride();

/** Adds a command with --json, and a help text that ends with notes and examples. */
export const addCommand = (
  group: Command,
  name: string,
  { description, notes, examples }: { readonly description: string; readonly notes?: string; readonly examples: readonly string[] },
): Command =>
  group
    .command(name)
    .description(description)
    .addOption(new Option('--json', 'answer in JSON, for programs'))
    .exitOverride()
    .addHelpText(
      'after',
      ['', ...(notes === undefined ? [] : [notes, '']), 'Examples:', ...examples.map((example) => `  ${example}`)].join('\n'),
    );

/** An amount in pounds for people, e.g. "£12.30". */
export const formatPounds = (amount: number): string => formatSterling(pence(amount));

/** A time from the database (ISO 8601, UTC) to the minute, e.g. "2026-03-01 09:30". */
export const toMinute = (time: string): string => time.slice(0, 16).replace('T', ' ');

/** Replaces a rejection by `Invalid` with this message, but for a failure, which says more. */
export const rejectAsInvalid = <Content>(content: Promise<Content>, message: string): Promise<Content> =>
  content.catch((error: unknown) => {
    throw error instanceof Failure ? error : new Invalid(message);
  });
