import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

const feedbackMs = 2000;

/**
 * The text that a pressed button shows for two seconds, for its `data-feedback`, and the function that shows it. Screen readers hear the
 * toast.
 */
export const usePressFeedback = (text: string): readonly [string | undefined, () => void] => {
  // Presses whose feedback is shown; 0 while there is none. Each press begins the two seconds anew.
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    if (presses === 0) return;
    const timer = setTimeout(() => setPresses(0), feedbackMs);
    return () => clearTimeout(timer);
  }, [presses]);
  return [presses > 0 ? text : undefined, () => setPresses((count) => count + 1)];
};

/**
 * What a pressed button shows over its own text, which its `data-feedback` hides. The check mark is an icon: no font of the shop has that
 * character, and looking for one that has takes the browser some 10 ms on a slow phone. Hidden from screen readers, which read the toast.
 */
export const PressFeedback = ({ text }: { readonly text: string | undefined }) =>
  text !== undefined && (
    <span className="press-feedback" aria-hidden="true">
      <Icon name="check" />
      <span>{text}</span>
    </span>
  );
