/**
 * Does to the page what a browser's translator does: each text becomes another one in two `<font>` elements, and the text that was rendered is
 * no longer in the page. What is rendered beside it or into it afterwards must not depend on it.
 */
export const translatePage = (root: Node = document.body): void => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const { parentElement } = text;
    if (text.data.trim() === '' || parentElement?.closest('script, style, textarea, option, title, font, svg, [translate="no"]')) continue;
    const outer = document.createElement('font');
    outer.appendChild(document.createElement('font')).textContent = text.data;
    text.replaceWith(outer);
  }
};
