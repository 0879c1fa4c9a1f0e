import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { describe, expect, test } from 'vitest';
import { makeStore } from '#app/store.ts';
import { Price } from '#blocks/price/price.tsx';
import { selected } from '#features/currency/currency-slice.ts';
import { languageOf } from '#shared/i18n/language.ts';
import '#tests/support/api.ts';
import { aProduct, aType } from '#tests/support/product-builders.ts';
import { readTranslations } from '#tests/support/translations.ts';

const show = (props: Parameters<typeof Price>[0], currency: 'GBP' | 'USD' | 'EUR' = 'GBP') => {
  const store = makeStore();
  store.dispatch(selected(currency));
  const { container } = render(
    <Provider store={store}>
      <I18nextProvider i18n={languageOf(readTranslations())}>
        <Price {...props} />
      </I18nextProvider>
    </Provider>,
  );
  return container;
};

describe('a price', () => {
  test.each([0, -5])('a price shows only the current price with a discount of %d', (discount) => {
    expect(show({ product: aProduct({ discount }) })).toHaveTextContent(/^Price £10\.00 \+ £2\.50 delivery$/);
  });

  test('a price shows the old price struck through, labelled for screen readers, when there is a discount', () => {
    show({ product: aProduct({ price: { basePrice: 19.99 }, discount: 15 }) });
    expect(screen.getByText('£16.99')).toBeVisible();
    expect(screen.getByText('£19.99').tagName).toBe('S');
    expect(screen.getByText(/Before/)).toBeInTheDocument();
  });

  test('a price shows no discount while the former price is not proven', () => {
    expect(show({ product: aProduct({ discount: 25, reducedSince: '' }), withSaving: true })).toHaveTextContent(
      /^Price £7\.50 \+ £2\.50 delivery$/,
    );
  });

  test('a price shows the saving when withSaving is set', () => {
    expect(show({ product: aProduct({ discount: 25 }), withSaving: true })).toHaveTextContent('Save £2.50');
  });

  test('a price of goods that are sold by weight has the price of a kilogram beside it, of a variation its own, less the discount', () => {
    expect(show({ product: aProduct({ netQuantity: '100 g', discount: 10 }) })).toHaveTextContent('(£90.00 per kg)');
    const product = { ...aProduct({ netQuantity: '100 g' }), selectedVariation: { ...aType('large', 18), netQuantity: '300 g' } };
    expect(show({ product })).toHaveTextContent('(£60.00 per kg)');
  });

  test('a price says beside it that delivery is free', () => {
    expect(show({ product: aProduct({ deliveryCost: 0 }) })).toHaveTextContent(/^Price £10\.00 free delivery$/);
  });

  test('a price shows "From" when other variations cost more', () => {
    expect(show({ product: aProduct(), isFrom: true })).toHaveTextContent(/^Price From £10\.00 \+ £2\.50 delivery$/);
  });

  test.each([
    ['USD', '$10.00'],
    ['EUR', '€10.00'],
  ] as const)('a price is shown in %s with its symbol and the same number', (currency, text) => {
    expect(show({ product: aProduct() }, currency)).toHaveTextContent(text);
  });

  test('a price is £0.00 when it is free, and has a comma from a thousand', () => {
    expect(show({ product: aProduct({ discount: 100 }) })).toHaveTextContent('£0.00');
    expect(show({ product: aProduct({ price: { basePrice: 1234.5 } }) })).toHaveTextContent('£1,234.50');
  });
});
