import './zod-config.ts';
import * as z from 'zod/mini';

/** GET /user/second-factor: `since` is when two-step sign-in was switched on, `null` while it is off. */
export const secondFactorStatus = z.object({ since: z.nullable(z.string()), recoveryCodesLeft: z.number() });

/** A set-up that waits for its first code: the `secret` in base 32, an `otpauth:` link with it, and that link as a QR code in SVG. */
export const secondFactorSetUp = z.object({ secret: z.string(), link: z.string(), qrCode: z.string() });

/** New recovery codes, which are readable in this answer only. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export type SecondFactorSetUp = z.output<typeof secondFactorSetUp>;
