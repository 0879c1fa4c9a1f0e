import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits until the shopper has been told this, in the place that is read out. */
export const expectToast = async (text: string) => {
  const place = await screen.findByRole('status', { name: 'Messages' });
  await waitFor(() => expect(within(place).getByText(text)).toBeVisible());
};
