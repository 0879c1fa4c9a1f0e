import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { readTranslations } from '#tests/support/translations.ts';

beforeEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The social links of a shop that was built with these variables. */
const renderLinks = async (variables: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { SocialLinks } = await import('#blocks/footer/social-links.tsx');
  const { languageOf } = await import('#shared/i18n/language.ts');
  render(
    <I18nextProvider i18n={languageOf(readTranslations())}>
      <SocialLinks />
    </I18nextProvider>,
  );
};

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
