import { act, render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { expect, test } from 'vitest';
import { makeStore } from '#app/store.ts';
import { useCategories } from '#features/catalogue/use-catalogue.ts';
import { selected } from '#features/currency/currency-slice.ts';
import '#tests/support/api.ts';

const CategoryCount = ({ onRender }: { readonly onRender: (count: number) => void }) => {
  onRender(useCategories().data?.length ?? 0);
  return null;
};

test('a component that shows the categories does not render again when another part of the state changes', async () => {
  const store = makeStore();
  const counts: number[] = [];
  render(
    <Provider store={store}>
      <CategoryCount onRender={(count) => counts.push(count)} />
    </Provider>,
  );
  await waitFor(() => expect(counts.at(-1)).toBeGreaterThan(0));
  const renders = counts.length;
  for (const name of ['USD', 'EUR', 'GBP'] as const) act(() => void store.dispatch(selected(name)));
  expect(counts).toHaveLength(renders);
});
