/** Reads a stylesheet after those of the document, in place of the one that was adopted before. */
export const adoptStyles = (text: string): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [sheet];
};
