import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits for an element and then for its focus, which is set in an effect. */
export const expectFocused = async (found: Promise<Element | null>): Promise<void> => {
  const element = await found;
  await waitFor(() => expect(element).toHaveFocus());
};
