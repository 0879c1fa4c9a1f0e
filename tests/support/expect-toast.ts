import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits for a toast with this text in the live region. */
export const expectToast = async (text: string) => {
  const toaster = await screen.findByRole('status', { name: 'Messages' });
  await waitFor(() => expect(within(toaster).getByText(text)).toBeVisible());
};
