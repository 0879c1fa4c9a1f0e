import type { Email } from '#server/mail/render-email.ts';
import { type Sender, signedEmail } from '#server/mail/templates/account-emails.ts';

/** To an unverified address: quotes no user input. `product` is the name in the catalogue, with the choice. */
export const confirmAlertEmail = (sender: Sender, product: string, link: string): Email =>
  signedEmail(sender, `Shall we email you when ${product} is back?`, [
    `somebody, we hope you, asked at ${sender.shopName} for an email when this is back in stock: ${product}. Follow this link within two days, and press the button there:`,
    { link, label: 'Yes, email me once' },
    'If it was not you, ignore this email: without the button you will hear nothing more.',
  ]);

type BackInStock = {
  readonly product: string;
  readonly productLink: string;
  /** The page of its first category, for those who come too late. */
  readonly category: { readonly name: string; readonly link: string } | undefined;
  readonly endLink: string;
};

/** Once, when the product is back in stock; `endLink` ends every wait of this address. */
export const backInStockEmail = (sender: Sender, { product, productLink, category, endLink }: BackInStock): Email =>
  signedEmail(sender, `Back in stock: ${product}`, [
    `you asked us to tell you: ${product} is back in stock at ${sender.shopName}. There may be only a few, and we can't hold one for you.`,
    { link: productLink, label: 'See it in the shop' },
    ...(category
      ? ['If it has sold out again by then, you may find something like it here:', { link: category.link, label: category.name }]
      : []),
    'This is the only email about it. If you wait for other things, and no longer want to hear of any of them:',
    { link: endLink, label: 'Stop these emails' },
  ]);
