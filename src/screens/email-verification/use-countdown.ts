import { useCallback, useEffect, useState } from 'react';

/** Counts seconds down to 0, by the clock: a tab in the background is woken seldom. `left` is 0 before the first start. */
export const useCountdown = () => {
  const [end, setEnd] = useState<number>();
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (end === undefined) return;
    const look = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 250);
    look();
    return () => clearInterval(timer);
  }, [end]);
  const start = useCallback((seconds: number) => setEnd(Date.now() + seconds * 1000), []);
  return { left, start };
};
