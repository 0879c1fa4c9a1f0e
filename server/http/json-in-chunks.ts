import type { Chunked } from '#catalogue/chunked.ts';

const entriesPerChunk = 200;

/** The JSON text of a value, as of `JSON.stringify`, with a pause after some entries of a long list; lists may be below objects. */
export function* jsonInChunks(value: unknown): Chunked<string> {
  if (Array.isArray(value)) {
    const chunks: string[] = [];
    for (let from = 0; from < value.length; from += entriesPerChunk) {
      if (from > 0) yield;
      chunks.push(JSON.stringify(value.slice(from, from + entriesPerChunk)).slice(1, -1));
    }
    return `[${chunks.join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members: string[] = [];
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${yield* jsonInChunks(member)}`);
  return `{${members.join(',')}}`;
}
