import type { Email, EmailPart } from '#server/mail/render-email.ts';

/** The shop in an email: its name and origin. */
export type Sender = { readonly shopName: string; readonly shopUrl: string };

/** An email with the salutation, and the shop's name below. */
export const signedEmail = (sender: Sender, subject: string, parts: readonly EmailPart[]): Email => ({
  subject,
  parts: ['Hello,', ...parts, sender.shopName],
});

// These go to unverified addresses: they quote no user input such as a name, so that nobody can send texts of their own to strangers.

/** After a registration: code and link to verify the address. */
export const verificationEmail = (sender: Sender, { code, token }: { readonly code: string; readonly token: string }): Email =>
  signedEmail(sender, `${code} is your code for ${sender.shopName}`, [
    `somebody, we hope you, has registered this address at ${sender.shopName}. Enter this code there within 10 minutes:`,
    { code },
    'Or follow this link, which works for 24 hours, and press the button there:',
    { link: `${sender.shopUrl}/email-verification?token=${token}`, label: 'Confirm my email address' },
    'On another device, or in another browser, than the one you registered with, you will need the password you chose as well.',
    'If it was not you, ignore this email, and share the code and the link with nobody: without them the account cannot be opened.',
  ]);

/** After a registration of an address that has an account. */
export const alreadyRegisteredEmail = (sender: Sender): Email =>
  signedEmail(sender, `You already have an account at ${sender.shopName}`, [
    `somebody has just tried to register this address at ${sender.shopName}. It has an account already, and nothing about it was changed.`,
    'If it was you, please sign in. If you have forgotten your password, you can choose a new one there:',
    { link: `${sender.shopUrl}/login-register`, label: 'Sign in' },
    'If it was not you, there is nothing you need to do.',
  ]);

/** After a request for a new password. */
export const passwordResetEmail = (sender: Sender, token: string): Email =>
  signedEmail(sender, `Choose a new password for ${sender.shopName}`, [
    `somebody has asked for a new password for your account at ${sender.shopName}. This link lets you choose one. It works once, within 45 minutes:`,
    { link: `${sender.shopUrl}/login-register?reset=${token}`, label: 'Choose a new password' },
    'If it was not you, ignore this email: your password stays as it is.',
  ]);

/** After the seller made the account a reseller's. */
export const resellerEmail = (sender: Sender): Email =>
  signedEmail(sender, `You are now a reseller at ${sender.shopName}`, [
    `your account at ${sender.shopName} is now a reseller's. Once you have signed in, every price you see is yours, and your account shows your level.`,
    { link: `${sender.shopUrl}/my-account`, label: 'See your account' },
  ]);

/** After a change of password. */
export const passwordChangedEmail = (sender: Sender): Email =>
  signedEmail(sender, `Your password for ${sender.shopName} was changed`, [
    `the password of your account at ${sender.shopName} has just been changed, and you were signed out on every other device.`,
    'If it was not you, please choose a new password at once ("Forgot your password?"), and tell us:',
    { link: `${sender.shopUrl}/login-register`, label: 'Choose a new password' },
  ]);

/** After a person's data was deleted; `keepsOrders` when tax law keeps orders of theirs. */
export const dataDeletedEmail = (sender: Sender, keepsOrders: boolean): Email =>
  signedEmail(sender, `Your data at ${sender.shopName} is deleted`, [
    `as you asked, we have deleted your data at ${sender.shopName}: your account if you had one, your messages and our copies of emails to you.`,
    ...(keepsOrders
      ? [
          'Tax law makes us keep your paid orders for six years, with your name, address and prices. Email address, phone number and notes are removed from an order 60 days after you placed it, because until then it may be on its way or be sent back.',
        ]
      : []),
    'If it was not you, please write to us at once.',
  ]);
