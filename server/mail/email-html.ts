import { escapeHtml } from '#contract/escape-html.ts';
import { type Email, type EmailPart, type Fact, type GoodsRow, type PicturedProduct, stepsAt, subjectLine } from '#server/mail/email.ts';

/** The shop as its mail shows it. */
export type MailShop = {
  readonly shopName: string;
  /** Finds the URL of an item's square picture, if it has one. */
  readonly findPictures: (products: readonly PicturedProduct[]) => Promise<(product: PicturedProduct) => string | undefined>;
};

// Colours are those of src/styles/_tokens.scss. The light ones are inline: some mailboxes drop stylesheets.
const ink = 'color:#26211c';
const soft = 'color:#655c52';
const moss = '#3e5641';
const line = '#ddd3c6';
const paper = '#faf7f2';
const raisedBackground = '#fffdf9';
const quiet = '#f1ebe1';
const sand = '#e3dccf';

/** By class, in a dark mailbox. */
const darkColours = [
  ['paper', 'background-color:#1d1916'],
  ['card', 'background-color:#26211d'],
  ['line', 'border-color:#443b33'],
  ['quiet', 'background-color:#3a332c'],
  ['ink', 'color:#f1eae0'],
  ['soft', 'color:#bdb1a3'],
  ['link', 'color:#a8c3a6'],
  ['moss', 'background-color:#a8c3a6'],
  ['on-moss', 'color:#1d1916'],
] as const;

/** Apple Mail and Thunderbird know the media query; Outlook's apps set an attribute. */
const darkRules = (scope: string): string => darkColours.map(([name, colour]) => `${scope}.${name}{${colour}!important}`).join('\n');

const sans = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const serif = "font-family:Georgia,'Times New Roman',serif";

const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;-webkit-text-size-adjust:100%}
table{border-collapse:separate;border-spacing:0}
th,td{padding:0;font-weight:normal;text-align:left;vertical-align:top}
.soft{${soft}}
.id{white-space:nowrap}
.row th{padding:0 12px 6px 0;width:40%}
.row td{padding:0 0 6px}
@media (max-width:620px){
.side{padding-left:20px!important;padding-right:20px!important}
.card{border-left:0!important;border-right:0!important;border-radius:0!important}
.title{font-size:26px!important}
}`;

/** An ID or number of the shop: an order's, a message's, a refund request's, an invoice's. */
const ids = /\b[A-Z\d]{1,4}(?:-[A-Z\d]{4,6}){1,3}\b/g;

/** Keeps IDs whole. */
const escapeText = (text: string): string => escapeHtml(text).replaceAll(ids, '<span class="id">$&</span>');

/** Keeps line breaks, too, e.g. of an address. */
const escapeLines = (text: string): string => escapeText(text).replaceAll('\n', '<br>');

const anchor = (url: string, text: string): string =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${moss};text-decoration:underline">${text}</a>`;

const layoutTable = (rows: string, style = ''): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;${style}">${rows}</table>`;

const paragraph = (content: string): string => `<p style="margin:0 0 16px">${content}</p>`;

/** Outlook pads cells only. */
const button = (url: string, label: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="moss" style="background-color:${moss};border-radius:5px;mso-padding-alt:13px 28px">
<a class="on-moss" href="${escapeHtml(url)}" style="display:inline-block;padding:13px 28px;color:#fff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;

const code = (value: string, label: string | undefined): string => {
  const labelled = label === undefined ? '' : `<span class="soft" style="${soft};font-size:14px">${escapeHtml(label)}</span><br>`;
  return layoutTable(
    `<tr><td class="quiet" style="background-color:${quiet};border-radius:5px;padding:14px 20px">${labelled}<strong style="font-size:20px;letter-spacing:1px;white-space:nowrap">${escapeHtml(value)}</strong></td></tr>`,
    'margin:0 0 24px',
  );
};

/** Styled by the stylesheet alone: a seller's digest has hundreds of rows. */
const facts = (rows: readonly Fact[]): string =>
  `<table class="row" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:0 0 16px">${rows
    .map(([name, value, link]) => {
      const text = escapeLines(value);
      return `<tr><th scope="row" align="left" valign="top" class="soft">${escapeLines(name)}</th><td>${link ? anchor(link, text) : text}</td></tr>`;
    })
    .join('\n')}</table>`;

/** A tick or a number in a circle, and the step's name below. */
const steps = (part: Extract<EmailPart, { step: unknown }>): string => {
  const cells = stepsAt(part.step).map(({ label, isReached }, index) => {
    const circle = isReached
      ? `<td class="moss on-moss" width="32" height="32" align="center" valign="middle" style="width:32px;height:32px;background-color:${moss};border-radius:50%;color:#fff;font-size:15px;line-height:30px;text-align:center">✓</td>`
      : `<td class="soft line" width="30" height="30" align="center" valign="middle" style="${soft};width:30px;height:30px;border:1px solid ${line};border-radius:50%;font-size:15px;line-height:28px;text-align:center">${index + 1}</td>`;
    return `<td width="25%" align="center" valign="top" style="width:25%;text-align:center"><table role="presentation" align="center" cellpadding="0" cellspacing="0" border="0" style="margin:0 auto"><tr>${circle}</tr></table>
<p class="${isReached ? 'ink' : 'soft'}" style="margin:6px 2px 0;${isReached ? `${ink};font-weight:600` : soft};font-size:13px;line-height:1.3">${label}</p></td>`;
  });
  return layoutTable(`<tr>${cells.join('\n')}</tr>`, 'margin:8px 0 28px');
};

/** Beyond these an order's lines have no pictures: Gmail cuts an email off at 102 kB. */
const maxPictures = 30;

const goodsCells = ({ name, details, price, link }: GoodsRow): string => {
  const title = link === undefined ? escapeHtml(name) : anchor(link, escapeHtml(name));
  const more = details === '' ? '' : `<br><span class="soft" style="${soft};font-size:14px">${escapeHtml(details)}</span>`;
  const cell = `border-bottom:1px solid ${line};vertical-align:middle;padding:12px 0`;
  return `<td class="line" valign="middle" style="${cell}">${title}${more}</td>
<td class="line" align="right" valign="middle" style="${cell} 12px 12px;text-align:right;white-space:nowrap">${escapeHtml(price)}</td>`;
};

const goods = (rows: readonly GoodsRow[], pictureOf: (product: PicturedProduct) => string | undefined): string =>
  layoutTable(
    rows
      .map((row, index) => {
        const url = index < maxPictures ? pictureOf(row) : undefined;
        const picture =
          url === undefined
            ? ''
            : `<img src="${escapeHtml(url)}" width="64" height="64" alt="" style="display:block;width:64px;height:64px;border-radius:4px;background-color:${sand}">`;
        return `<tr><td class="line" width="80" valign="middle" style="width:80px;border-bottom:1px solid ${line};vertical-align:middle;padding:12px 0">${picture}</td>${goodsCells(row)}</tr>`;
      })
      .join('\n'),
    'margin:0 0 16px',
  );

const sums = ({ sums: rows, total }: Extract<EmailPart, { sums: unknown }>): string => {
  const row = ([name, amount]: readonly [string, string], style: string): string =>
    `<tr><th scope="row" align="left" style="padding:3px 0;font-weight:inherit;text-align:left;${style}">${escapeHtml(name)}</th><td align="right" style="padding:3px 0;text-align:right;white-space:nowrap;${style}">${escapeHtml(amount)}</td></tr>`;
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:0 0 24px">${[
    ...rows.map((each) => row(each, '')),
    row(total, 'font-size:18px;font-weight:bold'),
  ].join('\n')}</table>`;
};

const partHtml = (part: EmailPart, pictureOf: (product: PicturedProduct) => string | undefined): string => {
  if (typeof part === 'string') return paragraph(escapeLines(part));
  if ('seller' in part || 'title' in part) return '';
  if ('heading' in part)
    return `<h2 style="margin:32px 0 8px;${serif};font-size:20px;font-weight:normal;line-height:1.3">${escapeText(part.heading)}</h2>`;
  if ('button' in part) return button(part.button, part.label);
  if ('link' in part) return paragraph(anchor(part.link, escapeHtml(part.label)));
  if ('code' in part) return code(part.code, part.label);
  if ('rows' in part) return facts(part.rows);
  if ('step' in part) return steps(part);
  if ('goods' in part) return goods(part.goods, pictureOf);
  if ('sums' in part) return sums(part);
  const url = pictureOf(part.picture);
  if (url === undefined) return '';
  return paragraph(
    `<img src="${escapeHtml(url)}" width="280" height="280" alt="${escapeHtml(part.alt)}" style="display:block;width:280px;height:280px;border-radius:6px;background-color:${sand}">`,
  );
};

/** An address in one paragraph, which breaks in no postcode or phone number. */
const inOneLine = (lines: string): string => escapeHtml(lines.replaceAll(/(?<=[A-Z\d]) (?=\d)/g, '\u00a0')).replaceAll('\n', ', ');

const footer = (part: EmailPart): string => {
  if (typeof part === 'string' || !('seller' in part)) return '';
  const { label, seller, shopUrl } = part;
  const lines = [escapeHtml(label), inOneLine(seller), anchor(shopUrl, escapeHtml(new URL(shopUrl).host))];
  return `<p class="soft" style="margin:0;${soft};font-size:14px;line-height:1.5">${lines.filter(Boolean).join('<br>')}</p>`;
};

const picturedProductsOf = (parts: readonly EmailPart[]): PicturedProduct[] =>
  parts.flatMap((part): readonly PicturedProduct[] => {
    if (typeof part === 'string') return [];
    if ('goods' in part) return part.goods.slice(0, maxPictures);
    return 'picture' in part ? [part.picture] : [];
  });

/** What a mailbox shows beside the subject: the first paragraph after the salutation. */
const previewOf = (parts: readonly EmailPart[]): string =>
  parts.find((part): part is string => typeof part === 'string' && !part.endsWith(',')) ?? '';

/**
 * The HTML form: the shop's name on its paper, and one column of 600 px of tables, for Outlook's Word, Gmail, Apple Mail and dark mailboxes.
 * Every value is escaped. A link shows its label only; pictures are the only files, and nothing is lost without them.
 */
export const emailHtml = async ({ subject, parts }: Email, { shopName, findPictures }: MailShop): Promise<string> => {
  const products = picturedProductsOf(parts);
  const pictureOf = products.length > 0 ? await findPictures(products) : () => undefined;
  const title = parts.flatMap((part) => (typeof part === 'object' && 'title' in part ? [part.title] : []))[0] ?? subjectLine(subject);
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escapeHtml(subjectLine(subject))}</title>
<!--[if mso]><style>th,td,p,a,span,strong{${sans}}</style><xml xmlns:o="urn:schemas-microsoft-com:office:office"><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<style>
${styleSheet}
</style>
<style>
@media (prefers-color-scheme:dark){
${darkRules('')}
}
${darkRules('[data-ogsc] ')}
</style>
</head>
<body class="paper" style="margin:0;background-color:${paper}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(previewOf(parts))}</div>
<table class="paper ink" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;background-color:${paper};${ink};${sans};font-size:16px;line-height:1.55"><tr>
<td align="center" style="padding:0 0 32px">
<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;margin:0 auto">
<tr><td class="side" style="padding:32px 40px 20px;text-align:left;${serif};font-size:24px;line-height:1.2">${escapeHtml(shopName)}</td></tr>
<tr><td class="card line side" style="padding:36px 40px 24px;background-color:${raisedBackground};border:1px solid ${line};border-radius:6px;text-align:left;word-break:break-word">
<h1 class="title" style="margin:0 0 20px;${serif};font-size:30px;font-weight:normal;line-height:1.2">${escapeText(title)}</h1>
${parts.map((part) => partHtml(part, pictureOf)).join('\n')}
</td></tr>
<tr><td class="side" style="padding:24px 40px;text-align:left">${parts.map(footer).join('')}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
};
