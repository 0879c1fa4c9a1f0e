import { useEffect, useState } from 'react';
import { forgetSeen, readSeen, rememberSeen } from './seen.ts';

/**
 * What a shopper looked at before, the latest first, without the product that they look at now; that one is remembered for the next
 * time. Empty until the browser has been asked, because a first view knows nothing of it.
 */
export const useSeen = (now?: string) => {
  const [ids, setIds] = useState<readonly string[]>([]);
  useEffect(() => {
    setIds(readSeen().filter((id) => id !== now));
    if (now) rememberSeen(now);
  }, [now]);
  return {
    ids,
    forget: () => {
      forgetSeen();
      setIds([]);
    },
  };
};
