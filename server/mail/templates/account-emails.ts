import type { Email, EmailPart } from '#server/mail/email.ts';

/** The shop in an email: its name and origin. */
export type Sender = { readonly shopName: string; readonly shopUrl: string };

/** An email with the salutation, and the shop's name below. */
export const signedEmail = ({ shopName, shopUrl }: Sender, subject: string, parts: readonly EmailPart[]): Email => ({
  subject,
  parts: ['Hello,', ...parts, { label: '', seller: shopName, shopUrl }],
});

const contact = ({ shopUrl }: Sender) => ({ link: `${shopUrl}/contact`, label: 'Write to us' });

// These go to unverified addresses: they quote no user input such as a name, so that nobody can send texts of their own to strangers.

/** After a registration: code and link to verify the address. */
export const verificationEmail = (sender: Sender, { code, token }: { readonly code: string; readonly token: string }): Email =>
  signedEmail(sender, `${code} is your code for ${sender.shopName}`, [
    `Someone, we hope you, has registered this address at ${sender.shopName}. Enter this code there within 10 minutes:`,
    { code },
    'Or open this page within 24 hours, and press the button there:',
    { button: `${sender.shopUrl}/email-verification?token=${token}`, label: 'Confirm my email address' },
    'On another device, or in another browser, than the one you registered with, you will need the password you chose as well.',
    'If it wasn’t you, ignore this email, and don’t share the code or the link: without them the account can’t be opened.',
  ]);

/** After a registration of an address that has an account. */
export const alreadyRegisteredEmail = (sender: Sender): Email =>
  signedEmail(sender, `You already have an account at ${sender.shopName}`, [
    `Someone has just tried to register this address at ${sender.shopName}. It has an account already, and nothing about it was changed.`,
    'If it was you, please sign in. If you’ve forgotten your password, you can choose a new one there:',
    { button: `${sender.shopUrl}/login-register`, label: 'Sign in' },
    'If it wasn’t you, there’s nothing you need to do.',
  ]);

/** After a request for a new password. */
export const passwordResetEmail = (sender: Sender, token: string): Email =>
  signedEmail(sender, `Choose a new password for ${sender.shopName}`, [
    `Someone has asked for a new password for your account at ${sender.shopName}. This link lets you choose one. It works once, within 45 minutes:`,
    { button: `${sender.shopUrl}/login-register?reset=${token}`, label: 'Choose a new password' },
    'If it wasn’t you, ignore this email: your password stays as it is.',
  ]);

/** To a new address that somebody wants to use for their account. */
export const emailChangeEmail = (sender: Sender, token: string): Email =>
  signedEmail(sender, `Confirm your new email address for ${sender.shopName}`, [
    `Someone, we hope you, wants to use this address for their account at ${sender.shopName}. Open this page, sign in to the account with its present address, and press the button there. It works once, within 24 hours:`,
    { button: `${sender.shopUrl}/my-account?section=email&confirm=${token}`, label: 'Confirm my new email address' },
    'If it wasn’t you, ignore this email: nothing happens without that account’s password.',
  ]);

/** To a new address that has an account of its own: nothing changes. */
export const emailTakenEmail = (sender: Sender): Email =>
  signedEmail(sender, `This address has an account at ${sender.shopName} already`, [
    `Someone has asked to use this address for another account at ${sender.shopName}. It has an account of its own already, and nothing about it was changed.`,
    'If it was you: sign in to that account, or delete it first and then ask again.',
    { button: `${sender.shopUrl}/login-register`, label: 'Sign in' },
    'If it wasn’t you, there’s nothing you need to do.',
  ]);

const stopWords = 'If it wasn’t you, someone knows your password.';

/** To the present address, when a change to another one was asked for. */
export const emailChangeAskedEmail = (sender: Sender, { email, token }: { readonly email: string; readonly token: string }): Email =>
  signedEmail(sender, `Your email address at ${sender.shopName} is about to change`, [
    `Someone, we hope you, has asked to use the address ${email} for your account at ${sender.shopName} from now on. It changes once the link in an email to that address was followed.`,
    `${stopWords} This link stops the change, or undoes it, within seven days:`,
    { button: `${sender.shopUrl}/email-verification?stop=${token}`, label: 'Stop this change' },
    'If it was you, there’s nothing you need to do here.',
  ]);

/** To the earlier address, after the change. */
export const emailChangedEmail = (sender: Sender, { email, until }: { readonly email: string; readonly until: string }): Email =>
  signedEmail(sender, `Your email address at ${sender.shopName} was changed`, [
    `Your account at ${sender.shopName} now has the address ${email}: sign in with it, and find our emails there. Your orders stay with the account, and you were signed out on every other device.`,
    `${stopWords} Press “Stop this change” in our earlier email about it: that undoes the change until ${until}.`,
  ]);

/** After a change was stopped or undone; the link is for a new password, without which nobody can sign in. */
export const emailChangeStoppedEmail = (
  sender: Sender,
  { token, endedSecondFactor }: { readonly token: string; readonly endedSecondFactor: boolean },
): Email =>
  signedEmail(sender, `Choose a new password for ${sender.shopName}`, [
    `You’ve stopped the change of your email address at ${sender.shopName}: your account has this address, and we’ve signed out every device. Whoever asked for the change knew your password, so it no longer works. This link lets you choose a new one. It works once, within 45 minutes:`,
    { button: `${sender.shopUrl}/login-register?reset=${token}`, label: 'Choose a new password' },
    'If that is too short, ask for another link there (“Forgot your password?”).',
    ...(endedSecondFactor
      ? [
          'Two-step sign-in was switched on after the change was asked for, so we’ve switched it off: the codes may have been theirs. If it was you, please switch it on again in your account.',
        ]
      : []),
  ]);

/** After the seller made the account a reseller's. */
export const resellerEmail = (sender: Sender): Email =>
  signedEmail(sender, `You are now a reseller at ${sender.shopName}`, [
    `Your account at ${sender.shopName} is now a reseller’s. Once you have signed in, every price you see is yours, and your account shows your level.`,
    { button: `${sender.shopUrl}/my-account`, label: 'See your account' },
  ]);

/** What to do when somebody else did it. */
export const ifNotYou = (sender: Sender) =>
  [
    'If it wasn’t you, please choose a new password at once (“Forgot your password?”):',
    { button: `${sender.shopUrl}/login-register`, label: 'Choose a new password' },
    'Then tell us what happened:',
    contact(sender),
  ] as const;

/** After a change of password. */
export const passwordChangedEmail = (sender: Sender): Email =>
  signedEmail(sender, `Your password for ${sender.shopName} was changed`, [
    `The password of your account at ${sender.shopName} has just been changed, and you were signed out on every other device.`,
    ...ifNotYou(sender),
  ]);

/** After a person's data was deleted; `keepsOrders` when tax law keeps orders of theirs. */
export const dataDeletedEmail = (sender: Sender, keepsOrders: boolean): Email =>
  signedEmail(sender, `Your data at ${sender.shopName} is deleted`, [
    `As you asked, we’ve deleted your data at ${sender.shopName}: your account if you had one, your messages and our copies of emails to you.`,
    ...(keepsOrders
      ? [
          'Tax law makes us keep your paid orders for six years, with your name, address and prices. Email address, phone number and notes are removed from an order 60 days after it was sent, because until then it may be on its way or be sent back; from one that is cancelled or refunded in full before, 60 days after you placed it; from one that is never sent, two years after you placed it. While a refund or a dispute with your bank is open, they stay.',
        ]
      : []),
    'If it wasn’t you, please write to us at once.',
    contact(sender),
  ]);
