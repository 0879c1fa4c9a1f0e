import { waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { reportUncaughtErrors, rootOptions } from '#app/error-reports.ts';
import { profile } from '#contract/account.ts';
import { endpoints } from '#contract/endpoints.ts';
import { getJson } from '#shared/api/get-json.ts';
import { allRequestsSettled, calls } from '#tests/support/api.ts';
import { untilTestEnds } from '#tests/support/until-test-ends.ts';

const report = `POST ${endpoints.browserError.path}`;
const reports = () => calls.filter((call) => call === report);

// The token of unsafe calls comes with the profile: without it each call is made twice.
beforeEach(async () => {
  await getJson(endpoints.profile.path, profile);
  calls.length = 0;
});

/** Listens as the shop does. Every test has messages of its own, as each is sent once. */
const listen = () => {
  reportUncaughtErrors(untilTestEnds());
};
const throwInPage = (error: unknown) => window.dispatchEvent(new ErrorEvent('error', { error }));

test('an error that nothing catches is sent to the server once, however often it happens', async () => {
  listen();
  throwInPage(new TypeError('first.x is not a function'));
  throwInPage(new TypeError('first.x is not a function'));
  await waitFor(() => expect(reports()).toHaveLength(1));
  throwInPage(new TypeError('second.x is not a function'));
  await waitFor(() => expect(reports()).toHaveLength(2));
  await allRequestsSettled();
});

test('an error that the error screen shows is sent, too, and stays on the console', async () => {
  const onConsole = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const error = new Error('third: cannot be drawn');
  rootOptions.onCaughtError(error);
  expect(onConsole).toHaveBeenCalledWith(error);
  await waitFor(() => expect(reports()).toHaveLength(1));
  await allRequestsSettled();
});

test('a missing chunk and an aborted call are not reported, and a page reports at most five different errors', async () => {
  vi.resetModules();
  onTestFinished(() => {
    vi.resetModules();
  });
  listen();
  for (const name of ['ChunkLoadError', 'AbortError']) throwInPage(Object.assign(new Error('gone'), { name }));
  for (let number = 0; number < 8; number += 1) throwInPage(new Error(`fourth: ${number}`));
  await waitFor(() => expect(reports()).toHaveLength(5));
  await allRequestsSettled();
  expect(reports()).toHaveLength(5);
});
