import type { Command } from 'commander';
import {
  addCommand,
  addGroup,
  addPageOptions,
  type CommandContext,
  type JsonOption,
  type PageOptions,
  pageOf,
  toMinute,
} from '#server/commands/command-context.ts';
import { listMessages, type MessageView, markAnswered, showMessage } from '#server/domain/messages/messages.ts';
import { describeTopic } from '#server/mail/templates/message-emails.ts';

const describeMessage = (view: MessageView): string =>
  [
    `Message ${view.reference}: ${view.answeredAt === null ? 'open' : `answered on ${toMinute(view.answeredAt)} UTC`}`,
    ...(view.mayBeBot === 1 ? ['Perhaps a bot: the field that people do not see was filled in.'] : []),
    `About ${describeTopic(view)}${view.orderId === '' ? '' : `, ${view.orderId}`}`,
    ...(view.answerBy === null ? [] : [`To be answered by ${view.answerBy}`]),
    `Written on ${toMinute(view.createdAt)} UTC by ${view.name}${view.business === '' ? '' : `, ${view.business}`}`,
    [view.email, view.phone].filter(Boolean).join(', '),
    '',
    view.message,
  ].join('\n');

export const addMessageCommands = (program: Command, { withDatabase, print, printTable }: CommandContext): void => {
  const messages = addGroup(program, 'messages', 'read messages to the shop, and mark them as answered');
  const list = addCommand(messages, 'list', {
    description: 'list messages and enquiries, newest first',
    examples: ['shop messages list --open', 'shop messages list --page 2 --json'],
  });
  addPageOptions(list)
    .option('--open', 'only those that are not answered')
    .action(async ({ open: isOpen = false, ...options }: PageOptions & { readonly open?: boolean }) => {
      const found = await withDatabase((db) => listMessages(db, { isOpen }, pageOf(options)));
      const rows = found.map((view) => [
        view.reference,
        (view.answeredAt === null ? 'open' : 'answered') + (view.mayBeBot === 1 ? ', perhaps a bot' : ''),
        describeTopic(view),
        view.name,
        view.email,
        toMinute(view.createdAt),
        view.orderId,
        view.answeredAt === null ? (view.answerBy ?? '') : '',
      ]);
      const head = ['message', 'state', 'about', 'name', 'email', 'written (UTC)', 'order', 'answer by'];
      printTable(options, { none: 'There are no such messages.', head, rows }, found);
    });
  addCommand(messages, 'show', {
    description: 'show one message: sender, topic and text',
    examples: ['shop messages show M-7Q2M-4XKP'],
  })
    .argument('<id>', 'its reference in "messages list"')
    .action(async (reference: string, { json }: JsonOption) => {
      const view = await withDatabase((db) => showMessage(db, reference));
      print(json, describeMessage(view), view);
    });
  addCommand(messages, 'answered', {
    description: 'mark a message as answered',
    notes: 'Each message is also mailed to MAIL_TO: reply to that mail to answer the sender. This command only records that you did.',
    examples: ['shop messages answered M-7Q2M-4XKP'],
  })
    .argument('<id>', 'its reference in "messages list"')
    .action(async (reference: string, { json }: JsonOption) => {
      const view = await withDatabase((db) => markAnswered(db, reference, new Date()));
      print(json, `Message ${view.reference} from ${view.name} is noted as answered.`, view);
    });
};
