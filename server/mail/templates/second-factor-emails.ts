import type { Email } from '#server/mail/email.ts';
import { ifNotYou, type Sender, signedEmail } from '#server/mail/templates/account-emails.ts';

/** After two-step sign-in was switched on. */
export const secondFactorOnEmail = (sender: Sender): Email =>
  signedEmail(sender, `Two-step sign-in is on for ${sender.shopName}`, [
    `Two-step sign-in has just been switched on for your account at ${sender.shopName}. To sign in you now need your password and a code from your authenticator app. You were signed out on every other device.`,
    'Keep your recovery codes somewhere safe: each lets you in once without the app.',
    ...ifNotYou(sender),
  ]);

/** After two-step sign-in was switched off, by the owner or by the seller for them. */
export const secondFactorOffEmail = (sender: Sender, by: 'owner' | 'seller'): Email =>
  signedEmail(sender, `Two-step sign-in is off for ${sender.shopName}`, [
    by === 'owner'
      ? `Two-step sign-in has just been switched off for your account at ${sender.shopName}. Your password alone signs you in now.`
      : `As you asked us to, we’ve switched off two-step sign-in for your account at ${sender.shopName}. Your password alone signs you in now, and you can switch it on again in your account.`,
    ...ifNotYou(sender),
  ]);

/** After a recovery code was used; `left` is how many still work. */
export const recoveryCodeUsedEmail = (sender: Sender, left: number): Email =>
  signedEmail(sender, `A recovery code for ${sender.shopName} was used`, [
    `One of the recovery codes of your account at ${sender.shopName} has just been used. ${
      left === 0 ? 'None is left' : left === 1 ? 'One is left' : `${left} are left`
    }: you can make new ones in your account, under “Two-step sign-in”.`,
    ...ifNotYou(sender),
  ]);

/** After new recovery codes were made. */
export const recoveryCodesRenewedEmail = (sender: Sender): Email =>
  signedEmail(sender, `You have new recovery codes for ${sender.shopName}`, [
    `New recovery codes have just been made for your account at ${sender.shopName}. The codes from before no longer work.`,
    ...ifNotYou(sender),
  ]);
