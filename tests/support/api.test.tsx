import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { allRequestsSettled, calls, theApiIsDown, theApiNeverAnswers } from './api.ts';

const productsUrl = `http://api.test${endpoints.products.path}`;

test('allRequestsSettled() waits for a fetch that was called just before it, and the call is listed at once', async () => {
  let isSettled = false;
  void fetch(productsUrl).then(() => {
    isSettled = true;
  });
  expect(calls).toEqual(['GET /client/products']);
  await allRequestsSettled();
  expect(isSettled).toBe(true);
});

test('allRequestsSettled() waits for a fetch that fails', async () => {
  theApiIsDown();
  let isSettled = false;
  fetch(productsUrl).catch(() => {
    isSettled = true;
  });
  await allRequestsSettled();
  expect(isSettled).toBe(true);
});

test('allRequestsSettled() does not wait for a call that is never answered', async () => {
  theApiNeverAnswers(endpoints.products.path);
  void fetch(productsUrl);
  await allRequestsSettled();
  expect(calls).toEqual(['GET /client/products']);
});
