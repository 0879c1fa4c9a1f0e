import { useState } from 'react';

/**
 * Whether a call has succeeded since `change` became what it is: until then, what was fetched before is out of date. A call that is repeated or fails
 * later, as where the connection is lost for a moment, changes nothing.
 */
export const useFreshAnswer = (change: unknown, call: { readonly isBusy: boolean; readonly error: unknown }): boolean => {
  const [answered, setAnswered] = useState(change);
  if (answered === change) return true;
  if (!call.isBusy && call.error === undefined) setAnswered(change);
  return false;
};
