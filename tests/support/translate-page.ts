/**
 * Translates the page as a browser's translator does: each text is replaced by another one in two `<font>` elements, and the rendered text node is
 * removed. Later renders must not depend on that node.
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
