import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { herPassword } from '#tests/support/accounts.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { renderDeskAt, sitsAtTheDesk } from '#tests/support/render-desk.tsx';
import { typeText } from '#tests/support/type-text.ts';

const field = (name: string) => within(screen.getByRole('main')).getByLabelText<HTMLInputElement>(name);

/** As a password manager does that fires no event: past the setter by which React watches the field. */
const fillSilently = (control: HTMLInputElement, value: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, value);
};

test('what a password manager fills in without an event stays while somebody types into another field, and is sent', async () => {
  const { user } = await renderAt(`${paths.loginRegister}?step=register`);
  fillSilently(field('Email address'), 'ada@example.com');
  fillSilently(field('Password'), herPassword);
  await typeText(user, field('First name'), 'Ada');
  expect(field('Email address')).toHaveValue('ada@example.com');
  fillSilently(field('Last name'), 'Moss');
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Create account' }));
  for (const [name, value] of [
    ['Email address', 'ada@example.com'],
    ['Password', herPassword],
    ['Last name', 'Moss'],
  ] as const) {
    expect(field(name)).toHaveValue(value);
    expect(field(name)).toBeValid();
    expect(field(name)).toHaveAttribute('aria-invalid', 'false');
  }
});

test('what is filled in without an event at the desk stays while somebody types into another field', async () => {
  await sitsAtTheDesk();
  const { user } = await renderDeskAt('/desk/products/lavender-soap-bar');
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const material = screen.getByRole('textbox', { name: /^Material/ });
  // At once, so that nothing that loads renders the form between.
  fillSilently(name, 'Rose soap bar');
  act(() => material.focus());
  await user.type(material, 'x');
  expect(name).toHaveValue('Rose soap bar');
});
