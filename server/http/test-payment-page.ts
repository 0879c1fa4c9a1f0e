import { html } from 'hono/html';
import { formatSterling, type Pence, pence } from '#contract/money.ts';
import { itemPrice, type Order } from '#contract/order.ts';
import { describeExtras } from '#server/db/order-record.ts';
import type { TestChoice } from '#server/payments/test.ts';

/** Path of the stylesheet; the Content-Security-Policy forbids inline styles. */
export const testPageStylePath = '/order/pay.css';

export type TestPaymentPage = {
  readonly shopName: string;
  readonly order: Order;
  /** Whether the payment can still be completed or declined. */
  readonly isOpen: boolean;
  readonly returnUrl: string;
};

const buttons: readonly (readonly [choice: TestChoice, label: string, hint: string])[] = [
  ['pay', 'Pay', 'The payment goes through.'],
  ['decline', 'Decline', 'The bank says no.'],
  ['delay', 'Pay with delay', 'The bank takes a few seconds; the shop waits for it.'],
  ['abandon', 'Abandon', 'Back to the shop without paying.'],
];

const choicesForm = () =>
  html`<form method="post">
    ${buttons.map(
      ([choice, label, hint]) =>
        html`<p><button name="choice" value="${choice}" aria-describedby="${choice}">${label}</button> <span id="${choice}">${hint}</span></p>`,
    )}
  </form>`;

const amount = (value: number | undefined): string => (value === undefined ? '' : formatSterling(pence(value)));

const lineTotal = (price: Pence | undefined): string => (price === undefined ? '' : formatSterling(price));

/** What is paid for: the lines and the sums. */
const orderTable = ({ items, goodsTotal, voucher, overallTotal, ...order }: Order) =>
  html`<table>
    <caption>Your order</caption>
    <tbody>
    ${items.map(
      (item) =>
        html`<tr><th scope="row">${item.quantity} × ${item.product.name} <small>${[item.variation?.name, item.color, item.size].filter(Boolean).join(', ')}</small></th><td>${lineTotal(itemPrice(item))}</td></tr>`,
    )}
    </tbody>
    <tfoot>
    <tr><th scope="row">Items</th><td>${amount(goodsTotal)}</td></tr>
    ${describeExtras(order).map(([name, cost]) => html`<tr><th scope="row">${name}</th><td>${cost}</td></tr>`)}
    ${voucher && html`<tr><th scope="row">Voucher ${voucher.code}</th><td>−${amount(voucher.discount)}</td></tr>`}
    <tr class="total"><th scope="row">Total</th><td>${amount(overallTotal)}</td></tr>
    </tfoot>
  </table>`;

/** The built-in test payment page: a form that works without JavaScript. */
export const renderTestPage = ({ shopName, order, isOpen, returnUrl }: TestPaymentPage) => {
  const total = formatSterling(pence(order.overallTotal));
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Test payment | ${shopName}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${testPageStylePath}">
</head>
<body>
<header><p>${shopName}</p></header>
<main>
<p class="notice"><strong>This is a test page.</strong> No money moves and no card is asked for.</p>
<h1>Pay ${total}</h1>
<p class="quiet">Order ${order._id}</p>
<div class="columns">
${isOpen ? choicesForm() : html`<p>There is nothing more to pay on this page. <a href="${returnUrl}">Back to the shop</a></p>`}
${orderTable(order)}
</div>
</main>
</body>
</html>`;
};

/** Without the file, as where the storefront is on another origin, the page has a font of the device. */
const fontFace = (family: string, file: string | undefined): string =>
  file === undefined
    ? ''
    : `@font-face { font-family: ${family}; font-weight: 400 700; font-display: swap; src: url(/assets/${file}) format('woff2'); }\n`;

/** Stylesheet of the test payment page. `assets` are the names of the storefront's built files, of which it takes the fonts. */
export const testPageStyle = (assets: readonly string[]): string =>
  fontFace(
    'Figtree',
    assets.find((name) => /^figtree-basic-.*\.woff2$/.test(name)),
  ) +
  fontFace(
    'Fraunces',
    assets.find((name) => /^fraunces-basic-.*\.woff2$/.test(name)),
  ) +
  `:root { color-scheme: light dark; --ink: #26211c; --soft-ink: #655c52; --paper: #faf7f2; --line: #ddd3c6; --moss: #3e5641; --on-moss: #fff; --notice: #7a5200; --quiet: #f1ebe1; }
@media (prefers-color-scheme: dark) { :root { --ink: #f1eae0; --soft-ink: #bdb1a3; --paper: #1d1916; --line: #443b33; --moss: #a8c3a6; --on-moss: #1d1916; --notice: #e3b961; --quiet: #26211d; } }
body { margin: 0; font: 1rem/1.6 Figtree, 'Segoe UI', system-ui, sans-serif; color: var(--ink); background: var(--paper); }
header { border-block-end: 1px solid var(--line); }
header p, main { max-inline-size: 60rem; margin-inline: auto; padding-inline: 1.25rem; }
header p { margin-block: 0; padding-block: 1.25rem; font: 600 1.5rem/1.2 Fraunces, Georgia, serif; }
main { padding-block: 2rem 4rem; }
h1 { font: 600 2.25rem/1.2 Fraunces, Georgia, serif; margin-block: 1.5rem 0.25rem; }
.quiet, small { color: var(--soft-ink); }
small { display: block; font-size: 0.875rem; }
.notice { margin: 0; padding: 0.75rem 1rem; border-radius: 5px; border-inline-start: 4px solid var(--notice); background: var(--quiet); }
.columns { display: grid; gap: 2rem 4rem; margin-block-start: 2rem; }
@media (min-width: 48rem) { .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; } }
table { inline-size: 100%; padding: 1.25rem 1.5rem; border-radius: 6px; border-spacing: 0; background: var(--quiet); font-variant-numeric: tabular-nums; }
caption { padding-block-end: 0.75rem; font: 600 1.375rem/1.2 Fraunces, Georgia, serif; text-align: start; }
th, td { padding-block: 0.375rem; font-weight: 400; text-align: start; vertical-align: top; }
td { padding-inline-start: 1rem; text-align: end; }
tfoot tr:first-child > *, .total > * { border-block-start: 1px solid var(--line); }
.total > * { font-weight: 600; }
button { inline-size: 100%; min-block-size: 3rem; font: inherit; font-weight: 600; color: var(--ink); background: none; border: 1px solid currentColor; border-radius: 5px; cursor: pointer; }
button[value='pay'] { color: var(--on-moss); background: var(--moss); border-color: var(--moss); }
form p { margin-block: 0 1.25rem; }
form span { display: block; margin-block-start: 0.25rem; color: var(--soft-ink); font-size: 0.875rem; }
button:focus-visible, a:focus-visible { outline: 3px solid var(--moss); outline-offset: 2px; }
a { color: inherit; }
`;
