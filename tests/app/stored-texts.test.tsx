import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { theApiAnswers } from '#tests/support/api.ts';
import { anOrder } from '#tests/support/order-builder.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const main = () => within(screen.getByRole('main'));

/** All that this browser stores, in either storage. */
const stored = (): string => [window.localStorage, window.sessionStorage].map((area) => JSON.stringify({ ...area })).join('\n');

/** What is typed into a field of this name, and nowhere else. */
const typedInto = (name: string): string => `typed-into-${name}-`;

/** Types into every text field of the page but the search, and returns their names. */
const fillAll = async (): Promise<string[]> => {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main form :is(input, textarea)')].filter(
    ({ type }) => !['checkbox', 'radio', 'file', 'search', 'number'].includes(type),
  );
  for (const field of fields) fireEvent.change(field, { target: { value: typedInto(field.name) } });
  await waitFor(() => expect(fields.map(({ value, name }) => value === typedInto(name))).not.toContain(false));
  return fields.map(({ name }) => name);
};

const address = ['email', 'firstName', 'lastName', 'streetAddress', 'streetAddress2', 'city', 'state', 'postalCode', 'phone'];

test.each([
  ['/login-register', ['email', 'password'], []],
  ['/login-register?step=register', ['email', 'firstName', 'lastName', 'password', 'phone'], []],
  ['/login-register?step=forgot', ['email'], []],
  ['/login-register?reset=some-token', ['password'], []],
  ['/email-verification', ['email', 'code'], []],
  ['/order-status', ['orderId'], []],
  ['/refund', ['orderId'], []],
  ['/contact', ['name', 'email', 'message', 'website'], ['name', 'email', 'message']],
  ['/wholesale', ['name', 'email', 'business', 'phone', 'message', 'website'], ['name', 'email', 'business', 'phone', 'message']],
  ['/franchise', ['name', 'email', 'business', 'phone', 'message', 'website'], ['name', 'email', 'business', 'phone', 'message']],
  ['/checkout/beech-rolling-pin/1', address, address],
])('of what is typed at %s, into %j, the browser stores %j and nothing else', async (path, fields, kept) => {
  await renderAt(path);
  await waitFor(() => expect(document.querySelector('main form')).not.toBeNull());
  const names = await fillAll();
  expect(names.toSorted()).toEqual([...fields].toSorted());
  await waitFor(() => expect(names.filter((name) => stored().includes(typedInto(name))).toSorted()).toEqual([...kept].toSorted()));
});

test('a message that was sent is not stored any more, nor who sent it', async () => {
  const { user } = await renderAt(paths.contact);
  await fillAll();
  fireEvent.change(main().getByRole('textbox', { name: /^Email/ }), { target: { value: 'grace@example.com' } });
  fireEvent.change(document.querySelector('main form [name=website]') as HTMLInputElement, { target: { value: '' } });
  await user.selectOptions(main().getByRole('combobox'), [main().getAllByRole('option')[1] as HTMLElement]);
  await waitFor(() => expect(stored()).toContain('grace@example.com'));
  await user.click(main().getByRole('button', { name: 'Send message' }));
  expect(await main().findByRole('heading', { name: /^Thank you/ })).toBeVisible();
  expect(stored()).not.toMatch(/typed-into|grace@example/);
});

test('what somebody asks a refund for is stored until it is sent, and no longer', async () => {
  theApiAnswers('/refund/getrefundorders/:orderId', anOrder());
  theApiAnswers('/refund/requestrefund', { reference: 'R-1' });
  const { user } = await renderAt(paths.refundOf(anOrder()._id));
  const reason = await main().findByRole('textbox', { name: /reason/i });
  fireEvent.change(reason, { target: { value: typedInto('reason') } });
  await waitFor(() => expect(stored()).toContain(typedInto('reason')));
  await user.selectOptions(main().getByRole('combobox'), [main().getAllByRole('option')[1] as HTMLElement]);
  await user.click(main().getByRole('button', { name: /^(?:Submit|Send|Request)/ }));
  expect(await main().findByText(/R-1/)).toBeVisible();
  await waitFor(() => expect(stored()).not.toContain(typedInto('reason')));
});

test('the email address of a stock alert is not stored', async () => {
  const { user } = await renderAt(paths.product('salt-pot'));
  await user.click(await screen.findByRole('button', { name: 'Email me when it’s back' }));
  await main().findByRole('textbox', { name: /^Email/ });
  expect(await fillAll()).toContain('email');
  expect(stored()).not.toContain(typedInto('email'));
});
