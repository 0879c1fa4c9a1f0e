import { useCallback, useEffect, useState } from 'react';

/** Counts seconds down to 0 by the clock, because timers are throttled in background tabs. `secondsLeft` is 0 before the first start. */
export const useCountdown = () => {
  const [end, setEnd] = useState<number>();
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (end === undefined) return;
    const update = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setSecondsLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(update, 250);
    update();
    return () => clearInterval(timer);
  }, [end]);
  const start = useCallback((seconds: number) => setEnd(Date.now() + seconds * 1000), []);
  return { secondsLeft, start };
};
