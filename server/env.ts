import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { StartFailure } from '#server/data-folder.ts';

const origin = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;

const isPort = (value: string): boolean => /^\d{1,5}$/.test(value) && Number(value) <= 65_535;

const schema = z.object({
  PORT: z.string().default('3000').refine(isPort, 'must be a port from 0 to 65535').transform(Number),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('./.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  SHOP_ORIGIN: z.string().refine(origin, 'must be an origin such as https://shop.example').optional(),
  PUBLIC_URL: z.string().refine(origin, 'must be an origin such as https://shop.example').optional(),
  SHOP_BUILD: z.enum(['auto', 'never'], 'must be one of auto, never').default('auto'),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be one of silent, error, warn, info, debug').default('warn'),
});

/** Settings of the server, as the processes use them. */
export type Env = {
  readonly port: number;
  readonly host: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly shopOrigin: string | undefined;
  readonly publicUrl: string | undefined;
  readonly mayBuild: boolean;
  readonly logLevel: z.output<typeof schema>['LOG_LEVEL'];
};

/**
 * Reads the settings from the given variables; an empty one counts as not set. Throws `StartFailure` with
 * one sentence that names every bad variable.
 */
export const readEnv = (variables: Readonly<Record<string, string | undefined>>): Env => {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const read = schema.safeParse(set);
  if (!read.success)
    throw new StartFailure(`${read.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`).join('; ')}.`);
  const { PORT, HOST, DATA_DIR, DATABASE_URL, SHOP_ORIGIN, PUBLIC_URL, SHOP_BUILD, LOG_LEVEL } = read.data;
  return {
    port: PORT,
    host: HOST,
    dataDir: path.resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    shopOrigin: SHOP_ORIGIN,
    publicUrl: PUBLIC_URL,
    mayBuild: SHOP_BUILD === 'auto',
    logLevel: LOG_LEVEL,
  };
};

/** The settings of this process; what stands in `.env` counts where the environment says nothing. */
export const processEnv = (): Env => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readEnv(process.env);
};
