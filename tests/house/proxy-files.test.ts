import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** What `sed` with this script makes of a proxy's file: the host names that it leads to the shop, and all of its text. */
const written = (script: string, file: string) => {
  const text = execFileSync('sed', ['-E', script, file], { encoding: 'utf8' });
  const hosts = [...text.matchAll(/^(?: {2}server_name )?((?:http:\/\/)?shop\.test[^;{]*?) ?[;{]/gm)].map(([, names]) => names);
  return { hosts, text };
};

describe.each([
  ['Caddyfile', ['shop.test, desk.shop.test', 'http://shop.test, http://desk.shop.test'], ['shop.test', 'http://shop.test']],
  ['nginx.conf', ['shop.test desk.shop.test', 'shop.test desk.shop.test'], ['shop.test', 'shop.test']],
])('server/proxy/%s', (file, both, shopAlone) => {
  const guide = readFileSync('server/guides/one-machine.md', 'utf8');
  const script = new RegExp(`sed -E '([^']+)' server/proxy/${file}`).exec(guide)?.[1]?.replace('YOUR.DOMAIN', 'shop.test') ?? '';

  test('as the guide writes it, it leads the shop’s host name to the shop', () => {
    const { hosts, text } = written(script, `server/proxy/${file}`);
    expect(hosts).toEqual(shopAlone);
    expect(text).not.toMatch(/shop\.example|desk\.shop/);
  });

  test('with the desk’s host name left in, it leads both to the shop', () => {
    const { hosts, text } = written(script.split('; ').at(-1) ?? '', `server/proxy/${file}`);
    expect(hosts).toEqual(both);
    expect(text).not.toContain('shop.example');
  });
});
