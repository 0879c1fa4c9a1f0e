import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { countStock } from '#server/domain/catalogue/stock-counters.ts';
import { mailStockAlerts } from '#server/domain/stock-alerts/stock-alerts.ts';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn, lastMailTo, linkIn } from '#tests/support/accounts.ts';
import { allRequestsSettled, calls, theApiIsDown, theApiRecovers, withShopDatabase } from '#tests/support/api.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

/** A sample product that is sold out. */
const product = 'salt-pot';
const opener = () => screen.findByRole('button', { name: 'Email me when it’s back' });
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const counts = (key: string, onShelf: number) => withShopDatabase((db) => countStock(db, key, onShelf));
const askAs = async (email: string) => {
  const view = await renderAt(paths.product(product));
  await view.user.click(await opener());
  const form = await region('Email me when it’s back');
  await typeText(view.user, form.getByLabelText('Email address'), email);
  await view.user.click(form.getByRole('button', { name: 'Email me' }));
  return { ...view, form };
};
const waiting = () => withShopDatabase((db) => db.selectFrom('stock_alert').select(['email', 'state']).orderBy('asked_at').execute());

describe('a product that is out of stock', () => {
  test('a guest asks for a stock alert, opens the mailed link, and is subscribed only after pressing the button there', async () => {
    await askAs('grace@example.com');
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toHaveFocus();
    expect(screen.getByText(/We have sent a link to grace@example\.com/)).toBeVisible();
    cleanup();
    const link = linkIn((await lastMailTo('grace@example.com')).text);
    expect(link).toContain(`/product/${product}?notify=`);
    const { user } = await renderAt(link);
    const panel = within(await screen.findByRole('dialog', { name: 'Shall we email you when it’s back?' }));
    expect(await waiting()).toEqual([{ email: 'grace@example.com', state: 'unconfirmed' }]);
    await user.click(panel.getByRole('button', { name: 'Yes, email me' }));
    expect(await screen.findByRole('heading', { name: 'We’ll let you know' })).toHaveFocus();
    expect(await waiting()).toEqual([{ email: 'grace@example.com', state: 'waiting' }]);
    cleanup();
    const again = await renderAt(link);
    await again.user.click(await screen.findByRole('button', { name: 'Yes, email me' }));
    expect(await screen.findByText(/We will email grace@example\.com once/)).toBeVisible();
  });

  test('the page of a sold-out product says when it is usually back, if the seller has said so', async () => {
    await renderAt(paths.product(product));
    await opener();
    // With the details, which come after the rest.
    expect(await screen.findByText('Usually back in about three weeks.')).toBeVisible();
    cleanup();
    await withShopDatabase((db) => db.updateTable('product').set({ usually_back: '' }).where('id', '=', product).execute());
    await renderAt(paths.product(product));
    await opener();
    await act(allRequestsSettled);
    expect(screen.queryByText(/Usually back/)).not.toBeInTheDocument();
  });

  test('a signed-in shopper finds their own email address in the form, and is subscribed without a link', async () => {
    await adaIsSignedIn();
    const { user } = await renderAt(paths.product(product));
    await user.click(await opener());
    const form = await region('Email me when it’s back');
    expect(await form.findByDisplayValue('ada@example.com')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Email me' }));
    expect(await screen.findByRole('heading', { name: 'We’ll let you know' })).toBeVisible();
    expect(await waiting()).toEqual([{ email: 'ada@example.com', state: 'waiting' }]);
  });

  test('a mistyped email address is marked at its field and a failure above the form, and neither clears what was typed', async () => {
    theApiIsDown(endpoints.requestStockAlert.path);
    const { user, form } = await askAs('grace');
    expect(form.getAllByText('Enter an email address such as name@example.com')[0]).toBeVisible();
    expect(calls.filter((call) => call.includes(endpoints.requestStockAlert.path))).toEqual([]);
    await typeText(user, form.getByLabelText('Email address'), '@example.com');
    await user.click(form.getByRole('button', { name: 'Email me' }));
    expect(await form.findByRole('alert')).toBeVisible();
    expect(form.getByLabelText('Email address')).toHaveValue('grace@example.com');
    theApiRecovers();
    await user.click(form.getByRole('button', { name: 'Email me' }));
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible();
  });

  test('a shopper who chooses another variant is asked anew, for that variant, and not where it is in stock', async () => {
    await counts('stoneware-mug/Oat/350 ml', 0);
    const { user } = await renderAt(paths.product('stoneware-mug', { color: 'Oat', size: '350 ml' }));
    await user.click(await opener());
    const form = await region('Email me when it’s back');
    expect(form.getByText(/Stoneware mug, Oat, 350 ml/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Choose .+ instead$/ }));
    expect(screen.getByRole('button', { name: 'Add to cart' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Email me when it’s back' })).not.toBeInTheDocument();
  });

  test('nothing offers a mail for a product that is in stock', async () => {
    await renderAt(paths.product('stoneware-jug'));
    expect(await screen.findByRole('button', { name: 'Buy now' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Email me when it’s back' })).not.toBeInTheDocument();
  });
});

describe('a mailed link', () => {
  test('a mailed link to stop the mails works twice, on a press only', async () => {
    await adaIsSignedIn();
    const { user } = await renderAt(paths.product(product));
    await user.click(await opener());
    await user.click((await region('Email me when it’s back')).getByRole('button', { name: 'Email me' }));
    await screen.findByRole('heading', { name: 'We’ll let you know' });
    cleanup();
    await counts(product, 1);
    const sender = { shopName: 'Flone', shopUrl: 'https://shop.test' };
    await withShopDatabase((db, now) => mailStockAlerts(db, { sender, unsubscribeUrl: () => '' }, now));
    const { text } = await lastMailTo('ada@example.com');
    const link = /https:\/\/shop\.test(\/product\/\S+unsubscribe=\S+)/.exec(text)?.[1] ?? '';
    for (const state of ['mailed', undefined]) {
      const view = await renderAt(link);
      const button = await screen.findByRole('button', { name: 'Stop these emails' });
      expect((await waiting())[0]?.state).toBe(state);
      await view.user.click(button);
      expect(await screen.findByRole('heading', { name: 'These emails are stopped' })).toHaveFocus();
      cleanup();
    }
  });

  test('a mailed link leaves no token in the address bar once its dialog is closed, and the chosen variant stays', async () => {
    const shown = paths.product('stoneware-mug', { color: 'Oat', size: '350 ml' });
    for (const name of ['notify', 'unsubscribe']) {
      const { user, address, goBack } = await renderAt(`${shown}&${name}=${'a'.repeat(43)}`);
      const dialog = await screen.findByRole('dialog');
      await user.click(within(dialog).getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(address()).toBe(shown));
      // Nor does Back lead to it.
      await goBack();
      expect(address()).toBe(shown);
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      cleanup();
    }
  });

  test('a link to stop the mails that the shop does not know says that it does not work, and stops nothing', async () => {
    const { user } = await renderAt(`${paths.product(product)}?unsubscribe=${'a'.repeat(43)}`);
    await user.click(await screen.findByRole('button', { name: 'Stop these emails' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This link does not work');
    expect(screen.queryByRole('heading', { name: 'These emails are stopped' })).not.toBeInTheDocument();
  });

  test('a mailed link that has expired says so, and the page offers to ask again', async () => {
    const { user } = await renderAt(`${paths.product(product)}?notify=${'a'.repeat(43)}`);
    await user.click(await screen.findByRole('button', { name: 'Yes, email me' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This link has expired, has been used, or was replaced');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(await opener()).toBeVisible();
  });
});
