import { act, render } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatedDelivery } from '#blocks/delivery-date/dated-delivery.tsx';
import { languageOf } from '#shared/i18n/language.ts';
import { ShopProvider } from '#shared/shop.tsx';
import { advanceClock, useFakeClock } from '#tests/support/clock.ts';
import { screenSample } from '#tests/support/sample-shop.ts';
import { readTranslations } from '#tests/support/translations.ts';

const inEnglish = (part: React.ReactNode) => (
  <ShopProvider shop={screenSample}>
    <I18nextProvider i18n={languageOf(readTranslations())}>{part}</I18nextProvider>
  </ShopProvider>
);
const shown = () => document.querySelector('.delivery-date')?.textContent;

beforeEach(useFakeClock);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a date changes at the cut-off and at midnight while the page is open, without the shopper doing anything', async () => {
  vi.setSystemTime('2026-11-23T13:59:30.000Z');
  render(inEnglish(<DatedDelivery makingDays={0} />));
  expect(shown()).toBe('Order by 2 pm today for delivery Fri 27 – Mon 30 November');
  await advanceClock(30_000);
  expect(shown()).toBe('Order by 2 pm tomorrow for delivery Mon 30 Nov – Tue 1 Dec');
  vi.setSystemTime('2026-11-23T23:59:30.000Z');
  await advanceClock(60_000);
  expect(shown()).toBe('Order by 2 pm today for delivery Mon 30 Nov – Tue 1 Dec');
});

test('a page that was hidden over the weekend shows the dates of the day on which it is looked at again', () => {
  vi.setSystemTime('2026-11-20T15:00:00.000Z');
  render(inEnglish(<DatedDelivery makingDays={0} />));
  expect(shown()).toBe('Order by 2 pm on Mon 23 Nov for delivery Fri 27 – Mon 30 November');
  vi.setSystemTime('2026-11-24T09:00:00.000Z');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(shown()).toBe('Order by 2 pm today for delivery Mon 30 Nov – Tue 1 Dec');
});

test('a shopper in another time zone sees the dates of the UK, and a product that is made first comes later', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  vi.setSystemTime('2026-11-23T12:00:00.000Z');
  render(inEnglish(<DatedDelivery makingDays={5} />));
  expect(shown()).toBe('Order by 2 pm today for delivery Fri 4 – Mon 7 December');
});
