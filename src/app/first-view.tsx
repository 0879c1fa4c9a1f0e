import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { RenderFirstView } from '#contract/first-view.ts';
import { loadProducts } from '#features/catalogue/catalogue-slice.ts';
import { commonWords, languageOf } from '#shared/i18n/language.ts';
import { App } from './app.tsx';
import { matchRow } from './match-row.ts';
import { redirects } from './route-table.ts';
import { screens } from './screens.tsx';
import { makeStore } from './store.ts';

/** Tags that React puts first in its output and that belong in the head. */
const leadingTags = /^(?:<title>[^<]*<\/title>|<link\b[^>]*>|<meta\b[^>]*>)+/;

/**
 * The first view of an address as a string, for the document that the API process sends: the same shop that then starts in
 * the browser, before anything is known of that browser. 404 for what the shop does not know.
 */
export const renderFirstView: RenderFirstView = async ({ address, products, words }) => {
  const { pathname, search } = new URL(address, 'http://shop.invalid');
  const redirect = redirects.find(({ from }) => from === pathname);
  if (redirect) return { status: 301, location: redirect.to + search };
  const { row, values } = matchRow(pathname);
  const namespaces = [...commonWords, ...row.words];
  const texts = await Promise.all(namespaces.map(async (namespace) => [namespace, await words(namespace)] as const));
  const language = languageOf(Object.fromEntries(texts));
  const store = makeStore();
  store.dispatch(loadProducts.fulfilled(products, ''));
  await screens[row.screen].preload();

  const output = renderToString(
    <App store={store} language={language} router={(content) => <StaticRouter location={address}>{content}</StaticRouter>} />,
  );
  const head = leadingTags.exec(output)?.[0] ?? '';
  const isUnknown = row.screen === 'notFound' || (row.screen === 'product' && !products.some(({ _id }) => _id === values.id));
  return {
    status: isUnknown ? 404 : 200,
    html: output.slice(head.length),
    head,
    modules: ['src/app/start.tsx', 'src/app/persistence.ts', 'src/app/tabs.ts', screens[row.screen].module],
  };
};
