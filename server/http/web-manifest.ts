import { type EncodedBody, encodeText } from '#server/http/encoded-body.ts';
import type { Services } from '#server/http/services.ts';

export const webManifestPath = '/site.webmanifest';

/** Returns the built web app manifest with the shop's name; undefined where there is none. */
export const createWebManifest = (
  { readShop }: Pick<Services, 'readShop'>,
  file: EncodedBody | undefined,
): (() => Promise<EncodedBody>) | undefined => {
  if (!file) return undefined;
  const manifest: object = JSON.parse(Buffer.from(file.identity).toString());
  let latest: { readonly number: number; readonly body: EncodedBody } | undefined;
  return async () => {
    const { number, details } = await readShop();
    const named = { ...manifest, name: details.name, short_name: details.name };
    if (latest?.number !== number) latest = { number, body: await encodeText(JSON.stringify(named), file.type) };
    return latest.body;
  };
};
