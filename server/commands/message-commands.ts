import type { Command } from 'commander';
import { addCommand, addGroup, type CommandContext, type JsonOption, toMinute } from '#server/commands/command-context.ts';
import { formatTable } from '#server/commands/table.ts';
import { listMessages, type MessageView, markAnswered, showMessage } from '#server/domain/messages/messages.ts';
import { describeTopic } from '#server/mail/templates/message-emails.ts';

const list =
  ({ withDatabase, print }: CommandContext) =>
  async ({ open: isOpen = false, json }: JsonOption & { readonly open?: boolean }): Promise<void> => {
    const messages = await withDatabase((db) => listMessages(db, { isOpen }));
    const rows = messages.map((view) => [
      view.reference,
      (view.answeredAt === null ? 'open' : 'answered') + (view.mayBeBot === 1 ? ', perhaps a bot' : ''),
      describeTopic(view),
      view.name,
      view.email,
      toMinute(view.createdAt),
      view.orderId,
    ]);
    const table = formatTable(['message', 'state', 'about', 'name', 'email', 'written (UTC)', 'order'], rows);
    print(json, rows.length === 0 ? 'There are no such messages.' : table, messages);
  };

const describeMessage = (view: MessageView): string =>
  [
    `Message ${view.reference}: ${view.answeredAt === null ? 'open' : `answered on ${toMinute(view.answeredAt)} UTC`}`,
    ...(view.mayBeBot === 1 ? ['Perhaps a bot: the field that people do not see was filled in.'] : []),
    `About ${describeTopic(view)}${view.orderId === '' ? '' : `, ${view.orderId}`}`,
    `Written on ${toMinute(view.createdAt)} UTC by ${view.name}${view.business === '' ? '' : `, ${view.business}`}`,
    [view.email, view.phone].filter(Boolean).join(', '),
    '',
    view.message,
  ].join('\n');

const show =
  ({ withDatabase, print }: CommandContext) =>
  async (reference: string, { json }: JsonOption): Promise<void> => {
    const view = await withDatabase((db) => showMessage(db, reference));
    print(json, describeMessage(view), view);
  };

const answered =
  ({ withDatabase, print }: CommandContext) =>
  async (reference: string, { json }: JsonOption): Promise<void> => {
    const view = await withDatabase((db) => markAnswered(db, reference, new Date()));
    print(json, `Message ${view.reference} from ${view.name} is noted as answered.`, view);
  };

/** Adds `messages list`, `show` and `answered`. */
export const addMessageCommands = (program: Command, context: CommandContext): void => {
  const messages = addGroup(program, 'messages', 'read messages to the shop, and mark them as answered');
  addCommand(messages, 'list', {
    description: 'list messages and enquiries, newest first',
    examples: ['shop messages list --open', 'shop messages list --json'],
  })
    .option('--open', 'only those that are not answered')
    .action(list(context));
  addCommand(messages, 'show', {
    description: 'show one message: sender, topic and text',
    examples: ['shop messages show M-7Q2M-4XKP'],
  })
    .argument('<id>', 'its reference in "messages list"')
    .action(show(context));
  addCommand(messages, 'answered', {
    description: 'mark a message as answered',
    notes: 'Each message is also mailed to MAIL_TO: reply to that mail to answer the sender. This command only records that you did.',
    examples: ['shop messages answered M-7Q2M-4XKP'],
  })
    .argument('<id>', 'its reference in "messages list"')
    .action(answered(context));
};
