import type { KeyboardEvent } from 'react';
import { keyOf } from '#shared/ui/arrow-keys.ts';

const steps: Readonly<Partial<Record<string, 1 | -1>>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Moves the focus between the buttons of a toolbar, of which only the first is a tab stop. */
export const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = steps[keyOf(event)];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > button')];
  const from = buttons.findIndex((button) => button.matches(':focus'));
  // Keys of the quick view arrive here, too.
  if (!step || from < 0) return;
  event.preventDefault();
  buttons[(from + step + buttons.length) % buttons.length]?.focus();
};
