import { render } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { PageTitle } from '#shared/page-title.tsx';
import { ShopProvider } from '#shared/shop.tsx';
import { screenSample } from '#tests/support/sample-shop.ts';

const InShop = ({ children }: { readonly children: React.ReactNode }) => <ShopProvider shop={screenSample}>{children}</ShopProvider>;

describe('the title of a page', () => {
  test('the title of a page is by default the brand name and "Product Page"', { tags: 'title.defaults' }, () => {
    render(<PageTitle />, { wrapper: InShop });
    expect(document.title).toBe('Flone | Product Page');
  });

  test('the title of a page is "{title} | {titleTemplate}"', { tags: 'title.format' }, () => {
    render(<PageTitle title="Your cart" titleTemplate="Flone" />, { wrapper: InShop });
    expect(document.title).toBe('Your cart | Flone');
  });
});
