import { render } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { PageTitle } from '#shared/page-title.tsx';

describe('the title of a page', () => {
  test('the title of a page is by default the brand name and "Product Page"', { tags: 'title.defaults' }, () => {
    render(<PageTitle />);
    expect(document.title).toBe('Flone | Product Page');
  });

  test('the title of a page is "{title} | {titleTemplate}"', { tags: 'title.format' }, () => {
    render(<PageTitle title="Your cart" titleTemplate="Flone" />);
    expect(document.title).toBe('Your cart | Flone');
  });
});
