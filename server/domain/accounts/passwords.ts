import { hash as argon2Hash, verify as argon2Verify, type Options } from '@node-rs/argon2';
import { createTaskQueue } from '#server/domain/task-queue.ts';

/** Parameters of Argon2: `memoryCost` in KiB, `timeCost` in passes, `parallelism` in lanes. */
type HashCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;

/** Argon2id (the library's default), OWASP's 19 MiB, two passes, one lane: some 40 ms. */
export const passwordHashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two, and one picture (`storage/refund-images.ts`), leave a thread of libuv's pool of four free; 150 waiting are some three seconds. */
const queueLimits = { maxConcurrent: 2, maxWaiting: 150 };

/** NFKC: keyboards produce the same visible letter, e.g. "é", as different code points. */
const normalise = (password: string): string => password.normalize('NFKC');

export type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>;
  /** Without a hash, or with an empty one, the answer is no and takes as long (constant time). */
  readonly verify: (password: string, passwordHash: string | undefined) => Promise<boolean>;
  /** Whether it was hashed at this cost. */
  readonly isCurrent: (passwordHash: string) => boolean;
};

/** Hashes and verifies at this cost, a few at once. Both functions throw `Busy` when too many callers wait. */
export const createPasswordHasher = (cost: HashCost): PasswordHasher => {
  const enqueue = createTaskQueue(queueLimits);
  const hashPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  // Verified against when there is no account, so that timing does not reveal that.
  const dummyHash = argon2Hash('', cost);
  return {
    hash: (password) => enqueue(() => argon2Hash(normalise(password), cost)),
    verify: async (password, passwordHash) => {
      const isMatch = await enqueue(async () => argon2Verify(passwordHash || (await dummyHash), normalise(password)));
      return isMatch && Boolean(passwordHash);
    },
    isCurrent: (passwordHash) => passwordHash.startsWith(hashPrefix),
  };
};
