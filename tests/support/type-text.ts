import type { UserEvent } from '@testing-library/user-event';

/**
 * Types into a field after what it holds: the first and the last letter and keys such as `{Enter}` by the keyboard, the letters between as one
 * input, because the whole screen is rendered for each. Tests of what happens at each letter use `user.type`.
 */
export const typeText = async (user: UserEvent, field: Element, text: string): Promise<void> => {
  const [letters] = /^[^{[]*/.exec(text) ?? [''];
  await user.click(field);
  if (letters.length > 3) {
    await user.keyboard(letters.slice(0, 1));
    await user.paste(letters.slice(1, -1));
  }
  await user.keyboard(text.slice(letters.length > 3 ? letters.length - 1 : 0));
};
