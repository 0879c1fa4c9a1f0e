/**
 * THE list of what the shop keeps in a browser: cookies by the names that the API gives them, and the keys of the browser's
 * two stores, where … stands for any word. The privacy page shows it, `words` naming its row there; a house test fails when the sources keep anything else.
 */
export const keptInBrowser = [
  { names: ['session', '__Host-session'], where: 'cookie', words: 'session' },
  { names: ['registration', '__Host-registration'], where: 'cookie', words: 'registration' },
  { names: ['XSRF-TOKEN'], where: 'cookie', words: 'token' },
  { names: ['persist:flone'], where: 'localStorage', words: 'memory' },
  { names: ['flone:seen'], where: 'localStorage', words: 'seen' },
  { names: ['flone:ordered'], where: 'localStorage', words: 'ordered' },
  { names: ['flone:cart-order'], where: 'localStorage', words: 'cartOrder' },
  { names: ['i18nextLng'], where: 'localStorage', words: 'language' },
  { names: ['flone:checkout'], where: 'sessionStorage', words: 'draft' },
  { names: ['flone:order'], where: 'sessionStorage', words: 'attempt' },
  { names: ['flone:message:…'], where: 'sessionStorage', words: 'message' },
  { names: ['flone:scroll'], where: 'sessionStorage', words: 'scroll' },
  { names: ['flone:reloaded'], where: 'sessionStorage', words: 'reloaded' },
] as const;
