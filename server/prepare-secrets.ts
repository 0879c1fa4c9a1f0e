import { StartFailure } from '#server/data-folder.ts';
import type { Database } from '#server/db/schema.ts';
import { encryptSecondFactors } from '#server/domain/accounts/second-factor.ts';
import type { SecretBox } from '#server/domain/secret-box.ts';
import type { Env } from '#server/env.ts';

/**
 * Encrypts the secrets of two-step sign-in with the first key; says for the console how they are stored, if it matters. Throws `StartFailure` when some
 * are encrypted and there is no key at all: new ones would be stored readable beside them.
 */
export const prepareSecrets = async (
  db: Database,
  secretBox: SecretBox,
  { databaseUrl, publicUrl }: Pick<Env, 'databaseUrl' | 'publicUrl'>,
): Promise<string[]> => {
  const unreadable = await encryptSecondFactors(db, secretBox);
  if (unreadable > 0 && secretBox.prefix === undefined)
    throw new StartFailure(
      'The database holds encrypted secrets of two-step sign-in: set SECRETS_KEY to their key. If it is lost, set a new one; the owners then sign in with recovery codes.',
    );
  if (unreadable > 0)
    return [`SECRETS_KEY does not open all secrets of two-step sign-in. Accounts that need recovery codes: ${unreadable}`];
  if (secretBox.prefix !== undefined) return ['Secrets of two-step sign-in are stored encrypted'];
  const isLocal = databaseUrl === undefined && publicUrl === undefined;
  return isLocal ? [] : ['Secrets of two-step sign-in are stored readable, and client addresses by plain hashes: SECRETS_KEY is not set'];
};
