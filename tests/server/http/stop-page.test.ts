import { expect, test } from 'vitest';
import { endpointPath, endpoints } from '#contract/endpoints.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';

const app = createTestApp({ db: await freshDatabase('empty') });
const token = 'a'.repeat(43);

test.each([
  ['endStockAlerts', `/product/mug?unsubscribe=${token}`],
  ['endReviewMails', `/product/mug?review=${token}#stop`],
] as const)('a browser that opens the URL of %s is led to the page with the button, which no cache keeps', async (name, page) => {
  const { status, headers } = await app.request(`${endpointPath(endpoints[name].path, { token })}?product=mug`);
  expect(status).toBe(302);
  const { pathname, search, hash } = new URL(headers.get('location') ?? '');
  expect(pathname + search + hash).toBe(page);
  expect(headers.get('cache-control')).toBe('no-store');
});

test.each(['endStockAlerts', 'endReviewMails'] as const)('without a product, the URL of %s leads to the contact page', async (name) => {
  const { status, headers } = await app.request(endpointPath(endpoints[name].path, { token }));
  expect(status).toBe(302);
  expect(new URL(headers.get('location') ?? '').pathname).toBe('/contact');
});
