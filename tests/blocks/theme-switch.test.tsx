import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paths } from '#shared/paths.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { runDocumentScript } from '#tests/support/run-document-script.ts';

/** The two tags of index.html, which jsdom's document lacks. */
beforeEach(() => {
  for (const scheme of ['light', 'dark'])
    document.head.append(
      Object.assign(document.createElement('meta'), { name: 'theme-color', media: `(prefers-color-scheme: ${scheme})` }),
    );
});

afterEach(() => {
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.remove();
  delete document.documentElement.dataset.theme;
});

const mediaOfColours = () => [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map(({ media }) => media);
const bySystem = ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'];

test('a shopper chooses dark colours in the footer, which are stored, and goes back to those of the device', async () => {
  const { user } = await renderAt(paths.privacy);
  const select = await screen.findByRole('combobox', { name: 'Appearance' });
  expect(select).toHaveDisplayValue('Match my device');
  await user.selectOptions(select, 'Dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(window.localStorage.getItem('flone:theme')).toBe('dark');
  expect(mediaOfColours()).toEqual(['not all', 'all']);
  await user.selectOptions(select, 'Match my device');
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(window.localStorage.getItem('flone:theme')).toBeNull();
  expect(mediaOfColours()).toEqual(bySystem);
});

test.each([
  ['light', 'light', ['all', 'not all']],
  ['dark', 'dark', ['not all', 'all']],
  ['purple', undefined, bySystem],
] as const)('the script in the head finds %s stored, shows %s and sets the colour of the browser’s bar', (stored, shown, media) => {
  window.localStorage.setItem('flone:theme', stored);
  runDocumentScript();
  expect(document.documentElement.dataset.theme).toBe(shown);
  expect(mediaOfColours()).toEqual(media);
});
