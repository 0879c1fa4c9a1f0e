import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { deliveryOptions } from '#contract/delivery-options.ts';

/** GET /desk/api/delivery, and what POST to it takes: the version is the one that was seen. */
export const deskDelivery = z.object({ options: deliveryOptions, version: z.string() });

export type DeskDelivery = z.output<typeof deskDelivery>;
