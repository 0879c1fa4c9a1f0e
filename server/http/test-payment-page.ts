import { html } from 'hono/html';
import type { TestChoice } from '#server/payments/test.ts';

/** Path of the stylesheet; the Content-Security-Policy forbids inline styles. */
export const testPageStylePath = '/order/pay.css';

/** Content of the test payment page. `total` is formatted, e.g. "£12.30". */
export type TestPaymentPage = {
  readonly orderId: string;
  readonly total: string;
  /** Whether the payment can still be completed or declined. */
  readonly isOpen: boolean;
  /** URL of the shop to return to. */
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

/** The built-in test payment page: a form that works without JavaScript. */
export const renderTestPage = ({ orderId, total, isOpen, returnUrl }: TestPaymentPage) =>
  html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Test payment</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${testPageStylePath}">
</head>
<body>
<main>
<p class="notice"><strong>This is a test page.</strong> No money moves and no card is asked for.</p>
<h1>Pay ${total}</h1>
<p>Order ${orderId}</p>
${isOpen ? choicesForm() : html`<p>There is nothing more to pay on this page.</p>`}
<p><a href="${returnUrl}">Back to the shop</a></p>
</main>
</body>
</html>`;

/** Stylesheet of the test payment page. */
export const testPageStyle = `:root { color-scheme: light dark; --ink: #26211c; --paper: #faf7f2; --moss: #3e5641; --on-moss: #fff; --notice: #7a5200; --quiet: #f1ebe1; }
@media (prefers-color-scheme: dark) { :root { --ink: #f1eae0; --paper: #1d1916; --moss: #a8c3a6; --on-moss: #1d1916; --notice: #e3b961; --quiet: #26211d; } }
body { margin: 0; font: 1rem/1.6 Figtree, 'Segoe UI', system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font: 600 2.25rem/1.2 Fraunces, Georgia, serif; margin-block: 1.5rem 0.25rem; }
main { max-inline-size: 34rem; margin-inline: auto; padding: 2rem 1rem; }
.notice { padding: 0.75rem 1rem; border-inline-start: 4px solid var(--notice); background: var(--quiet); }
button { min-inline-size: 12rem; min-block-size: 2.75rem; font: inherit; font-weight: 600; color: var(--ink); background: none; border: 1px solid currentColor; border-radius: 5px; cursor: pointer; }
button[value='pay'] { color: var(--on-moss); background: var(--moss); border-color: var(--moss); }
form { margin-block: 2rem 2.5rem; }
form span { display: block; margin-block-start: 0.25rem; }
button:focus-visible, a:focus-visible { outline: 3px solid var(--moss); outline-offset: 2px; }
a { color: inherit; }
`;
