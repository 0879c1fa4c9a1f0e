import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Tabs } from '#shared/ui/tabs.tsx';

const tabsOf = (...keys: readonly string[]) => (
  <Tabs label="Parts" tabs={keys.map((key) => ({ key, title: `Tab ${key}`, content: `Text of ${key}` }))} />
);
const tab = (key: string) => screen.getByRole('tab', { name: `Tab ${key}` });

test('the selected tab stays selected when one before it goes, and the first is selected when it goes itself', async () => {
  const user = userEvent.setup();
  const { rerender } = render(tabsOf('a', 'b', 'c'));
  await user.click(tab('c'));
  rerender(tabsOf('a', 'c'));
  expect(tab('c')).toHaveAttribute('aria-selected', 'true');
  expect(tab('c')).toHaveAttribute('tabindex', '0');
  expect(screen.getByText('Text of c')).toBeVisible();
  rerender(tabsOf('a', 'b'));
  expect(tab('a')).toHaveAttribute('aria-selected', 'true');
  expect(tab('a')).toHaveAttribute('tabindex', '0');
  expect(screen.getByText('Text of a')).toBeVisible();
});
