import { type RefObject, useEffect, useRef } from 'react';

const isTypedIn = (field: Element): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  (field instanceof HTMLInputElement && field.type !== 'checkbox') ||
  field instanceof HTMLTextAreaElement ||
  field instanceof HTMLSelectElement;

/**
 * Keeps what was typed, chosen, or filled in by the browser, before the shop was ready: the fields of a first view can be used before
 * their form knows of it. Gives the ref that the form needs; `fill` hears of those fields once, by name.
 */
export const useEarlyTyping = (fill: (typed: Readonly<Record<string, string>>) => void): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  const hear = useRef(fill);
  useEffect(() => {
    const fields = [...(form.current?.elements ?? [])].flatMap((field) =>
      isTypedIn(field) && field.name !== '' && field.value !== '' ? [[field.name, field.value] as const] : [],
    );
    if (fields.length > 0) hear.current(Object.fromEntries(fields));
  }, []);
  return form;
};
