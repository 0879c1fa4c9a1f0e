/**
 * `getComputedStyle` with a cache. Queries by role and by visibility read the style of each element and of its ancestors, and jsdom matches
 * all rules again for each of them after any change of the document. Elements that jsdom's own rules cannot tell apart share a style.
 */
// Kept, because the observer may still be called once when the globals of a file's environment are gone.
const { document: ownDocument, Element: OwnElement } = globalThis;
const computeStyle = window.getComputedStyle.bind(window);
let styles = new WeakMap<Element, CSSStyleDeclaration>();
let hadStyleSheets = false;

/** By the style of the parent, which stands for all ancestors, and what jsdom's rules and the element itself say. */
const shared = new WeakMap<object, Map<string, CSSStyleDeclaration>>();
const attributesInRules = ['dir', 'disabled', 'hidden', 'list', 'open', 'readonly', 'style', 'type'];

const sharedStyle = (element: Element): CSSStyleDeclaration => {
  const { parentElement } = element;
  const above = parentElement ? window.getComputedStyle(parentElement) : ownDocument;
  const siblings = shared.get(above) ?? new Map<string, CSSStyleDeclaration>();
  shared.set(above, siblings);
  const key = JSON.stringify([element.namespaceURI, element.localName, ...attributesInRules.map((name) => element.getAttribute(name))]);
  const style = siblings.get(key) ?? computeStyle(element);
  siblings.set(key, style);
  return style;
};

const forgetTree = (root: Element): void => {
  styles.delete(root);
  // Not by a collection: jsdom looks up each of its items by name, too.
  for (let child = root.firstElementChild; child; child = child.nextElementSibling) forgetTree(child);
};

/** Without stylesheets of its own, the document's styles depend on attributes and ancestors only: jsdom's rules have no siblings or positions. */
const forgetChanged = (records: readonly MutationRecord[]): void => {
  const hasStyleSheets = ownDocument.styleSheets.length > 0;
  if (hasStyleSheets || hadStyleSheets) styles = new WeakMap();
  hadStyleSheets = hasStyleSheets;
  const changed = new Set<Node>();
  for (const { type, target, addedNodes } of records) {
    if (type === 'attributes') changed.add(target);
    for (const node of addedNodes) changed.add(node);
  }
  for (const node of changed) if (node instanceof OwnElement && node.isConnected) forgetTree(node);
};

const observer = new MutationObserver(forgetChanged);
observer.observe(ownDocument, { subtree: true, childList: true, attributes: true, characterData: true });

window.getComputedStyle = (element, part) => {
  if (part) return computeStyle(element, part);
  const records = observer.takeRecords();
  if (records.length > 0) forgetChanged(records);
  const cached = element.isConnected ? styles.get(element) : undefined;
  if (cached) return cached;
  if (!element.isConnected) return computeStyle(element);
  const style = hadStyleSheets || element.getRootNode() !== ownDocument ? computeStyle(element) : sharedStyle(element);
  styles.set(element, style);
  return style;
};
