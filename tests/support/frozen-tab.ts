/** Changes the storage as another tab does when its shopper signs out. This tab is frozen, and notices it when it is shown again. */
export const anotherTabSignsOut = (): void => {
  window.localStorage.removeItem('flone:lists');
  window.localStorage.setItem('flone:signed-out', 'the-next-person');
};

export const thisTabIsShownAgain = (): void => {
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
};

/** What the browser tells this tab when another one has stored something. */
export const anotherTabStores = (key: string, value: string): void => {
  window.localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
};
