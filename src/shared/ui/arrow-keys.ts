import type { KeyboardEvent } from 'react';

export const isRtl = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';

const mirroredKeys: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** The pressed key, with left and right swapped in right-to-left text; '' with Alt, Ctrl or Meta, which make it a browser's shortcut. */
export const keyOf = (event: KeyboardEvent): string => {
  if (event.altKey || event.ctrlKey || event.metaKey) return '';
  return (isRtl(event.currentTarget) && mirroredKeys[event.key]) || event.key;
};
