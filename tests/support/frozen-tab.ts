/** What another tab does when its shopper signs out; this one was frozen, so that it hears of it when it is shown again. */
export const anotherTabSignsOut = (): void => window.localStorage.setItem('flone:person', 'the-next-person');

export const thisTabIsShownAgain = (): void => {
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
};
