import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Finds something and sees it take the focus, which it does a moment after it stands. */
export const expectFocused = async (found: Promise<Element | null>): Promise<void> => {
  const element = await found;
  await waitFor(() => expect(element).toHaveFocus());
};
