import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { endpoints } from '#contract/endpoints.ts';
import { order, type orderPayload, paymentSession } from '#contract/order.ts';

type Bought = Pick<z.input<typeof orderPayload>, 'items' | 'note' | 'giftMessage'> & {
  readonly firstName: string;
  readonly lastName: string;
  readonly city?: string;
  readonly postalCode?: string;
};

/** The address of a buyer's mailbox. */
export const mailboxOf = ({ firstName, lastName }: Pick<Bought, 'firstName' | 'lastName'>): string =>
  `${firstName}.${lastName}@example.com`.toLowerCase().replaceAll(/[^a-z.@]/g, '');

/** Node waits five minutes for an answer: longer than any test, which then ends without a word of what it waited for. */
const request = (url: string, init: RequestInit = {}): Promise<Response> => fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });

/** A guest orders and pays without a browser; returns the order's id. */
export const buyOverHttp = async (origin: string, { firstName, lastName, city = 'Leeds', postalCode = 'LS1 4AP', ...bought }: Bought) => {
  const profile = await request(`${origin}${endpoints.profile.path}`);
  const cookies = profile.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const token = decodeURIComponent(cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '');
  const post = async (path: string, data: object): Promise<unknown> => {
    const response = await request(`${origin}${path}`, {
      method: 'POST',
      headers: {
        cookie: cookies.join('; '),
        'X-XSRF-TOKEN': token,
        'Idempotency-Key': randomUUID(),
        'Content-Type': 'application/json',
        origin,
      },
      body: JSON.stringify(data),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const billingInfo = {
    firstName,
    lastName,
    streetAddress: '12 Mill Lane',
    city,
    postalCode,
    phone: '0113 496 0142',
    email: mailboxOf({ firstName, lastName }),
  };
  const placed = order.parse(await post(endpoints.placeOrder.path, { ...bought, billingInfo, acceptsTerms: true }));
  const { url } = paymentSession.parse(await post(endpoints.payOrder.path, { orderId: placed._id }));
  const paid = await request(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body: new URLSearchParams({ choice: 'pay' }),
  });
  if (paid.status >= 400) throw new Error(`The payment page answered ${paid.status}: ${await paid.text()}`);
  return placed._id;
};
