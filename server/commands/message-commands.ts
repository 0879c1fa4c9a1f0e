import { type Command, Option } from 'commander';
import type { CommandContext } from '#server/commands/command-context.ts';
import { writeTable } from '#server/commands/table.ts';
import { listMessages, type MessageView, markAnswered, showMessage } from '#server/domain/messages.ts';
import { describeTopic } from '#server/mail/templates/message-emails.ts';

type Json = { readonly json?: boolean };

const minute = (time: string): string => time.slice(0, 16).replace('T', ' ');

const list =
  ({ withDatabase, print }: CommandContext) =>
  async ({ open: isOpen = false, json }: Json & { readonly open?: boolean }): Promise<void> => {
    const messages = await withDatabase((db) => listMessages(db, { isOpen }));
    const rows = messages.map((view) => [
      view.reference,
      view.answeredAt === null ? 'open' : 'answered',
      describeTopic(view),
      view.name,
      view.email,
      minute(view.createdAt),
      view.orderId,
    ]);
    const table = writeTable(['message', 'state', 'about', 'name', 'e-mail', 'written (UTC)', 'order'], rows);
    print(json, rows.length === 0 ? 'There are no such messages.' : table, messages);
  };

const describeMessage = (view: MessageView): string =>
  [
    `Message ${view.reference}: ${view.answeredAt === null ? 'open' : `answered on ${minute(view.answeredAt)} UTC`}`,
    `About ${describeTopic(view)}${view.orderId === '' ? '' : `, ${view.orderId}`}`,
    `Written on ${minute(view.createdAt)} UTC by ${view.name}${view.business === '' ? '' : `, ${view.business}`}`,
    [view.email, view.phone].filter(Boolean).join(', '),
    '',
    view.message,
  ].join('\n');

const show =
  ({ withDatabase, print }: CommandContext) =>
  async (reference: string, { json }: Json): Promise<void> => {
    const view = await withDatabase((db) => showMessage(db, reference));
    print(json, describeMessage(view), view);
  };

const answered =
  ({ withDatabase, print }: CommandContext) =>
  async (reference: string, { json }: Json): Promise<void> => {
    const view = await withDatabase((db) => markAnswered(db, reference, new Date()));
    print(json, `Message ${view.reference} from ${view.name} is noted as answered.`, view);
  };

/** Gives the command line its commands for what was written through the shop. */
export const addMessageCommands = (program: Command, desk: CommandContext): void => {
  const asJson = new Option('--json', 'answer in JSON, for programs');
  const messages = program.command('messages').description('read what was written to the shop, and note what is answered').exitOverride();
  messages
    .command('list')
    .description('list messages and partner enquiries, the newest first')
    .option('--open', 'only those that are not answered')
    .addOption(asJson)
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  npm run shop -- messages list --open
  npm run --silent shop -- messages list --json`,
    )
    .action(list(desk));
  messages
    .command('show')
    .description('show one message: who wrote it, about what, and its words')
    .argument('<id>', 'its reference, as "messages list" names it')
    .addOption(asJson)
    .exitOverride()
    .addHelpText(
      'after',
      `
Examples:
  npm run shop -- messages show M-7Q2M-4XKP`,
    )
    .action(show(desk));
  messages
    .command('answered')
    .description('note that a message is answered')
    .argument('<id>', 'its reference, as "messages list" names it')
    .addOption(asJson)
    .exitOverride()
    .addHelpText(
      'after',
      `
Each message also came by mail to MAIL_TO: replying to that mail answers its sender. This only notes that it is done.

Examples:
  npm run shop -- messages answered M-7Q2M-4XKP`,
    )
    .action(answered(desk));
};
