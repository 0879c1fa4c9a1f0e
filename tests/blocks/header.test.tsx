import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { listOwnerKey } from '#shared/browser-storage.ts';
import { paths } from '#shared/paths.ts';
import { aResellerIsSignedIn, theApiAnswers, theApiIsDown, theApiNeverAnswers, theShopSells } from '#tests/support/api.ts';
import { aCartLine, aProduct } from '#tests/support/product-builders.ts';
import { renderAt } from '#tests/support/render-app.tsx';

const header = () => within(document.querySelector<HTMLElement>('.site-header') ?? document.body);

describe('the header', () => {
  test('the header has the logo that links home and the five pages of the main menu', {
    tags: ['header.logo', 'header.menu'],
  }, async () => {
    await renderAt(paths.privacy);
    expect(header().getByRole('link', { name: 'Flone, home' })).toHaveAttribute('href', '/');
    const menu = within(header().getByRole('navigation', { name: 'Main menu' }));
    expect(menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Shop', '/shop-grid-standard'],
      ['About us', '/about'],
      ['Contact us', '/contact'],
      ['Collaboration', '/collabaration'],
    ]);
  });

  test('“Shop” of the main menu opens a panel by pointing, focus and press, and closes it by Escape, which returns the focus', async () => {
    const { user, address } = await renderAt(paths.privacy);
    const button = header().getByRole('button', { name: 'What we sell' });
    const panel = () => header().queryByRole('link', { name: 'Garden' });
    await user.hover(header().getByRole('link', { name: 'Shop' }));
    await waitFor(() => expect(panel()).toHaveAttribute('href', paths.shopCategory('garden')));
    for (const [name, href] of [
      ['New', paths.shopNew],
      ['Seconds', paths.shopTag('seconds')],
      ['Gifts', paths.shopTag('gift')],
    ] as const)
      expect(header().getByRole('link', { name })).toHaveAttribute('href', href);
    await user.hover(header().getByRole('link', { name: 'About us' }));
    expect(panel()).not.toBeInTheDocument();
    act(() => button.focus());
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await user.tab();
    await user.keyboard('{Escape}');
    expect(panel()).not.toBeInTheDocument();
    expect(button).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.click(panel() ?? document.body);
    expect(address()).toBe(paths.shopCategory('garden'));
    expect(panel()).not.toBeInTheDocument();
  });

  test('“Shop” of the main menu leads to nothing that the shop does not have: new products, seconds and gifts only while there are any', async () => {
    await theShopSells((products) => products.map((product) => ({ ...product, new: false, tag: ['gift'] })));
    const { user } = await renderAt(paths.privacy);
    await user.hover(header().getByRole('link', { name: 'Shop' }));
    expect(await header().findByRole('link', { name: 'Gifts' })).toBeVisible();
    expect(header().queryByRole('link', { name: 'New' })).not.toBeInTheDocument();
    expect(header().queryByRole('link', { name: 'Seconds' })).not.toBeInTheDocument();
  });

  test.each(['/shop-grid-filter', '/shop-list-two-column', `${paths.shop}/2`])('“Shop” of the main menu is marked at %s', async (path) => {
    await renderAt(path);
    expect(header().getByRole('link', { name: 'Shop' })).toHaveAttribute('aria-current', 'page');
  });

  test('a phone’s header opens a sheet with the search, which has the focus, and the categories', async () => {
    const { user, address } = await renderAt(paths.privacy);
    await user.click(header().getByRole('button', { name: 'Open the search' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Search the shop' }));
    expect(await sheet.findByRole('link', { name: 'Garden' })).toBeVisible();
    const field = sheet.getByRole('combobox', { name: 'Search the shop' });
    expect(field).toHaveFocus();
    await user.type(field, 'mug{Enter}');
    expect(address()).toBe('/shop-grid-standard?q=mug');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('the header marks the link of the current page', async () => {
    await renderAt(paths.about);
    const menu = within(header().getByRole('navigation', { name: 'Main menu' }));
    expect(menu.getByRole('link', { name: 'About us' })).toHaveAttribute('aria-current', 'page');
    expect(menu.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
  });

  test('the header has an icon that links to the order status', { tags: 'header.truck' }, async () => {
    await renderAt(paths.privacy);
    const truck = header().getByTitle('Check your order status');
    expect(truck).toHaveAttribute('href', '/order-status');
    expect(truck).toHaveAccessibleName('Check your order status');
  });

  test('the header shows badges that count the lines of the cart, of the wishlist and of the comparison', {
    tags: 'header.badge',
  }, async () => {
    await renderAt(paths.privacy, {
      cart: [aCartLine({ quantity: 5 }), aCartLine({ _id: 'jug' })],
      wishlist: [aProduct()],
      compare: [aProduct(), aProduct({ id: 'jug' }), aProduct({ id: 'vase' })],
    });
    expect(header().getByRole('button', { name: 'Cart, 2 lines' })).toHaveTextContent('2');
    expect(header().getByRole('link', { name: 'Cart, 2 lines' })).toHaveAttribute('href', '/cart');
    expect(header().getByRole('link', { name: 'Wishlist, 1 product' })).toHaveAttribute('href', '/wishlist');
    expect(header().getByRole('link', { name: 'Compare, 3 products' })).toHaveAttribute('href', '/compare');
  });

  test('the header shows no badge for zero', async () => {
    await renderAt(paths.privacy);
    expect(header().getByRole('button', { name: 'Cart, 0 lines' })).toHaveTextContent('');
  });

  test('the header sticks once the page is scrolled past its own position', async () => {
    let observerCallback: IntersectionObserverCallback = () => undefined;
    class Observer implements IntersectionObserver {
      readonly root = null;
      readonly rootMargin = '';
      readonly scrollMargin = '';
      readonly thresholds = [];
      constructor(callback: IntersectionObserverCallback) {
        observerCallback = callback;
      }
      observe() {}
      unobserve() {}
      disconnect() {}
      takeRecords() {
        return [];
      }
    }
    vi.stubGlobal('IntersectionObserver', Observer);
    await renderAt(paths.privacy);
    const bar = document.querySelector('.site-header');
    const target = document.querySelector('.header-sentinel') ?? document.body;
    const rect = (top: number) => ({ top, bottom: top, left: 0, right: 0, x: 0, y: top, width: 0, height: 0, toJSON: () => '' });
    const scrollTo = (top: number) => {
      const boundingClientRect = rect(top);
      act(() =>
        observerCallback(
          [
            {
              isIntersecting: top >= 0,
              boundingClientRect,
              target,
              intersectionRatio: 0,
              intersectionRect: boundingClientRect,
              rootBounds: null,
              time: 0,
            },
          ],
          new Observer(observerCallback),
        ),
      );
    };
    expect(bar).not.toHaveClass('is-sticky');
    scrollTo(-1);
    expect(bar).toHaveClass('is-sticky');
    scrollTo(0);
    expect(bar).not.toHaveClass('is-sticky');
  });
});

describe('the account link of the header', () => {
  const account = () => document.querySelector('.account-text');

  test('the account link of the header is empty while the profile is loading in a browser with the lists of an account', {
    tags: 'header.account.loading',
  }, async () => {
    window.localStorage.setItem(listOwnerKey, JSON.stringify({ account: 'ada' }));
    theApiNeverAnswers(endpoints.profile.path);
    await renderAt(paths.privacy);
    expect(account()).toBeEmptyDOMElement();
  });

  test('the account link of the header is "Sign Up or Login" while the profile is loading in a browser in which nobody is signed in', {
    tags: 'header.account.visitor',
  }, async () => {
    theApiNeverAnswers(endpoints.profile.path);
    await renderAt(paths.privacy);
    expect(header().getByRole('link', { name: 'Sign Up or Login' })).toHaveAttribute('href', '/login-register');
  });

  test('the account link of the header is "Sign Up or Login" for a visitor', { tags: 'header.account.visitor' }, async () => {
    await renderAt(paths.privacy);
    expect(await header().findByRole('link', { name: 'Sign Up or Login' })).toHaveAttribute('href', '/login-register');
  });

  test('the account link of the header is "My Account" when a user profile loads', {
    tags: ['session.profile-decides', 'header.account.user'],
  }, async () => {
    aResellerIsSignedIn();
    await renderAt(paths.privacy);
    expect(await header().findByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/my-account');
  });

  test.each([
    ['the network is down', () => theApiIsDown(endpoints.profile.path)],
    ['nobody is signed in', () => theApiAnswers(endpoints.profile.path, { message: 'Please sign in.' }, 401)],
    ['the response is not JSON', () => theApiAnswers(endpoints.profile.path, '<html>')],
  ])(
    'the account link of the header is "Sign Up or Login" when %s',
    { tags: ['session.profile-decides', 'header.account.visitor'] },
    async (_, setUpFailure) => {
      setUpFailure();
      await renderAt(paths.privacy);
      expect(await header().findByRole('link', { name: 'Sign Up or Login' })).toBeVisible();
    },
  );
});

describe('the bar above the header', () => {
  test('the bar above the header offers pounds as the only currency and shows the support phone number', {
    tags: 'visitor.pounds-only',
  }, async () => {
    const { user } = await renderAt(paths.privacy);
    const strip = within(screen.getByRole('complementary', { name: 'Currency and support' }));
    expect(strip.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['GBP']);
    await user.selectOptions(strip.getByRole('combobox', { name: 'Currency' }), 'GBP');
    expect(strip.getByRole('link', { name: 'Support 0113 496 0142' })).toHaveAttribute('href', 'tel:01134960142');
  });
});

describe('the off-canvas menu', () => {
  const open = async (path: string = paths.privacy) => {
    const shop = await renderAt(path);
    await shop.user.click(screen.getByRole('button', { name: 'Open the menu' }));
    return { ...shop, menu: within(await screen.findByRole('dialog', { name: 'Menu' })) };
  };

  test('the off-canvas menu holds the pages, my account, login and register, contact and social links', {
    tags: 'header.menu-content',
  }, async () => {
    const { menu } = await open();
    expect(menu.getByRole('searchbox', { name: 'Search the shop' })).toBeVisible();
    await waitFor(() => expect(menu.getByRole('link', { name: 'Sign in or register' })).toHaveAttribute('href', '/login-register'));
    const pages = within(menu.getByRole('navigation', { name: 'Pages' })).getAllByRole('link');
    expect(pages.map((link) => link.textContent)).toEqual([
      'Home',
      'Shop',
      'About us',
      'Contact us',
      'Collaboration',
      'Journal',
      'Wishlist',
      'Compare',
      'Order status',
      'My account',
      'Sign in or register',
    ]);
    expect(menu.getByRole('link', { name: '0113 496 0142' })).toBeVisible();
    expect(menu.getByRole('link', { name: 'hello@flone.example.com' })).toHaveAttribute('href', 'mailto:hello@flone.example.com');
    for (const network of ['Facebook', 'TikTok', 'Instagram']) {
      const link = menu.getByRole('link', { name: `Flone on ${network}` });
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
    }
  });

  test('the off-canvas menu has a row that opens what the shop sells', async () => {
    const { user, menu, address } = await open();
    await user.click(menu.getByRole('button', { name: 'What we sell' }));
    await user.click(await menu.findByRole('link', { name: 'Candles & scent' }));
    expect(address()).toBe(paths.shopCategory('candles-scent'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('the off-canvas menu closes when a link is followed', async () => {
    const { user, menu, address } = await open();
    await user.click(menu.getByRole('link', { name: 'Shop' }));
    expect(address()).toBe(paths.shop);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('the off-canvas menu closes with its button and with Escape', async () => {
    const { user, menu } = await open();
    await user.click(menu.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Open the menu' }));
    await screen.findByRole('dialog', { name: 'Menu' });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('the off-canvas menu searches the shop, and ignores an empty search', { tags: 'header.menu-content' }, async () => {
    const { user, menu, address } = await open();
    const box = menu.getByRole('searchbox', { name: 'Search the shop' });
    await user.type(box, '   {Enter}');
    expect(address()).toBe(paths.privacy);
    await user.type(box, 'red & blue?{Enter}');
    expect(address()).toBe('/shop-grid-standard?q=red%20%26%20blue%3F');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('the footer', () => {
  test('the footer has pages, social links, legal links, copyright, phones, e-mail and a postal address', {
    tags: ['footer.pages', 'footer.social', 'footer.legal', 'footer.copyright', 'footer.contact'],
  }, async () => {
    await renderAt(paths.privacy);
    const footer = within(screen.getByRole('contentinfo'));
    const linksOf = (name: string) =>
      within(footer.getByRole('navigation', { name }))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
    expect(linksOf('Shop')).toEqual(['/shop-grid-standard', '/blog-standard', '/wishlist', '/cart', '/my-account']);
    expect(linksOf('Help')).toEqual(['/order-status', '/refund', '/contact', '/about', '/about#evidence', '/how-reviews-work']);
    expect(linksOf('Work with us')).toEqual(['/collabaration', '/wholesale', '/reselling', '/franchise']);
    expect(footer.getByText(/Copyright 2025 Flone/)).toBeVisible();
    expect(footer.getByRole('link', { name: 'Terms and conditions' })).toHaveAttribute('href', '/Terms-and-Conditions');
    expect(footer.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy-policy');
    expect(footer.getByRole('link', { name: 'Refund policy' })).toHaveAttribute('href', '/refund');
    expect(footer.getByRole('link', { name: '0113 496 0142' })).toHaveAttribute('href', 'tel:01134960142');
    for (const topic of ['Orders and help', 'Trade']) expect(footer.getByText(topic)).toBeVisible();
    expect(footer.getByRole('link', { name: '020 7946 0817' })).toHaveAttribute('href', 'tel:02079460817');
    expect(footer.getByRole('link', { name: 'hello@flone.example.com' })).toHaveAttribute('href', 'mailto:hello@flone.example.com');
    expect(footer.getByText('Mill Lane')).toBeVisible();
    expect(footer.getByText('EX4 0AA')).toBeVisible();
    expect(footer.getByText('United Kingdom')).toBeVisible();
    for (const network of ['Facebook', 'TikTok', 'Instagram'])
      expect(footer.getByRole('link', { name: `Flone on ${network}` })).toBeVisible();
  });
});
