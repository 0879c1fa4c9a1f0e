import { render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { DeliveryDate } from '#blocks/delivery-date/delivery-date.tsx';
import { Copyright, SocialLinks } from '#blocks/footer/footer.tsx';
import type { ShopDetails } from '#contract/shop.ts';
import { languageOf } from '#shared/i18n/language.ts';
import { type Shop, ShopProvider, shopOf } from '#shared/shop.tsx';
import { sampleWith, screenSample } from '#tests/support/sample-shop.ts';
import { readTranslations } from '#tests/support/translations.ts';

const language = languageOf(readTranslations());

const within = (shop: Shop, part: React.ReactNode) => (
  <ShopProvider shop={shop}>
    <I18nextProvider i18n={language}>{part}</I18nextProvider>
  </ShopProvider>
);

const shopWith = (details: Partial<ShopDetails>) => shopOf(sampleWith(details).forBrowsers);

const social = { facebook: 'https://facebook.com/example', tiktok: '', instagram: 'https://instagram.com/example' };

test('a shopper sees no link to a network that the seller has left empty', () => {
  render(within(shopWith({ social }), <SocialLinks />));
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://facebook.com/example',
    'https://instagram.com/example',
  ]);
});

test('a shopper sees no list of networks in a shop that has none', () => {
  render(within(shopWith({ social: { facebook: '', tiktok: '', instagram: '' } }), <SocialLinks />));
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

test.each([
  ['the sample shop', {}, '© Copyright 2025 Flone. Sample shop: the goods and workshops are made up.'],
  [
    'a shop with its own details',
    { name: 'Wren & Clay', email: 'wren@wrenandclay.co.uk', address: ['Wren & Clay', '3 Kiln Lane', 'Ludlow', 'SY8 1AA'] },
    '© Copyright 2025 Wren & Clay.',
  ],
])('a shopper reads in the footer of %s whether its goods are made up', (_, details, sentence) => {
  const { container } = render(within(shopWith(details), <Copyright />));
  expect(container.textContent?.trim()).toBe(sentence);
});

test.each([
  [{ min: 1, max: 1 }, 'with you 1 working day later'],
  [{ min: 1, max: 2 }, 'with you 1–2 working days later'],
])('a shopper reads how long a courier of %o working days takes, in singular or plural', (courierDays, sentence) => {
  const shop = { ...screenSample, delivery: { ...screenSample.delivery, courierDays } };
  // The server's HTML names no dates.
  expect(renderToStaticMarkup(within(shop, <DeliveryDate makingDays={0} />))).toContain(sentence);
});
