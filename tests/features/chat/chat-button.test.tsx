import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { paths } from '#shared/paths.ts';
import { aCartLine } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { screenSample } from '#tests/support/sample-shop.ts';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.spyOn(window, 'open').mockReturnValue(null);
});

const button = () => screen.getByRole('button', { name: 'Chat with us' });
const dialog = () => screen.findByRole('dialog', { name: 'Chat with Flone' });
const queryDialog = () => screen.queryByRole('dialog', { name: 'Chat with Flone' });
const field = () => screen.getByRole('textbox', { name: 'Your message' });

describe('the floating chat button', () => {
  test('the floating chat button is not over the checkout, which has a frame of its own', async () => {
    const { user } = await renderAt(paths.cart, { cart: [aCartLine()] });
    expect(await screen.findByRole('button', { name: 'Chat with us' })).toBeVisible();
    await user.click((await screen.findAllByRole('link', { name: /^Checkout/ }))[0] ?? document.body);
    expect(await screen.findByRole('heading', { level: 1, name: /checkout/i })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Chat with us' })).not.toBeInTheDocument();
  });

  test.each([paths.home, paths.shop, paths.product('stoneware-mug'), paths.cart, paths.privacy, '/no-such-page'])(
    'the floating chat button is shown on %s with a closed chat',
    { tags: 'visitor.chat-button' },
    async (path) => {
      await renderAt(path);
      expect(button()).toHaveAttribute('aria-expanded', 'false');
      expect(queryDialog()).not.toBeInTheDocument();
    },
  );

  test('the floating chat button opens and closes the chat, with aria-expanded and focus', {
    tags: ['chat.welcome', 'chat.online'],
  }, async () => {
    const { user } = await renderAt(paths.privacy);
    await user.click(button());
    const shown = await dialog();
    expect(within(shown).getByText('Online')).toBeVisible();
    expect(await within(shown).findByText('Hi! How can we help you?')).toBeVisible();
    expect(button()).toHaveAttribute('aria-expanded', 'true');
    expect(button()).toHaveAttribute('aria-controls', shown.id);
    expect(field()).toHaveFocus();
    await user.click(button());
    expect(queryDialog()).not.toBeInTheDocument();
    expect(button()).toHaveAttribute('aria-expanded', 'false');
    expect(button()).toHaveFocus();
  });

  test('the floating chat button opens the configured messaging app with the shop’s number and the message', {
    tags: 'visitor.chat-hands-over',
  }, async () => {
    const { user } = await renderAt(paths.privacy);
    await user.click(button());
    await dialog();
    await user.type(field(), 'Hello{Enter}');
    expect(window.open).toHaveBeenCalledWith('https://api.whatsapp.com/send?phone=447700900142&text=Hello', '_blank', 'noopener');
  });

  test('the floating chat button keeps the draft message when the shopper navigates to another page', async () => {
    const { user, address } = await renderAt(paths.privacy);
    await user.click(button());
    await dialog();
    await user.type(field(), 'Half a sen');
    await user.click(screen.getAllByRole('link', { name: 'About us' })[0] ?? document.body);
    expect(address()).toBe(paths.about);
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    await user.click(button());
    expect(await dialog()).toBeVisible();
    expect(field()).toHaveValue('Half a sen');
  });

  test('the floating chat button is not shown in a shop without a chat number', async () => {
    await renderAt(paths.privacy, { shop: { ...screenSample, chat: { ...screenSample.chat, phone: '' } } });
    expect(screen.queryByRole('button', { name: 'Chat with us' })).not.toBeInTheDocument();
  });
});
