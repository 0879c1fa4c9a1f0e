import { expect, test } from 'vitest';
import { escapeHtml } from '#contract/escape-html.ts';

test('a text is escaped for HTML and XML, in elements and in quoted attributes', () => {
  expect(escapeHtml(`<b title="Salt & 'pepper'">2</b>`)).toBe('&lt;b title=&quot;Salt &amp; &#39;pepper&#39;&quot;&gt;2&lt;/b&gt;');
});
