import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from 'vitest';
import * as z from 'zod';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { aKey } from '#tests/support/orders.ts';
import { type ServerProcess, startNode } from './server-process.ts';

/** Servers of earlier versions, one file each, written by `.scripts/record-older-server.ts`. */
export const olderServersFolder = path.join(import.meta.dirname, 'older-servers');

/** The server of a commit: its migrations in order, and its files by their path; packages are those of this repository. */
const recording = z.object({ commit: z.string(), migrations: z.array(z.string()), files: z.record(z.string(), z.string()) });

export type Recording = z.output<typeof recording>;

const ending = '.json.br';

/** The recorded versions, each named by its last migration. */
export const recordedVersions = (): readonly string[] =>
  readdirSync(olderServersFolder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .toSorted();

export const readRecording = (version: string): Recording =>
  recording.parse(JSON.parse(brotliDecompressSync(readFileSync(path.join(olderServersFolder, version + ending))).toString('utf8')));

type Unpacked = { readonly folder: string; readonly start: (variables: Readonly<Record<string, string>>) => ServerProcess };

/** Writes a recorded server to a temporary folder, which the caller deletes once the process has ended. */
export const unpackServer = async ({ files }: Recording): Promise<Unpacked> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'older-server-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'junction');
  return { folder, start: (variables) => startNode([path.join(folder, 'server', 'main.mjs')], variables) };
};

/** What is read of an OpenAPI description. */
const description = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(
          z.string(),
          z.object({ content: z.record(z.string(), z.object({ schema: z.looseObject({}).optional() })).optional() }),
        ),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

type CallName = keyof typeof endpoints;

type Call = {
  /** Values in the path. */
  readonly values?: Readonly<Record<string, string>>;
  /** JSON, or a form with files. */
  readonly body?: object;
};

const templateOf = (name: CallName): string => endpoints[name].path.replaceAll(/:(\w+)/g, '{$1}');

/** The calls of a running server, each checked against the description that this server gives of itself at /openapi.json. */
export const describedCalls = async (address: string) => {
  const answer = await (await fetch(`${address}/openapi.json`)).text();
  const { paths, components } = description.parse(JSON.parse(answer.replaceAll('#/components/schemas/', '#/$defs/')));
  const operationOf = (name: CallName) => paths[templateOf(name)]?.[endpoints[name].method.toLowerCase()];
  const succeeded = new Set<string>();

  /** Throws unless an answer has the status and shape that the description gives for success. */
  const read = (name: CallName, status: number, text: string): unknown => {
    const responses = operationOf(name)?.responses ?? {};
    const success = Object.keys(responses).find((each) => each.startsWith('2'));
    expect(String(status), `${name}: ${text}`).toBe(success);
    succeeded.add(`${endpoints[name].method} ${templateOf(name)}`);
    const schema = responses[success ?? '']?.content?.['application/json']?.schema;
    if (schema === undefined) return text;
    return z.fromJSONSchema({ $defs: components.schemas, ...schema } as Parameters<typeof z.fromJSONSchema>[0]).parse(JSON.parse(text));
  };

  /** A browser, which keeps cookies and sends the CSRF token. */
  const openBrowser = async () => {
    const cookies = new Map<string, string>();
    const call = async (name: CallName, { values = {}, body }: Call = {}): Promise<unknown> => {
      const isForm = body instanceof FormData;
      const response = await fetch(address + endpointPath(endpoints[name].path, values), {
        method: endpoints[name].method,
        headers: {
          'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
          cookie: [...cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
          'idempotency-key': aKey(),
          ...(body && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '') cookies.delete(key);
        else cookies.set(key, value);
      }
      return read(name, response.status, await response.text());
    };
    await call('profile');
    return call;
  };

  return {
    openBrowser,
    has: (name: CallName): boolean => operationOf(name) !== undefined,
    /** The calls that were described and have not succeeded. */
    missing: (): string[] =>
      Object.entries(paths)
        .flatMap(([template, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${template}`))
        .filter((each) => !succeeded.has(each)),
  };
};
