import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import { orderSteps } from '#contract/order.ts';
import type { Database, Tables } from '#server/db/schema.ts';
import { type Account, findAccount } from '#server/domain/accounts/account-row.ts';
import { emailKeyOf } from '#server/domain/email-address.ts';
import { paymentStatus } from '#server/domain/money/payment-status.ts';

/** Whose data: an account, an email address that is proved to be theirs, or both. */
export type Person = { readonly account: Pick<Account, 'id' | 'email'> | undefined; readonly emailKey: string | undefined };

/** The owner of an account. What others typed under the address is theirs only if they proved the mailbox. */
export const ownerOf = (account: Pick<Account, 'id' | 'email' | 'hasProvedMailbox'>): Person => ({
  account,
  emailKey: account.hasProvedMailbox ? emailKeyOf(account.email) : undefined,
});

/** Who has this address, with or without an account, for the seller to whom they wrote. */
export const findPerson = async (db: Database, email: string): Promise<Person> => ({
  account: await findAccount(db, email),
  emailKey: emailKeyOf(email),
});

/** A payment for the order has arrived, whether or not it was refunded since. */
const wasPaid = (order: ExpressionBuilder<Tables, 'order'>): ExpressionWrapper<Tables, 'order', SqlBool> =>
  order.exists(
    order
      .selectFrom('payment')
      .select('payment.session_id')
      .whereRef('payment.order_id', '=', 'order.id')
      .where('payment.status', 'in', [paymentStatus.paid, paymentStatus.unusable]),
  );

/**
 * The one rule for whose an order is, for the account's list, export and deletion: their own, and guest orders of their address that were
 * ever paid, because anybody may type an address.
 */
export const isOrderOf =
  ({ account, emailKey }: Person) =>
  (order: ExpressionBuilder<Tables, 'order'>): ExpressionWrapper<Tables, 'order', SqlBool> => {
    const isPaid = order.or([order('order.status', 'in', orderSteps), wasPaid(order)]);
    const isGuestOrder = order.and([order('order.user_id', 'is', null), order('order.email_key', '=', emailKey ?? ''), isPaid]);
    return order.or([
      ...(account ? [order('order.user_id', '=', account.id)] : []),
      // An erased order has an empty address.
      ...(emailKey === undefined ? [] : [isGuestOrder]),
    ]);
  };

/**
 * Whether a mail or message is a person's: it was given to their account, or to none and has their address, compared without case. By an
 * address that is not proved nothing is theirs.
 */
export const isMessageOf = ({ account, emailKey }: Person, column: 'mail.recipient' | 'mail.reply_to' | 'message.email') => {
  const owner = sql.ref(column.replace(/\..*/, '.account_id'));
  return sql<boolean>`(${owner} = ${account?.id ?? ''} or (${owner} is null and lower(${sql.ref(column)}) = ${emailKey ?? ''}))`;
};

/** SQL condition: whether an order has the same account or email address as this order, so that this order itself matches. */
export const isOfBuyerOf =
  ({ id, user_id, email_key }: Pick<Tables['order'], 'id' | 'user_id' | 'email_key'>) =>
  (order: ExpressionBuilder<Tables, 'order'>): ExpressionWrapper<Tables, 'order', SqlBool> =>
    order.or([
      order('order.id', '=', id),
      ...(user_id === null ? [] : [order('order.user_id', '=', user_id)]),
      ...(email_key === '' ? [] : [order('order.email_key', '=', email_key)]),
    ]);
