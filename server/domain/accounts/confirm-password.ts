import type { Database } from '#server/db/schema.ts';
import type { Account } from '#server/domain/accounts/account-row.ts';
import type { PasswordHasher } from '#server/domain/accounts/passwords.ts';
import { Invalid } from '#server/domain/failure.ts';
import { enforceGuessLimit, resetRateLimit } from '#server/domain/rate-limit.ts';

/** Asks an owner for their password again; throws `Invalid` about `field` with this message, and `TooMany` after some guesses. */
export const confirmPassword = async (
  db: Database,
  account: Account,
  typed: string,
  { field, message }: { readonly field: string; readonly message: string },
  { now, passwords }: { readonly now: Date; readonly passwords: PasswordHasher },
): Promise<void> => {
  const guessKey = `password:${account.id}`;
  await enforceGuessLimit(db, { key: guessKey, now });
  if (!(await passwords.verify(typed, account.passwordHash))) throw new Invalid(message, { [field]: message });
  await resetRateLimit(db, guessKey);
};
