import { sql } from 'kysely';
import type { DeskMessage, DeskMessagePage, MessageView } from '#contract/desk/messages.ts';
import type { Database } from '#server/db/schema.ts';
import { countWhere, readPage } from '#server/domain/desk/cursor.ts';
import { listAnswers, type MessageView as Message, showMessage, toView, viewColumns } from '#server/domain/messages/messages.ts';

const toRow = ({ reference, kind, topic, name, message, orderId, createdAt, answeredAt, answerBy, mayBeBot }: Message) => ({
  reference,
  topic: topic === '' ? kind : topic,
  name,
  text: message,
  orderId,
  createdAt,
  answeredAt,
  answerBy,
  mayBeBot: mayBeBot === 1,
});

export const countOpenMessages = (db: Database): Promise<number> => countWhere(db, 'message', sql`answered_at is null`);

/** A page of the messages: open ones the oldest first, answered ones the last answered first. `cursor` as an earlier page gave it. */
export const listDeskMessages = async (db: Database, view: MessageView, cursor: string | undefined): Promise<DeskMessagePage> => {
  const isOpen = view === 'open';
  const by = isOpen ? 'created_at' : 'answered_at';
  const found = db
    .selectFrom('message')
    .select(viewColumns)
    .where('answered_at', isOpen ? 'is' : 'is not', null);
  const { rows, next } = await readPage(found, {
    by: [sql.ref(by), sql.ref('reference')],
    operator: isOpen ? '>' : '<',
    cursorOf: (row) => [(isOpen ? row.createdAt : row.answeredAt) ?? '', row.reference],
    after: cursor,
  });
  return { items: rows.map((row) => toRow(toView(row))), next, counts: { open: await countOpenMessages(db) } };
};

/** One message with its answers; `text` is its reference as typed. Throws `NotFound`. */
export const showDeskMessage = async (db: Database, text: string): Promise<DeskMessage> => {
  const view = await showMessage(db, text);
  const order = await db.selectFrom('order').select('id').where('id', '=', view.orderId).executeTakeFirst();
  const answers = await listAnswers(db, view.reference);
  return {
    ...toRow(view),
    business: view.business,
    email: view.email,
    phone: view.phone,
    hasOrder: order !== undefined,
    answers: answers.map(({ at, text: words, staff }) => ({ at, by: staff ?? 'Somebody', text: words })),
  };
};
