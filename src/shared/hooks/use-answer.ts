import { useEffect, useState } from 'react';

const answerMs = 2000;

/** What a pressed button answers for a moment, for its `data-answer`; screen readers hear the toast instead. The function shows it. */
export const useAnswer = (text: string): readonly [string | undefined, () => void] => {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setIsShown(false), answerMs);
    return () => clearTimeout(timer);
  }, [isShown]);
  return [isShown ? text : undefined, () => setIsShown(true)];
};
