import { createPasswordHasher } from '#server/domain/accounts/passwords.ts';
import { createSecretBox } from '#server/domain/secret-box.ts';

/** The shop's password hashing at a thousandth of its cost; tests of the cost use the real one. */
export const cheapPasswords = createPasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Stores secrets as they are, as a shop without SECRETS_KEY does. */
export const plainSecrets = createSecretBox([]);
