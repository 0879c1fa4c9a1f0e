import { screen, waitFor } from '@testing-library/react';
import { stringify } from 'csv-stringify/sync';
import { matchRoutes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { withoutDirections } from '#contract/text-line.ts';
import { deskRoutes } from '#desk/routes.tsx';
import { theBrowserHasSession, withShopDatabase } from '#tests/support/api.ts';
import { signInAt } from '#tests/support/desk.ts';
import { type Ids, writeEverywhere, writtenScreens } from '#tests/support/hostile-shop.ts';
import { hostileMarkup } from '#tests/support/hostile-texts.ts';
import { renderDeskAt } from '#tests/support/render-desk.tsx';

const hostile = hostileMarkup.join(' | ');

/** A shop in which every text that somebody could write, or that came from elsewhere, is hostile. */
const everythingIsHostile = () =>
  withShopDatabase(async (db, now) => {
    const cookie = await signInAt(db, 'rosa', { role: 'seller', codeAt: now });
    theBrowserHasSession(cookie.slice('session='.length));
    return writeEverywhere(db, { seller: 'rosa', text: hostile, pieces: hostileMarkup, now });
  });

/** What the page shows as text, with what is in its fields. */
const shown = (): string => {
  const main = screen.getByRole('main');
  const values = [...main.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
  return [main.textContent, ...values].join(' ').replaceAll(/\s+/g, ' ');
};

const expectOnlyText = async () => {
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined);
  await waitFor(() => {
    for (const text of hostileMarkup) expect(withoutDirections(shown())).toContain(withoutDirections(text));
  });
  expect(
    document.body.querySelectorAll('script, iframe, [onerror], [onload], [src="x"], [href^="javascript"], [href*="evil.example/pay"]'),
  ).toHaveLength(0);
  expect(alert).not.toHaveBeenCalled();
};

test.each(writtenScreens)('%s shows hostile texts as plain text, and none of them becomes an element or runs', async (_, path) => {
  await renderDeskAt(path(await everythingIsHostile()));
  await expectOnlyText();
});

test.each([
  // Of an order its buyer is shown.
  ['/desk/orders/courier-file', /^The courier’s file/, ({ toSend }: Ids) => `order,tracking\n${toSend},RM1\n`],
  [
    '/desk/products/import',
    /^File/,
    () =>
      stringify([
        ['id', 'name', 'basePrice', 'stock'],
        [hostile, 'Bowl', '1', '1'],
      ]),
  ],
  [
    '/desk/products/import',
    /^File/,
    () =>
      stringify([
        ['id', 'name', 'basePrice', 'stock'],
        ['bowl', hostile, '1', '1'],
      ]),
  ],
] as const)('%s previews a hostile file as plain text', async (path, label, fileFor) => {
  const ids = await everythingIsHostile();
  const { user } = await renderDeskAt(path);
  await user.upload(await screen.findByLabelText(label), new File([fileFor(ids)], 'hostile.csv', { type: 'text/csv' }));
  await expectOnlyText();
});

test('every page of the desk that shows what somebody wrote is looked at here', async () => {
  const ids = { toSend: 'a', sent: 'b' };
  const looked = writtenScreens.map(([, path]) => matchRoutes(deskRoutes, path(ids).split('?')[0] ?? '')?.at(-1)?.route.path);
  const paths = deskRoutes[0]?.children?.map(({ path }) => path) ?? [];
  expect(paths.filter((path) => !looked.includes(path))).toEqual([
    'orders/courier-file',
    'products/import',
    'settings/look',
    'settings/history',
    'products/new',
    '*',
  ]);
});
