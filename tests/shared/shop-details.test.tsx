import { render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { readTranslations } from '#tests/support/translations.ts';

beforeEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

type Variables = Readonly<Record<string, string>>;

/** A part of a shop that was built with these variables. */
const renderPart = async (variables: Variables, loadPart: () => Promise<React.ReactNode>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const part = await loadPart();
  const { languageOf } = await import('#shared/i18n/language.ts');
  return render(<I18nextProvider i18n={languageOf(readTranslations())}>{part}</I18nextProvider>);
};

const renderLinks = (variables: Variables) =>
  renderPart(variables, async () => {
    const { SocialLinks } = await import('#blocks/footer/footer.tsx');
    return <SocialLinks />;
  });

test('a shopper sees no link to a network that the seller has left empty', async () => {
  await renderLinks({ VITE_SHOP_TIKTOK: '' });
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://facebook.com/example',
    'https://instagram.com/example',
  ]);
});

test('a shopper sees no list of networks in a shop that has none', async () => {
  await renderLinks({ VITE_SHOP_FACEBOOK: '', VITE_SHOP_TIKTOK: '', VITE_SHOP_INSTAGRAM: '' });
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

test.each([
  ['the sample shop', {}, '© Copyright 2025 Flone. Sample shop: the goods and workshops are made up.'],
  [
    'a shop with its own details',
    {
      VITE_SHOP_NAME: 'Wren & Clay',
      VITE_SHOP_EMAIL: 'wren@wrenandclay.co.uk',
      VITE_SHOP_ADDRESS: 'Wren & Clay, 3 Kiln Lane, Ludlow, SY8 1AA',
    },
    '© Copyright 2025 Wren & Clay.',
  ],
])('a shopper reads in the footer of %s whether its goods are made up', async (_, variables, sentence) => {
  const { container } = await renderPart(variables, async () => {
    const { Copyright } = await import('#blocks/footer/footer.tsx');
    return <Copyright />;
  });
  expect(container.textContent?.trim()).toBe(sentence);
});

test.each([
  ['1', 'with you 1 working day later'],
  ['1-2', 'with you 1–2 working days later'],
])('a shopper reads how long a courier of %s working days takes, in singular or plural', async (days, sentence) => {
  vi.stubEnv('VITE_COURIER_DAYS', days);
  const { DeliveryDate } = await import('#blocks/delivery-date/delivery-date.tsx');
  const { languageOf } = await import('#shared/i18n/language.ts');
  // The server's HTML names no dates.
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={languageOf(readTranslations())}>
      <DeliveryDate makingDays={0} />
    </I18nextProvider>,
  );
  expect(html).toContain(sentence);
});
