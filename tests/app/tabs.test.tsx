import { afterEach, expect, test, vi } from 'vitest';
import { makeStore } from '#app/store.ts';
import { joinTabs } from '#app/tabs.ts';
import { endpoints } from '#contract/endpoints.ts';
import { accountApi, sessionChanged } from '#features/account/account-api.ts';
import { startTab } from '#shared/sign-out.ts';
import { calls } from '#tests/support/api.ts';
import { anotherTabSignsOut, thisTabIsShownAgain } from '#tests/support/frozen-tab.ts';
import { untilTestEnds } from '#tests/support/until-test-ends.ts';

const channels: BroadcastChannel[] = [];

/** The BroadcastChannel of another tab. */
const anotherTab = (): BroadcastChannel => {
  const channel = new BroadcastChannel('flone');
  channels.push(channel);
  return channel;
};

afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
});

const aTab = () => {
  startTab();
  const store = makeStore();
  const reload = vi.fn<() => void>();
  const announceSignOut = joinTabs(store, { reload, signal: untilTestEnds() });
  return { store, reload, announceSignOut };
};

test('a tab tells the others that somebody signed in, and that an account has left the browser', async () => {
  const onMessage = vi.fn<(message: unknown) => void>();
  anotherTab().addEventListener('message', ({ data }) => onMessage(data));
  const { store, announceSignOut } = aTab();
  store.dispatch(sessionChanged());
  announceSignOut();
  await expect.poll(() => onMessage.mock.calls).toEqual([['sessionChanged'], ['signedOut']]);
});

test('a tab starts anew when another one signs out, and asks who is there when another one signs in', async () => {
  const { store, reload } = aTab();
  await store.dispatch(accountApi.endpoints.profile.initiate());
  calls.length = 0;
  const other = anotherTab();
  other.postMessage({ type: 'cart/added' });
  other.postMessage('sessionChanged');
  await expect.poll(() => calls).toEqual([`GET ${endpoints.profile.path}`]);
  expect(reload).not.toHaveBeenCalled();
  other.postMessage('signedOut');
  await expect.poll(() => reload.mock.calls).toHaveLength(1);
});

test('a tab that was frozen while another one signed out starts anew when it is shown again', () => {
  const { reload } = aTab();
  anotherTabSignsOut();
  thisTabIsShownAgain();
  expect(reload).toHaveBeenCalledOnce();
});
