import path from 'node:path';
import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';

test('nothing needs to be set', () => {
  expect(readEnv({})).toEqual({
    port: 3000,
    host: undefined,
    dataDir: path.resolve('.data'),
    databaseUrl: undefined,
    shopOrigin: undefined,
    publicUrl: undefined,
    mayBuild: true,
    logLevel: 'warn',
  });
});

test('a variable that is set to nothing counts as not set', () => {
  expect(readEnv({ PORT: '', SHOP_ORIGIN: ' ' })).toMatchObject({ port: 3000, shopOrigin: undefined });
});

test('what is set is taken', () => {
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: 'postgresql://h/d',
    SHOP_ORIGIN: 'https://shop.example:8443',
    LOG_LEVEL: 'info',
  };
  expect(readEnv(settings)).toMatchObject({
    port: 0,
    host: '127.0.0.1',
    databaseUrl: 'postgresql://h/d',
    shopOrigin: 'https://shop.example:8443',
    logLevel: 'info',
  });
});

test.each([
  ['PORT', 'eighty', 'PORT must be a port from 0 to 65535.'],
  ['PORT', '65536', 'PORT must be a port from 0 to 65535.'],
  ['PORT', '1e3', 'PORT must be a port from 0 to 65535.'],
  ['PORT', '-1', 'PORT must be a port from 0 to 65535.'],
  ['DATABASE_URL', 'mysql://h/d', 'DATABASE_URL must start with postgres://.'],
  ['SHOP_ORIGIN', '*', 'SHOP_ORIGIN must be an origin such as https://shop.example.'],
  ['SHOP_ORIGIN', 'https://shop.example/', 'SHOP_ORIGIN must be an origin such as https://shop.example.'],
  ['PUBLIC_URL', 'javascript:alert(1)', 'PUBLIC_URL must be an origin such as https://shop.example.'],
  ['SHOP_BUILD', 'always', 'SHOP_BUILD must be one of auto, never.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of silent, error, warn, info, debug.'],
])('%s=%s is refused in one sentence', (name, value, sentence) => {
  expect(() => readEnv({ [name]: value })).toThrow(sentence);
});
