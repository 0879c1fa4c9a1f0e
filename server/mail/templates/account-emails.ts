import type { Email } from '#server/mail/render-email.ts';

/** The shop in an email: its name and origin. */
export type Sender = { readonly shopName: string; readonly shopUrl: string };

// These go to unverified addresses: they quote no user input such as a name, so that nobody can send texts of their own to strangers.

/** After a registration: code and link to verify the address. */
export const verificationEmail = (
  { shopName, shopUrl }: Sender,
  { code, token }: { readonly code: string; readonly token: string },
): Email => ({
  subject: `${code} is your code for ${shopName}`,
  parts: [
    'Hello,',
    `somebody, we hope it was you, has registered this address at ${shopName}. Please enter this code there within 10 minutes:`,
    { code },
    'Or follow this link, which works for a day, and press the button there:',
    { link: `${shopUrl}/email-verification?token=${token}`, label: 'Verify my e-mail address' },
    'On another device, or in another browser, than the one you registered with, you will need the password you chose as well.',
    'If it was not you, please ignore this e-mail, and give the code and the link to nobody: without them the account cannot be opened.',
    shopName,
  ],
});

/** After a registration of an address that has an account. */
export const alreadyRegisteredEmail = ({ shopName, shopUrl }: Sender): Email => ({
  subject: `You already have an account at ${shopName}`,
  parts: [
    'Hello,',
    `somebody has just tried to register this address at ${shopName}. It has an account already, and nothing about it was changed.`,
    'If it was you, please sign in. Should you have forgotten your password, you can choose a new one there:',
    { link: `${shopUrl}/login-register`, label: 'Sign in' },
    'If it was not you, there is nothing you need to do.',
    shopName,
  ],
});

/** After a request for a new password. */
export const passwordResetEmail = ({ shopName, shopUrl }: Sender, token: string): Email => ({
  subject: `Choose a new password for ${shopName}`,
  parts: [
    'Hello,',
    `somebody has asked for a new password for your account at ${shopName}. This link lets you choose one. It works once, within 45 minutes:`,
    { link: `${shopUrl}/login-register?reset=${token}`, label: 'Choose a new password' },
    'If it was not you, please ignore this e-mail: your password stays as it is.',
    shopName,
  ],
});

/** After the seller made the account a reseller's. */
export const resellerEmail = ({ shopName, shopUrl }: Sender): Email => ({
  subject: `You are now a reseller at ${shopName}`,
  parts: [
    'Hello,',
    `your account at ${shopName} is now a reseller's. Once you have signed in, every price you see is yours, and your account shows your level.`,
    { link: `${shopUrl}/my-account`, label: 'See your account' },
    shopName,
  ],
});

/** After a change of password. */
export const passwordChangedEmail = ({ shopName, shopUrl }: Sender): Email => ({
  subject: `Your password for ${shopName} was changed`,
  parts: [
    'Hello,',
    `the password of your account at ${shopName} has just been changed, and you were signed out on every other device.`,
    'If it was not you, please choose a new password at once ("Forgot your password?"), and tell us:',
    { link: `${shopUrl}/login-register`, label: 'Choose a new password' },
    shopName,
  ],
});
