import { formatArrival } from '#contract/delivery-dates.ts';
import { deskPageOf } from '#contract/desk/endpoints.ts';
import { answerDue } from '#contract/messages.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Email } from '#server/mail/email.ts';
import { type Sender, signedEmail } from '#server/mail/templates/account-emails.ts';

type Message = Omit<Tables['message'], 'account_id'>;

const topics = {
  order: 'an order',
  product: 'a product',
  returns: 'a return or refund',
  wholesale: 'wholesale or partnership',
  website: 'the website',
  data: 'their data',
  other: 'something else',
  '': '',
} as const satisfies Record<Message['topic'], string>;

/** The topic for the seller: "an order", "franchise enquiry". */
export const describeTopic = ({ kind, topic }: Pick<Message, 'kind' | 'topic'>): string =>
  kind === 'contact' ? topics[topic] : `${kind} enquiry`;

/** The day by which a message must be answered, in words; '' where no day is set. */
const dueDay = ({ topic, created_at }: Pick<Message, 'topic' | 'created_at'>): string => {
  const day = answerDue(topic, created_at);
  return day === null ? '' : formatArrival({ from: day, to: day });
};

/** To the seller: the message. Replies go to its sender; with the desk on, it can be answered there. */
export const messageEmail = (message: Message, deskUrl?: string): Email => ({
  subject: `${message.may_be_bot === 1 ? 'Perhaps a bot: ' : ''}${message.reference}: ${describeTopic(message)}, from ${message.name}`,
  parts: [
    ...(message.may_be_bot === 1
      ? [
          'The field that people do not see was filled in: perhaps by a bot, perhaps by a browser that fills in forms. The sender got no mail.',
        ]
      : []),
    message.kind === 'contact' ? 'Someone has written to the shop.' : `Someone has sent the shop a ${message.kind} enquiry.`,
    {
      rows: [
        ['Reference', message.reference],
        ['About', describeTopic(message)],
        ...(
          [
            ['Answer by', dueDay(message)],
            ['Order', message.order_id],
            ['Name', message.name],
            ['Business', message.business],
            ['Email', message.email],
            ['Phone', message.phone],
          ] as const
        ).filter(([, value]) => value !== ''),
      ],
    },
    { heading: 'Message' },
    message.text,
    { heading: 'How to answer' },
    ...(deskUrl === undefined
      ? [`Reply to this email: the reply goes to ${message.email}. Then note it with: shop messages answered ${message.reference}`]
      : [
          { button: new URL(deskPageOf('messages', message.reference), deskUrl).href, label: 'Answer it at your desk' },
          `Or reply to this email: the reply goes to ${message.email}. Then note it at the desk.`,
        ]),
  ],
});

/** To the sender: its number. Quotes nothing of the message: the address is unverified, and a stranger could send texts of their own. */
export const acknowledgementEmail = (sender: Sender, message: Pick<Message, 'reference' | 'kind' | 'topic' | 'created_at'>): Email => {
  const { reference, kind } = message;
  const day = dueDay(message);
  return signedEmail(sender, `We have your ${kind === 'contact' ? 'message' : 'enquiry'} ${reference}`, [
    `Thank you for writing to ${sender.shopName}. A person reads every message and replies by email. Please keep this number.`,
    { code: reference, label: 'Your number' },
    ...(day === ''
      ? []
      : [
          `It is about your personal data, so we’ll answer by ${day}. If you’re not happy with our answer, you can complain to the Information Commissioner’s Office (ICO), at any time.`,
          { link: 'https://ico.org.uk/make-a-complaint/', label: 'How to complain to the ICO' },
        ]),
    'If you left something out, simply reply to this email.',
    ...(kind === 'contact'
      ? []
      : [
          {
            link: `${sender.shopUrl}/${kind}`,
            label: kind === 'wholesale' ? 'Read about wholesale again' : 'Read about our franchise again',
          },
        ]),
    'If it wasn’t you who wrote, there’s nothing you need to do.',
  ]);
};

/** To the sender: the seller's answer from the desk, with what they had written. Replies go to the seller's mailbox. */
export const answerEmail = (
  { shopName, shopUrl }: Sender,
  { reference, message, text }: { readonly reference: string; readonly message: string; readonly text: string },
): Email => ({
  subject: `Our answer to your message ${reference}`,
  parts: [text, { heading: 'You wrote' }, message, { label: '', seller: shopName, shopUrl }],
});
