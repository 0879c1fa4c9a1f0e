import { act, render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { describe, expect, test } from 'vitest';
import { makeStore } from '#app/store.ts';
import { useCategories } from '#features/catalogue/use-catalogue.ts';
import { selected } from '#features/currency/currency-slice.ts';
import '#tests/support/api.ts';

const Names = ({ note }: { readonly note: (count: number) => void }) => {
  note(useCategories().data?.length ?? 0);
  return null;
};

describe('a query whose cache comes late', () => {
  test('what shows the categories is left alone when something else in the shop changes', async () => {
    const store = makeStore();
    const seen: number[] = [];
    render(
      <Provider store={store}>
        <Names note={(count) => seen.push(count)} />
      </Provider>,
    );
    await waitFor(() => expect(seen.at(-1)).toBeGreaterThan(0));
    const before = seen.length;
    for (const name of ['USD', 'EUR', 'GBP'] as const) act(() => void store.dispatch(selected(name)));
    expect(seen).toHaveLength(before);
  });
});
