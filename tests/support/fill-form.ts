import { fireEvent } from '@testing-library/react';

/**
 * Puts these values into fields of the page by their labels, one event each, as a browser's autofill does: letter by letter, with a search of
 * the whole page for each field, is most of such a test's time. Tests of what happens at each letter use `user.type`.
 */
export const fillForm = (values: Readonly<Record<string, string>>): void => {
  const labels = [...document.querySelectorAll('label')];
  for (const [label, value] of Object.entries(values)) {
    const field = labels.find(({ textContent }) => textContent === label)?.control;
    if (!field) throw new Error(`The page has no field “${label}”.`);
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
  }
};
