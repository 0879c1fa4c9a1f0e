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
export const testPageStyle = `body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: #2b2a27; background: #faf7f1; }
main { max-inline-size: 34rem; margin-inline: auto; padding: 2rem 1rem; }
.notice { padding: 0.75rem 1rem; border: 2px dashed #8a5a00; background: #fff4d6; }
button { min-inline-size: 10rem; min-block-size: 2.75rem; font: inherit; color: #fff; background: #38513f; border: 0; border-radius: 0.25rem; cursor: pointer; }
form { margin-block: 2rem 2.5rem; }
form span { display: block; margin-block-start: 0.25rem; }
button:focus-visible, a:focus-visible { outline: 3px solid #8a5a00; outline-offset: 2px; }
a { color: inherit; }
`;
