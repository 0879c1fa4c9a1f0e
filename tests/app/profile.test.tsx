import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { paths } from '#shared/paths.ts';
import {
  allRequestsSettled,
  aResellerIsSignedIn,
  calls,
  theApiAnswers,
  theApiFailsOnce,
  theApiIsDown,
  theApiRecovers,
} from '#tests/support/api.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const soap = () => screen.findByRole('article', { name: 'Lavender soap bar' });
const profileCalls = () => calls.filter((call) => call.endsWith(endpoints.profile.path)).length;

/** After the profile call the account's lists are read. Waits for these calls, so that they do not end in the next test. */
const listsAreRead = async () => {
  await waitFor(() => expect(calls).toContain(`${endpoints.saveLists.method} ${endpoints.saveLists.path}`));
  await allRequestsSettled();
};

describe('a reseller whose first call for the profile fails', () => {
  test('a reseller gets reseller prices although the first call for the profile was answered with 503', async () => {
    aResellerIsSignedIn();
    theApiFailsOnce(endpoints.profile.path, 503);
    await renderAt(paths.shopSearch('lavender'));
    await waitFor(async () => expect(await soap()).toHaveTextContent('£5.25'));
    await listsAreRead();
  });

  test('a reseller without a connection at the start gets reseller prices when the browser is online again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    theApiIsDown(endpoints.profile.path);
    await renderAt(paths.shopSearch('lavender'));
    expect(await screen.findByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
    expect(await soap()).not.toHaveTextContent('£5.25');
    // Both retries have failed as well, so the next call is that of the event.
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await allRequestsSettled();
    expect(profileCalls()).toBe(3);
    theApiRecovers();
    aResellerIsSignedIn();
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(profileCalls()).toBeGreaterThan(3);
    await waitFor(async () => expect(await soap()).toHaveTextContent('£5.25'));
    await listsAreRead();
  });

  test('a reseller whose profile cannot be fetched for a while gets reseller prices without doing anything, once it can', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    theApiAnswers(endpoints.profile.path, { message: 'Not now.' }, 503);
    await renderAt(paths.shopSearch('lavender'));
    expect(await screen.findByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    await allRequestsSettled();
    theApiRecovers();
    aResellerIsSignedIn();
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    await waitFor(async () => expect(await soap()).toHaveTextContent('£5.25'));
    await listsAreRead();
  });

  test('the profile of a visitor who is refused with 401 is not asked for again', async () => {
    theApiFailsOnce(endpoints.profile.path, 401);
    await renderAt(paths.home);
    expect(await screen.findByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
    expect(profileCalls()).toBe(1);
  });
});
