import type { Email, EmailPart, PicturedProduct } from '#server/mail/email.ts';
import { type Sender, signedEmail } from '#server/mail/templates/account-emails.ts';

/** `name` is the one in the catalogue, with the choice. */
type AlertedProduct = PicturedProduct & { readonly name: string };

const pictureOf = ({ productId, color, name }: AlertedProduct): EmailPart => ({ picture: { productId, color }, alt: name });

/** To an unverified address: quotes no user input. */
export const confirmAlertEmail = (sender: Sender, product: AlertedProduct, link: string): Email =>
  signedEmail(sender, `Shall we email you when ${product.name} is back?`, [
    pictureOf(product),
    `Someone, we hope you, asked at ${sender.shopName} for an email when this is back in stock: ${product.name}. Open this page within two days, and press the button there:`,
    { button: link, label: 'Yes, email me once' },
    'If it wasn’t you, ignore this email: without the button you’ll hear nothing more.',
  ]);

type BackInStock = {
  readonly product: AlertedProduct;
  readonly productLink: string;
  /** The page of its first category, for those who come too late. */
  readonly category: { readonly name: string; readonly link: string } | undefined;
  readonly endLink: string;
};

/** Once, when the product is back in stock; `endLink` ends every alert of this address. */
export const backInStockEmail = (sender: Sender, { product, productLink, category, endLink }: BackInStock): Email =>
  signedEmail(sender, `Back in stock: ${product.name}`, [
    pictureOf(product),
    `You asked us to tell you: ${product.name} is back in stock at ${sender.shopName}. There may be only a few, and we can’t hold one for you.`,
    { button: productLink, label: 'See it in the shop' },
    ...(category
      ? ['If it has sold out again by then, you may find something like it here:', { link: category.link, label: category.name }]
      : []),
    'This is the only email about it. If you’re waiting for other things, and no longer want to hear about any of them:',
    { link: endLink, label: 'Stop these emails' },
  ]);
