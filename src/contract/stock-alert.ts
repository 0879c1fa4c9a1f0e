import './zod-config.ts';
import * as z from 'zod/mini';
import { emailAddress, textLine } from './text-line.ts';

/** POST /client/stock-alerts: one mail once this choice of a product can be had again; what is not chosen may be any. */
export const stockAlertRequest = z.object({
  productId: textLine(100, 1),
  variationId: z.optional(textLine(100, 1)),
  color: z.optional(textLine(200, 1)),
  size: z.optional(textLine(200, 1)),
  email: emailAddress,
});

export type StockAlertRequest = z.output<typeof stockAlertRequest>;

/** `confirm`: the link in the mail that was just sent has to be opened first, because anybody may type an address. */
export const stockAlertAnswer = z.object({ state: z.enum(['waiting', 'confirm']), message: z.string() });

export type StockAlertAnswer = z.output<typeof stockAlertAnswer>;

/** POST /client/stock-alerts/confirm, by the token of the mailed link. */
export const stockAlertConfirmation = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });
