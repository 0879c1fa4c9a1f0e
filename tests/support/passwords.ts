import { createPasswordHasher } from '#server/domain/passwords.ts';

/** Hashes like the shop, at a thousandth of its cost: only the tests of the cost itself have to pay it. */
export const cheapPasswords = createPasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });
