import { useEffect, useState } from 'react';

const feedbackMs = 2000;

/**
 * The text that a pressed button shows for two seconds, for its `data-feedback`, and the function that shows it. Screen readers hear the
 * toast.
 */
export const usePressFeedback = (text: string): readonly [string | undefined, () => void] => {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setIsShown(false), feedbackMs);
    return () => clearTimeout(timer);
  }, [isShown]);
  return [isShown ? text : undefined, () => setIsShown(true)];
};
